/**
 * The agents' names as the command line takes them. They stand here once more, so that `--help` and every flag are there
 * without all that is known of these agents; a test compares them.
 */

/** Whose payloads are read, and in whose words is answered. */
export const hosts: ReadonlyArray<string> = ["amplifier", "amcp", "claude", "amplihack"]

/** Whose settings `dispatch` can be put into. */
export const attachable: ReadonlyArray<string> = ["claude", "amplihack", "amplifier", "amcp"]

/** Whose files hooks can be taken from. */
export const sources: ReadonlyArray<string> = ["amplifier", "amcp", "claude", "gemini", "cursor", "copilot", "codex"]

/** Whose files hooks can be added to. */
export const targets: ReadonlyArray<string> = ["claude", "amplifier", "amcp"]
