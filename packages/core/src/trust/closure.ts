/**
 * The closure of a hook: the files that it runs as far as its own text shows them, and what no seal covers.
 *
 * @since 0.1.0
 */
import type { Handler } from "@hookline/schema/Handler"
import type { Needs } from "@hookline/schema/kit/Seal"
import { ClosureFinder, type Code, type Role } from "./internal/closure/ClosureFinder.ts"
import { readCalls } from "./internal/closure/code.ts"
import { type Leaves, nothingLeft } from "./internal/Leaves.ts"
import type { Language } from "./internal/programs.ts"
import { join, type Known, plain } from "./internal/ShellValues.ts"
import * as NeedsOf from "./needs.ts"

/**
 * A file that a hook runs or may run.
 *
 * **Details**
 *
 * A `program` is started itself, a `script` by an interpreter. An `argument` is named like a script, and may be run by the
 * program that gets its name. Where the folder of a name is not certain there is a file for each folder, of which most
 * need not exist.
 *
 * @category models
 * @since 0.1.0
 */
export interface RunFile {
  /** The absolute path, with the steps back that are written. */
  readonly path: string
  readonly role: Role
  /** The languages of the interpreters that run it, where the text names these. */
  readonly languages?: ReadonlyArray<Language>
  /** True if it runs in the shell of the text itself. */
  readonly isSourced?: boolean
}

/**
 * The closure of a hook.
 *
 * @category models
 * @since 0.1.0
 */
export interface Closure {
  readonly files: ReadonlyArray<RunFile>
  /** Programs that run and are in no file of the hook, such as `npx prettier`. */
  readonly beyond: ReadonlyArray<string>
  /** The words that name what runs, and that only the shell or the program can know. */
  readonly unknown: ReadonlyArray<string>
  /** Installed programs of which nothing is known. They belong to the machine, as interpreters do. */
  readonly programs: ReadonlyArray<string>
  /** The names of all programs that are looked up in `PATH`. */
  readonly commands: ReadonlyArray<string>
  /** Code of other languages in the entry itself. */
  readonly code: ReadonlyArray<Code>
  /** Folders in which imports are searched. */
  readonly roots: ReadonlyArray<string>
  /** The variables that are not known here, and that decide what runs if they are set. */
  readonly reads: ReadonlyArray<string>
  /** The parts of the machine that the text of the entry reaches. */
  readonly needs: Needs
  /** The state that the text leaves to the scripts that it runs. */
  readonly leaves: Leaves
  /** The state that the text leaves to the scripts that run in its own shell. */
  readonly leavesSourced: Leaves
}

export type { Code, Leaves, Role }
export { merged, nothingLeft, textOf } from "./internal/Leaves.ts"

/**
 * The folders and variables of the process in which a hook runs.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  /** The folder of the project, in which commands start. */
  readonly project: string
  readonly home: string
  /** The variables that the process gets, such as those of folders. */
  readonly variables: Readonly<Record<string, string>>
  /** The folder with the repository of the project. Defaults to the project. */
  readonly repository?: string
  /** The folder of the file that configures the hook. Defaults to the project. */
  readonly beside?: string
  /** The folders to which the script of a Python hook may be relative. Defaults to the project and `beside`. */
  readonly folders?: ReadonlyArray<string>
}

const knownOf = ({ home, project, repository = project, variables }: Place): Known => ({
  variables,
  home,
  folder: project,
  repository
})

const empty: Closure = {
  files: [],
  beyond: [],
  unknown: [],
  programs: [],
  commands: [],
  code: [],
  roots: [],
  reads: [],
  needs: NeedsOf.none,
  leaves: nothingLeft,
  leavesSourced: nothingLeft
}

const sorted = (set: ReadonlySet<string>): ReadonlyArray<string> => [...set].toSorted()

/** Creates what finds the files of a text in a place. */
export const finderIn = (place: Place, length: number, leaves: Leaves = nothingLeft): ClosureFinder =>
  new ClosureFinder(knownOf(place), length, leaves)

/** Returns what was found. */
export const closureFrom = (finder: ClosureFinder): Closure => ({
  files: [...finder.files]
    .map(([path, role]): RunFile => {
      const languages = finder.languages.get(path)
      return {
        path,
        role,
        ...(languages !== undefined && { languages: [...languages] }),
        ...(finder.sourced.has(path) && { isSourced: true })
      }
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  beyond: sorted(finder.beyond),
  unknown: sorted(finder.unknown),
  programs: sorted(finder.programs),
  commands: sorted(finder.commands),
  code: finder.code,
  roots: sorted(finder.roots),
  reads: sorted(finder.values.reads),
  needs: {
    network: sorted(finder.needs.network),
    desktop: sorted(finder.needs.desktop),
    sockets: sorted(finder.needs.sockets),
    secrets: sorted(finder.needs.secrets),
    tools: sorted(finder.needs.tools),
    writes: sorted(finder.needs.writes)
  },
  leaves: finder.leaves(false),
  leavesSourced: finder.leaves(true)
})

const definition = /(?:^|[\s;{(&|])(?:function\s+([\w:.-]+)|([\w:.-]+)\s*\(\s*\))/g

/**
 * Returns the names of the functions that a text for the shell defines.
 *
 * @category getters
 * @since 0.1.0
 */
export const functionsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(definition)].map(([, one, other = ""]) => one ?? other)

/**
 * Returns what a text for the shell runs.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofText = (text: string, place: Place, leaves?: Leaves): Closure => {
  const finder = finderIn(place, text.length, leaves)
  finder.whole(text)
  // The commands of a function are those of the text.
  for (const name of functionsIn(text)) finder.programs.delete(name)
  return closureFrom(finder)
}

/**
 * Returns what a shell script runs, whose own path its text may use: each of the paths by which it is named.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofScript = (
  text: string,
  path: string | ReadonlyArray<string>,
  place: Place,
  leaves?: Leaves
): Closure => {
  const paths = typeof path === "string" ? [path] : path
  const finder = finderIn(place, text.length, leaves)
  for (const one of paths) {
    finder.values.set("BASH_SOURCE", plain(one))
    finder.values.set("0", plain(one))
  }
  finder.whole(text)
  return closureFrom(finder)
}

/**
 * Returns what the first line of a script runs: the interpreter that it names, with its options and the script.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofFirstLine = (line: string, path: string, place: Place, leaves?: Leaves): Closure => {
  const finder = finderIn(place, line.length + path.length, leaves)
  finder.arguments([...line.replace(/^#!/, "").trim().split(/\s+/), path])
  return closureFrom(finder)
}

/**
 * Returns what code of another language runs, as far as its calls name it.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofCode = (
  language: Language,
  text: string,
  place: Place,
  finder = finderIn(place, text.length)
): Closure => {
  readCalls(finder, language, text)
  return closureFrom(finder)
}

const ofArguments = (words: ReadonlyArray<string>, place: Place, leaves: Leaves | undefined): Closure => {
  const finder = finderIn(place, words.join(" ").length, leaves)
  finder.arguments(words)
  return closureFrom(finder)
}

const isBashLike = /(?:^|\/)(?:ba|z|da|a|k|mk)?sh$/

/** Returns what a text for another shell runs: of its syntax only names of scripts are read. */
const ofOtherShell = (shell: string, text: string, place: Place, leaves: Leaves | undefined): Closure => {
  const finder = finderIn(place, text.length, leaves)
  finder.arguments([shell, /p(?:ower)?(?:wsh|shell)/i.test(shell) ? "-Command" : "-c", text])
  return closureFrom(finder)
}

const moduleFiles = (name: string, folders: ReadonlyArray<string>): ReadonlyArray<RunFile> => {
  const module = name.includes(":")
    ? name.slice(0, name.indexOf(":"))
    : name.slice(0, Math.max(0, name.lastIndexOf(".")))
  const path = module.replaceAll(".", "/")
  return folders.flatMap((folder) =>
    [`${path}.py`, `${path}/__init__.py`].map((file): RunFile => ({
      path: join(folder, file),
      role: "script",
      languages: ["python"]
    }))
  )
}

/**
 * Returns what a handler runs.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (handler: Handler, place: Place, leaves?: Leaves): Closure => {
  const { beside = place.project } = place
  const { folders = [place.project, beside] } = place
  switch (handler._tag) {
    case "Command": {
      const { args, command, shell } = handler
      if (args !== undefined) return ofArguments([command, ...args], place, leaves)
      if (shell === undefined || isBashLike.test(shell)) {
        const closure = ofText(command, place, leaves)
        if (shell === undefined || !shell.includes("/") || /^\/(?:usr\/(?:local\/)?)?bin\//.test(shell)) return closure
        return { ...closure, files: [...closure.files, { path: join(place.project, shell), role: "program" }] }
      }
      return ofOtherShell(shell, command, place, leaves)
    }
    case "Python": {
      const { function: name, script } = handler
      if (script !== undefined)
        return {
          ...empty,
          files: folders.map((folder) => ({ path: join(folder, script), role: "script", languages: ["python"] }))
        }
      return { ...empty, files: moduleFiles(name ?? "", folders), roots: folders }
    }
    case "Module":
      return { ...empty, files: [{ path: join(beside, handler.path), role: "script", languages: ["javascript"] }] }
    case "Http":
      return { ...empty, needs: { ...NeedsOf.none, network: [handler.url] } }
    case "McpTool":
      return { ...empty, beyond: [`the tool ${handler.tool} of ${handler.server}`] }
    case "Prompt":
    case "Agent":
      return { ...empty, beyond: [handler.model === undefined ? "a model" : `the model ${handler.model}`] }
    case "Native":
      return empty
  }
}
