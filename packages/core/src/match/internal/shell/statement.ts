// Finds where statements of a script end that is not executed here.
import { Budget, orUnclear } from "./Budget.ts"
import { isWhole } from "./readScript.ts"

/** The number of lines in which the end of a statement is looked for. */
const mostLines = 200

/** The number of characters that are read for all statements of a text, because each attempt reads a statement anew. */
const mostRead = 1 << 20

/**
 * Creates a function that returns the offset behind the lines of the statement at an offset: one line, or those of a compound
 * command, a quote or a here-document. `undefined` if it has no end, or is no statement of bash, or too much was read.
 */
export const endsOfStatements = (text: string): ((start: number) => number | undefined) => {
  let read = 0
  return (start) => {
    for (let [end, lines] = [start, 0]; end < text.length && lines < mostLines && read < mostRead; lines++) {
      const at = text.indexOf("\n", end)
      end = at < 0 ? text.length : at + 1
      // NULs have no meaning in a script.
      const part = text.slice(start, end).replaceAll("\0", "")
      read += part.length
      // The next line continues this one.
      if (/(?<!\\)(?:\\\\)*\\\n$/.test(part)) continue
      const options = { budget: new Budget(part.length), isBash: true, setsHome: false }
      if (orUnclear(() => isWhole(part, options)) === true) return end
    }
    return undefined
  }
}
