/** The first line of a file that is Hookline's as a whole: a comment with the hash of the rest. */
import { createHash } from "node:crypto"

const headOf = (comment: string): string => `${comment} hookline sha256-`

const lineOf = (comment: string, rest: string): string =>
  headOf(comment) + createHash("sha256").update(rest).digest("hex")

/** Returns a text with its hash. `comment` begins a comment in its language. */
export const of = (comment: string, rest: string): string => `${lineOf(comment, rest)}\n${rest}`

/** Checks whether a text has a hash, be it its own or not. */
export const has = (comment: string, text: string): boolean => text.startsWith(headOf(comment))

/** Checks whether a text is one that `attach` wrote, without a change. */
export const isWhole = (comment: string, text: string): boolean => {
  const end = text.indexOf("\n")
  return end > 0 && text.slice(0, end) === lineOf(comment, text.slice(end + 1))
}
