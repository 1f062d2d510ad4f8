/** Conversion of offsets in a text to lines and columns, both from one. */
import type { Position } from "@hookline/core/Dialect"

export const start: Position = { line: 1, column: 1 }

/** Creates the function that finds the position of an offset, after one pass over the text. */
export const lines = (text: string): ((offset: number) => Position) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
