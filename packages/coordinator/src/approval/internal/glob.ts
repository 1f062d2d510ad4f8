/** Patterns for whole texts. */

/** Characters that chain, nest or redirect commands, and end lines: a `*` that was meant for an argument does not match them. */
const within = "[^\\n\\r;&|`$<>()]*"

const part = (token: string): string => {
  if (token === "**") return "[^]*"
  if (token === "*") return within
  return token === "?" ? "[^]" : token.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}

/** The maximum length of a text that is matched, because the time of matching grows with it. */
export const longest = 4096

const source = (pattern: string): string =>
  (pattern.match(/\*+|\?|[^*?]+/g) ?? []).map((token) => part(token.startsWith("**") ? "**" : token)).join("")

/** Checks whether a pattern matches the whole text. */
export const glob = (pattern: string, text: string): boolean => new RegExp(`^${source(pattern)}$`).test(text)
