// A fault in a source, and the name that it keeps while lines and files move.
import { applied, type Edit } from "./Edit.ts"
import type { Source } from "./Source.ts"
import { parse } from "../internal/syntax.ts"

/** A fault that can be planted. */
export interface Mutant {
  /** The id of a law, or `package/symbol/operator/ordinal` of a derived one. */
  readonly id: string
  readonly source: Source
  readonly edit: Edit
}

/** Reports whether the source with the mutant in it still parses, and differs from the source. */
export const isFault = ({ edit, source }: Mutant): boolean => {
  const text = applied(source.text, edit)
  try {
    parse(source.path, text)
    return text !== source.text
  } catch {
    return false
  }
}

const lineLimit = 100

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > lineLimit ? `${line.slice(0, lineLimit)}…` : line
}

/** Shows a fault in one line: the text that is replaced, and what replaces it. */
export const show = ({ edit: { end, start, text }, source }: Mutant): string =>
  `${shortened(source.text.slice(start, end)) || "(empty)"} → ${shortened(text) || "(empty)"}`
