/** Ends of a command that take the place of a guard's exit code, so that its denials by exit code pass. */

/** Replaces quoted text, in which no operator of a shell is one, by as many letters. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, (quoted) => "x".repeat(quoted.length))

/** Each end, with the reason for which the exit code before it is hidden. */
const ends: ReadonlyArray<readonly [end: RegExp, why: string]> = [
  [/\|\|\s*(?:true|:|exit\s+0)\s*;?$/, "lets every other exit code end with 0"],
  [/[;\n]\s*(?:true|:|exit\s+0)\s*;?$/, "ends with 0 whatever ran before"],
  [/(?<!\|)\|&?\s*(?:tee|cat|logger)(?:\s[^|&;]*)?$/, "ends with its own exit code"],
  [/(?<![&|<>])&$/, "goes on without the answer"]
]

/** Matches a program by its path, or a script by its ending. */
const file = /[\w}"')]\/[\w.]|^\.{0,2}\/|\.(?:sh|bash|py|js|mjs|ts|rb|pl)\b/

/** Matches what decides the exit code itself, or reads that of the part before. */
const decides = /\bexit\s+(?!0\b)|\bpipefail\b|PIPESTATUS|\bwait\b/

/**
 * Returns the end of a command that hides the exit code of the script before it, and the reason, or `undefined` if it has no
 * such end. A denial in JSON on its standard output still counts.
 */
export const hiddenExit = (command: string): { readonly end: string; readonly why: string } | undefined => {
  const text = command.trim()
  const bare = withoutQuotes(text)
  if (decides.test(bare)) return undefined
  for (const [end, why] of ends) {
    const at = bare.search(end)
    if (at > 0 && file.test(text.slice(0, at))) return { end: text.slice(at).trim(), why }
  }
  return undefined
}
