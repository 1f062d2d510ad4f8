/** The lines of a diff in the colours that people know. */
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Line } from "./unified.ts"
import type { Paint } from "@hookline/node/kit/output/paint"

export const paintDiff =
  ({ bold, dim, green, red }: Paint) =>
  (sign: Line["sign"] | "#", line: string): string => {
    const text = onOneLine(line)
    if (sign === "+") return green(text)
    if (sign === "-") return red(text)
    if (sign === "#") return bold(text)
    return sign === "@" ? dim(text) : text
  }
