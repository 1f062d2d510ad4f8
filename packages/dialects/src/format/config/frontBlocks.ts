/**
 * Texts at the beginning of a file that are meant as a front matter and are none: blocks between other lines than `---`,
 * blocks in other formats, and a second block. No agent reads them, so that hooks in them do not run.
 */

/** The maximum length of what is searched for a block. */
const mostSearched = 8192

/** Matches a line that begins a block, with a word or a comment behind it. */
const opening = /^(?:-{2,}|\+{2,}|;{2,}|~{3,}|`{3,}|[\u2013\u2014]+)[ \t]*(?:\w+|#.*)?[ \t]*$/

/** Matches a line that ends a block. */
const closing = /^(?:-{2,}|\+{2,}|;{2,}|~{3,}|`{3,}|[\u2013\u2014]+)[ \t]*$/

/** Matches a line with a key, with which a block begins whose first line is absent. */
const keyLine = /^["']?[\w-]+["']?[ \t]*[:=]/

/** Returns the lines of the beginning of a text. UTF-16 that was decoded as UTF-8 has a NUL beside each letter. */
const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .slice(0, mostSearched)
    .replaceAll("\0", "")
    .trimStart()
    .split(/\r\n|\n|\r/)

/** Returns the lines before the end of the block that they begin with, if it has an end. */
const blockOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const [first = ""] = lines
  const isObject = first.startsWith("{")
  if (!isObject && !opening.test(first) && !keyLine.test(first)) return undefined
  const end = lines.findIndex((line, at) => (isObject ? line.startsWith("}") : at > 0 && closing.test(line)))
  return end < 0 ? undefined : lines.slice(0, end)
}

const beforeEmpty = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const empty = lines.findIndex((line) => line.trim() === "")
  return empty < 0 ? lines : lines.slice(0, empty)
}

/** Returns the lines at the beginning of a file that has no front matter: those of a block, or before the first empty one. */
export const headOf = (text: string): string => {
  const lines = linesOf(text)
  return (blockOf(lines) ?? beforeEmpty(lines)).join("\n")
}

/**
 * Returns the block behind a front matter, if there is one. Without a first line of its own it begins at once and has an
 * end, because a text may also begin with a key.
 */
export const blockBehind = (text: string): string | undefined => {
  const lines = linesOf(text)
  const [first = ""] = lines
  // Many skills begin with code, which is a part of their text.
  if (/^[`~]/.test(first)) return undefined
  if (opening.test(first)) return (blockOf(lines) ?? beforeEmpty(lines)).join("\n")
  return keyLine.test(first) && /^\S/.test(text) ? blockOf(lines)?.join("\n") : undefined
}
