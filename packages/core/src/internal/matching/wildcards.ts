// Texts with `*` for anything, and paths with `*` for anything in a folder and `**` for any folders. No regular
// expressions: a rule must not take for ever, whatever it is held against.

/** Whether a text is what a pattern says. */
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

/** Whether a path's parts are what a pattern's parts say, or lie in a folder that is. */
export const fitsPath = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  // Whether the parts of the pattern up to here fit the path's first parts, for each number of those.
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
