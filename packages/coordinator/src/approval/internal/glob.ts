/** Patterns for whole texts. */

/** What chains, nests or redirects commands, and ends lines: a `*` that was meant for an argument does not reach over it. */
const within = "[^\\n\\r;&|`$<>()]*"

const part = (token: string): string => {
  if (token === "**") return "[^]*"
  if (token === "*") return within
  return token === "?" ? "[^]" : token.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}

/** Matching takes longer the more there is: longer texts are not held against patterns. */
export const longest = 4096

const source = (pattern: string): string =>
  (pattern.match(/\*+|\?|[^*?]+/g) ?? []).map((token) => part(token.startsWith("**") ? "**" : token)).join("")

/** Whether the pattern stands for the whole text. */
export const glob = (pattern: string, text: string): boolean => new RegExp(`^${source(pattern)}$`).test(text)
