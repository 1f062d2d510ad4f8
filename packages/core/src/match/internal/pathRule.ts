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
  const isName = !pattern.replace(/\/$/, "").includes("/")
  if (isName || roots.length === 0) return [[...anywhere, ...parts]]
  return roots.map((root) => [...partsOf(root), ...parts])
}

/** Returns one spelling of names that many file systems take for one: in any case, composed or decomposed. */
const folded = (text: string): string => text.normalize("NFC").toLowerCase().normalize("NFC")

/**
 * Returns the folders in which a relative pattern may begin, or none if they are unknown: outside of the project the
 * agent may reach the project by another path, such as a symbolic link.
 */
const rootsOf = (project: string | undefined, cwd: string | undefined): ReadonlyArray<string> => {
  const roots = [project, cwd].filter((root) => root !== undefined).map(folded)
  const [outer, inner = outer] = roots.map(partsOf)
  return outer?.every((part, at) => part === inner?.[at]) === true ? roots : []
}

/**
 * Checks whether a rule may match a file. A relative pattern begins at the project, so that it applies after `cd`, and at
 * the working directory. Case and Unicode's forms are ignored, because many file systems ignore them, and an extra run of
 * a guard is better than a missing one.
 */
export const speaksOfPath = (rule: string, path: string, { cwd, project }: Roots): boolean => {
  const from = cwd ?? project
  const full = folded(isAbsolute(path) || from === undefined ? path : `${from}/${path}`)
  return rooted(folded(widen(rule.trim())), rootsOf(project, cwd)).some((pattern) => fitsPath(pattern, partsOf(full)))
}
