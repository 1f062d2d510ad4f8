/**
 * The reason of a denial that a host reads where Hookline itself could not run. It holds no quote and no backslash, because
 * it is part of a shell's text.
 */
export const unanswered = "Hookline could not be run, and its failure policy denies: see hookline check."
