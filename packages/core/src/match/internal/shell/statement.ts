// Finds where a statement of a script ends that is not executed here.
import { Budget, orUnclear } from "./Budget.ts"
import { isWhole } from "./readScript.ts"

/** The number of lines, and of characters, in which the end of a statement is looked for. */
const [mostLines, mostCharacters] = [500, 65_536]

/**
 * Returns the offset behind the lines of the statement at an offset: one line, or those of a compound command, a quote or a
 * here-document. `undefined` if it has no end, or is no statement of bash.
 */
export const endOfStatement = (text: string, start: number): number | undefined => {
  for (let [end, lines] = [start, 0]; end < text.length && lines < mostLines && end - start < mostCharacters; lines++) {
    const at = text.indexOf("\n", end)
    end = at < 0 ? text.length : at + 1
    // NULs have no meaning in a script.
    const part = text.slice(start, end).replaceAll("\0", "")
    const options = { budget: new Budget(part.length), isBash: true, setsHome: false }
    // The next line continues this one.
    if (/(?<!\\)(?:\\\\)*\\\n$/.test(part)) continue
    if (orUnclear(() => isWhole(part, options)) === true) return end
  }
  return undefined
}
