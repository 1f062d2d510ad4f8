// The paths in the project that a hook's command may run, with the variables of the project and of the command's own text.
import type { Hook } from "@hookline/schema/Hook"
import * as FilesRun from "../../match/internal/shell/filesRun.ts"

/** A path in the project, and whether a file of any kind runs there. */
export interface Candidate {
  readonly path: string
  readonly isScript: boolean
}

/** Removes the steps of a path that lead nowhere. A path may lead out of the project, to a file that is not the user's. */
export const normal = (path: string): string => {
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop()
    else if (step !== "" && step !== ".") steps.push(step)
  }
  return steps.join("/")
}

const variable = /\$(?:\{(\w+)\}|(\w+))/
/** A substitution, whose output may be the project's folder. */
const substitution = /\$\([^()]*(?:\([^()]*\)[^()]*)*\)|`[^`]*`/g

/** The value of a variable that is not the project's: a folder of the user's own, or one that only the shell knows. */
const elsewhere = "/"

/** Limits the values that variables of a text may have together, and variables in variables. */
const mostValues = 32
const deepest = 4

/** Replaces the variables and substitutions of a word by each of their values. */
const expanded = (
  text: string,
  inProject: ReadonlySet<string>,
  variables: FilesRun.FilesRun["variables"],
  depth = 0
): ReadonlyArray<string> => {
  const value = text.replaceAll(substitution, ".")
  const [all, braced, bare = braced] = variable.exec(value) ?? []
  if (all === undefined || bare === undefined) return [value]
  // A variable of the text has its values; any other is elsewhere, except for those of the project.
  const values = depth < deepest ? variables.get(bare) : undefined
  const known = values ?? [inProject.has(bare) ? "." : elsewhere]
  const results = known
    .slice(0, mostValues)
    .flatMap((one) => expanded(one.replaceAll(/^["']|["']$/g, ""), inProject, variables, depth + 1))
    .flatMap((one) =>
      expanded(
        value.replace(all, () => one.replaceAll("$", "")),
        inProject,
        variables,
        depth
      )
    )
  return results.slice(0, mostValues)
}

/** Returns the paths in the project that a word may be, up to the first pattern in it. */
const pathsOf = (
  text: string,
  isKnown: boolean,
  inProject: ReadonlySet<string>,
  variables: FilesRun.FilesRun["variables"]
): ReadonlyArray<string> => {
  const values = isKnown ? [text] : expanded(text, inProject, variables).map((one) => one.replace(/[*?[{$`][^]*$/, ""))
  return values.filter((value) => value !== "" && !/^[/~]/.test(value))
}

/** Returns the paths of the project that a command may run. */
export const candidates = (hook: Hook, inProject: ReadonlySet<string>): ReadonlyArray<Candidate> => {
  const { handler } = hook
  if (handler._tag !== "Command") return []
  const { args, command, shell = "" } = handler
  const { folders, variables, words } =
    args === undefined ? FilesRun.filesRun(command) : FilesRun.filesOfArguments([command, ...args])
  const paths = (text: string, isKnown: boolean) => pathsOf(text, isKnown, inProject, variables)
  const within = folders.flatMap((folder) => paths(folder, !/[$`]/.test(folder)))
  const own = shell.includes("/") ? paths(shell, true).map((path) => ({ path: normal(path), isScript: true })) : []
  return [
    ...own,
    ...words.flatMap(({ isKnown, isScript, text }) =>
      // Without a shell, too, variables are substituted.
      paths(text, isKnown && !(args !== undefined && text.includes("${"))).flatMap((path) =>
        within.map((folder) => ({ path: normal(`${folder}/${path}`), isScript }))
      )
    )
  ]
}
