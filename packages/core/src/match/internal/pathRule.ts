// The pattern of a permission rule for a file, such as the `src/**` of `Edit(src/**)`. It is a pattern as in a
// `.gitignore`, except that a pattern with a folder begins at the project or at the agent's working directory.
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

/** Checks whether a pattern is a name that matches in any folder. */
const isName = (pattern: string): boolean => !pattern.replace(/\/$/, "").includes("/")

/** The folders in which a relative pattern may begin. */
export interface Roots {
  readonly project?: string
  /** The agent's working directory, which changes during a session. */
  readonly cwd?: string
}

/** Returns the absolute patterns, as far as they are known. */
const rooted = (pattern: string, roots: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  if (pattern.startsWith("//")) return [partsOf(pattern)]
  const parts = partsOf(pattern.replace(/^~\//, ""))
  // The event does not name the home folder, and `/src` begins at the folder of the file with the rule.
  if (/^~?\//.test(pattern)) return [[...anywhere, ...parts]]
  if (isName(pattern) || roots.length === 0) return [[...anywhere, ...parts]]
  return roots.map((root) => [...partsOf(root), ...parts])
}

/** Returns one spelling of names that many file systems take for one: in any case, composed or decomposed. */
const folded = (text: string): string => text.normalize("NFC").toLowerCase().normalize("NFC")

const isBelow = (parts: ReadonlyArray<string>, folder: ReadonlyArray<string>): boolean =>
  folder.every((part, at) => part === parts[at])

/**
 * Returns the folders in which a relative pattern may begin, or none if they are unknown: a working directory or a file
 * outside of the project may be in the project by another path, such as a symbolic link.
 */
const rootsOf = (file: string, project: string | undefined, cwd: string | undefined): ReadonlyArray<string> => {
  const roots = [project, cwd].filter((root) => root !== undefined).map(folded)
  const [outer, inner = outer] = roots.map(partsOf)
  if (outer === undefined || inner === undefined) return []
  return isBelow(inner, outer) && isBelow(partsOf(file), outer) ? roots : []
}

/**
 * Checks whether a rule may match a file. A relative pattern begins at the project, so that it applies after `cd`, and at
 * the working directory. A relative path without a working directory may be in any folder, so that every pattern with a
 * folder matches it. Case and Unicode's forms are ignored, because many file systems ignore them, and an extra run of a
 * guard is better than a missing one.
 */
export const speaksOfPath = (rule: string, path: string, { cwd, project }: Roots): boolean => {
  const pattern = folded(widen(rule.trim()))
  if (cwd === undefined && !isAbsolute(path) && !isName(pattern)) return true
  const full = folded(isAbsolute(path) || cwd === undefined ? path : `${cwd}/${path}`)
  return rooted(pattern, rootsOf(full, project, cwd)).some((parts) => fitsPath(parts, partsOf(full)))
}
