// Sums, as in `$((1 + x))`, `((x++))` and `for ((;;))`.
import { giveUp } from "./Budget.ts"
import type { Reader } from "./Reader.ts"

const plain = /[\w \t+*/%<>=!&|^~?:,.#@[\]-]+/y

/**
 * Reads a sum behind `((`, up to and with its `))`. Where the brackets do not end together, the shell reads commands.
 * Semicolons are part of a loop only.
 */
export const readSum = (reader: Reader, isLoop: boolean, readDollar: (reader: Reader) => void): void => {
  reader.reading.expansions++
  for (let open = 2; ;) {
    if (reader.match(plain) !== undefined) continue
    const { char } = reader
    if (char === "$") {
      readDollar(reader)
      continue
    }
    if (char === "(") open++
    else if (char === ")") {
      if (--open === 1) {
        if (reader.next !== ")") giveUp()
        reader.skip(2)
        return
      }
    } else if (char === "\n") {
      if (reader.isLinePending) giveUp()
    } else if (char !== ";" || !isLoop) giveUp()
    reader.skip(1)
  }
}
