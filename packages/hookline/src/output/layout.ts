/** The layout of text for a width: lines that break between words, and tables whose columns fit. */
import { widthOf } from "./widthOf.ts"

/** Narrower widths are not kept, because hardly a word fits them. */
const narrowest = 20

/** Returns the width that text on a stream should fit: that of `COLUMNS`, or the terminal's. Files and pipes have none. */
export const columnsOf = (
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>
): number | undefined => {
  const columns = [Number(env["COLUMNS"] ?? ""), stream.isTTY === true ? (stream.columns ?? 0) : 0]
  return columns.find((width) => Number.isInteger(width) && width >= narrowest)
}

const indentOf = (line: string): string => /^ */.exec(line)?.[0] ?? ""

/** Breaks a line between words. A word that is wider than the width has a line of its own. */
const brokenAt = (line: string, columns: number, hanging: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let current = ""
  for (const [, gap = "", word = ""] of line.matchAll(/(\s*)(\S+)/g)) {
    const isFirst = current === "" || current.trim() === ""
    if (!isFirst && widthOf(current + gap + word) > columns) {
      lines.push(current)
      current = hanging + word
    } else current += gap + word
  }
  return [...lines, current]
}

/** Breaks the lines of a text that are wider than a width. What continues a line is indented by two more than the line. */
export const wrapped = (text: string, columns: number | undefined): string =>
  columns === undefined
    ? text
    : text
        .split("\n")
        .flatMap((line) =>
          widthOf(line) <= columns ? [line] : brokenAt(line, columns, `${indentOf(line).slice(0, columns / 2)}  `)
        )
        .join("\n")

/** Breaks the lines of a text that are wider than what a stream of this process shows. */
export const fitted = (text: string, stream: NodeJS.WriteStream): string =>
  wrapped(text, columnsOf(stream, process.env))

/** Breaks a text after a start, such as the name of a flag, so that all of its lines begin below each other. */
export const hanging = (start: string, text: string, at: number, columns: number): string => {
  const indent = " ".repeat(at)
  const lines = text.split("\n").flatMap((line) => brokenAt(line, Math.max(columns - at, narrowest), ""))
  const isBeside = widthOf(start) < at - 1
  const [first = "", ...rest] = lines
  const head = isBeside ? start + " ".repeat(at - widthOf(start)) + first : `${start}\n${indent}${first}`
  return [head, ...rest.map((line) => indent + line)].map((line) => line.trimEnd()).join("\n")
}

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Formats rows in columns that are as wide as their cells. */
export const inColumns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))))
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}

/** Checks whether all lines fit a width. */
export const fitsIn = (lines: ReadonlyArray<string>, columns: number | undefined): boolean =>
  columns === undefined || lines.every((line) => widthOf(line) <= columns)
