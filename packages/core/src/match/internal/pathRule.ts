// The pattern of a permission rule for a file, such as the `src/**` of `Edit(src/**)`. It is a pattern as in a
// `.gitignore`, except that a pattern with a folder starts from the agent's working directory.
import { fitsPath } from "./wildcards.ts"

/** Splits a path into its parts, without empty and `.` parts. */
const partsOf = (path: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return parts
}

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(path)

/** Replaces sets and alternatives by `*`, so that the pattern matches more and never less. */
const widen = (pattern: string): string => pattern.replace(/\[[^\]]*\]|\{[^}]*\}|\?/g, "*")

const anywhere = ["**"]

/** Returns the absolute pattern, as far as it is known. */
const rooted = (pattern: string, cwd: string | undefined): ReadonlyArray<string> => {
  if (pattern.startsWith("//")) return partsOf(pattern)
  // The event names neither the home folder nor the project.
  if (pattern.startsWith("~/")) return [...anywhere, ...partsOf(pattern.slice(2))]
  if (pattern.startsWith("/")) return [...anywhere, ...partsOf(pattern)]
  const isName = !pattern.replace(/\/$/, "").includes("/")
  return [...(isName || cwd === undefined ? anywhere : partsOf(cwd)), ...partsOf(pattern)]
}

/**
 * Checks whether a rule may match a file. Case is ignored, because many file systems ignore it, and an extra run of a
 * guard is better than a missing one.
 */
export const speaksOfPath = (rule: string, path: string, cwd: string | undefined): boolean => {
  const full = isAbsolute(path) || cwd === undefined ? path : `${cwd}/${path}`
  const pattern = rooted(widen(rule.trim()).toLowerCase(), cwd?.toLowerCase())
  return fitsPath(pattern, partsOf(full.toLowerCase()))
}
