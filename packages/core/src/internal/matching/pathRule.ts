// What a permission rule says of a file, such as the `src/**` of `Edit(src/**)`. It is a pattern as in a `.gitignore`,
// but that one with a folder in it starts from the folder that the agent works in.
import { fitsPath } from "./wildcards.ts"

/** The parts of a path, without those that lead nowhere. */
const partsOf = (path: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return parts
}

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(path)

/** Sets and choices are taken for anything: wider than they are, and never narrower. */
const widen = (pattern: string): string => pattern.replace(/\[[^\]]*\]|\{[^}]*\}|\?/g, "*")

const anywhere = ["**"]

/** The pattern from the root of the disk on, as far as that is known. */
const rooted = (pattern: string, cwd: string | undefined): ReadonlyArray<string> => {
  if (pattern.startsWith("//")) return partsOf(pattern)
  // Whose home, and which project, the event does not say.
  if (pattern.startsWith("~/")) return [...anywhere, ...partsOf(pattern.slice(2))]
  if (pattern.startsWith("/")) return [...anywhere, ...partsOf(pattern)]
  const isName = !pattern.replace(/\/$/, "").includes("/")
  return [...(isName || cwd === undefined ? anywhere : partsOf(cwd)), ...partsOf(pattern)]
}

/**
 * Whether a rule speaks of a file. Capitals do not count: on many disks they do not, and a guard too many is better than
 * one too few.
 */
export const speaksOfPath = (rule: string, path: string, cwd: string | undefined): boolean => {
  const full = isAbsolute(path) || cwd === undefined ? path : `${cwd}/${path}`
  const pattern = rooted(widen(rule.trim()).toLowerCase(), cwd?.toLowerCase())
  return fitsPath(pattern, partsOf(full.toLowerCase()))
}
