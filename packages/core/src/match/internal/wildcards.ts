// Patterns in which `*` matches any text, and path patterns in which `*` matches within a folder and `**` across
// folders. They are no regular expressions, so that matching is always fast.

/** Checks whether a pattern matches a text. */
export const fits = (pattern: string, text: string): boolean => {
  const [first = "", ...rest] = pattern.split("*")
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** Checks whether a pattern matches a path, or a folder that contains it. Both are split into parts. */
export const fitsPath = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  // For each number of path parts: whether the pattern's parts up to here match them.
  let reached = path
    .map(() => false)
    .concat(false)
    .with(0, true)
  for (const part of pattern) {
    const next = reached.map(() => false)
    for (const [count, isReached] of reached.entries()) {
      if (part === "**") next[count] = isReached || (next[count - 1] ?? false)
      else if (isReached && count < path.length && fits(part, path[count] ?? "")) next[count + 1] = true
    }
    reached = next
  }
  return reached.includes(true)
}
