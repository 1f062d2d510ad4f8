/** The parts between the values of a text: blanks, comments, commas. */
import { createScanner } from "jsonc-parser"

/** A comma or a comment. */
export interface Token {
  readonly kind: "comma" | "line" | "block"
  readonly from: number
  readonly to: number
}

// The parser's `SyntaxKind`, whose names its types have but its module has not.
const comma = 5
const line = 12
const block = 13

/** The commas and comments from one offset to another. */
export const tokensIn = (text: string, from: number, to: number): ReadonlyArray<Token> => {
  const part = text.slice(from, to)
  if (!/[,/]/.test(part)) return []
  const scanner = createScanner(part, false)
  const tokens: Array<Token> = []
  for (let kind: number = scanner.scan(); scanner.getTokenLength() > 0; kind = scanner.scan()) {
    const start = from + scanner.getTokenOffset()
    const place = { from: start, to: start + scanner.getTokenLength() }
    if (kind === comma) tokens.push({ kind: "comma", ...place })
    if (kind === line) tokens.push({ kind: "line", ...place })
    if (kind === block) tokens.push({ kind: "block", ...place })
  }
  return tokens
}

/** Returns the start of the blanks before an offset. */
export const blanksBefore = (text: string, offset: number, least: number): number => {
  let at = offset
  while (at > least && /[ \t\r\n]/.test(text[at - 1] ?? "")) at--
  return at
}

/** Checks for the end of a line between two offsets. */
export const breaks = (text: string, from: number, to: number): boolean => /[\r\n]/.test(text.slice(from, to))

/** The blanks that the line of an offset begins with. */
export const indentAt = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ""
}
