/**
 * Hooks whose scripts are missing or not executable. They are reported before the guard is needed.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ConfigFiles, FileStatus } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"
import { runOf } from "./immediate.ts"
import * as PythonScript from "./PythonScript.ts"
import * as Script from "./Script.ts"

/** Any event, because the variables of folders do not depend on it. */
const anyEvent: HookEvent = { _tag: "Stop", stopHookActive: false }

/** A script, and the fields that may contain it. */
interface Candidate {
  readonly script: Script.Script
  readonly field: string
  /** The paths at which it may exist. */
  readonly places: ReadonlyArray<string>
}

const absolute = (folder: string, path: string): string => {
  if (path.startsWith("/")) return path
  return `${folder}/${path.replace(/^(?:\.\/)+/, "")}`
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"))

/** Returns the variables by which commands of a file name folders. */
const foldersOf = (dialect: Dialect, projectDir: string, source: Hook["source"]) =>
  dialect.env({ projectDir, event: anyEvent, source })

/**
 * Returns the script that a hook starts, if its text shows it: `last` where it is the last one's. The reader of commands is
 * created on demand.
 */
const candidate = (
  hook: Hook,
  projectDir: string,
  reader: () => ReturnType<typeof Script.readerInFolders>,
  last?: Candidate
): Candidate | undefined => {
  const { handler, source } = hook
  if (handler._tag === "Command") {
    if (!Script.mayName(handler.command)) return undefined
    // Without a shell the whole text is the program, including blanks.
    const script = reader()(handler.args === undefined ? handler.command : JSON.stringify(handler.command))
    if (script === undefined) return undefined
    return last?.script === script ? last : { script, field: "command", places: [absolute(projectDir, script.path)] }
  }
  const beside = folderOf(source.file)
  if (handler._tag === "Python" && handler.script !== undefined) {
    const { script: path } = handler
    const places = PythonScript.folders(source, projectDir, beside).map((folder) => absolute(folder, path))
    return { script: { path, direct: false }, field: "script", places }
  }
  return handler._tag === "Module"
    ? { script: { path: handler.path, direct: false }, field: "path", places: [absolute(beside, handler.path)] }
    : undefined
}

type Code = "script-missing" | "script-not-executable"

const problemOf = (
  { places, script: { direct } }: Candidate,
  standings: ReadonlyMap<string, FileStatus>
): Code | undefined => {
  if (places.every((place) => standings.get(place) === "missing")) return "script-missing"
  return direct && standings.get(places[0] ?? "") === "plain" ? "script-not-executable" : undefined
}

/** Returns the hooks that a script's problem concerns, in words. */
const hooksOf = (count: number): string =>
  count === 1
    ? "this hook can't do its work"
    : `this hook and ${count - 1} more ${count === 2 ? "hook" : "hooks"} of the file can't do their work`

/** A problem of a script, the hook that is written first, and the number of all hooks of the file that start the script. */
interface Problem {
  readonly hook: Hook
  readonly script: Candidate
  readonly code: Code
  count: number
}

const describe = ({
  code,
  count,
  hook,
  script: {
    field,
    places,
    script: { path }
  }
}: Problem): Omit<Diagnostic, "line" | "column"> => ({
  code,
  level: "warning",
  dialect: hook.source.dialect,
  file: hook.source.file,
  at: [...hook.source.at, field],
  ...(code === "script-missing"
    ? {
        text: `${places.join(" or ")} is not there, so that ${hooksOf(count)}.`,
        fix: "Put the script there, or write the path where it is."
      }
    : {
        text: `${places[0]} has no run bit, so that ${hooksOf(count)}.`,
        fix: `Run \`chmod +x ${path}\`.`
      })
})

/**
 * The program and the script of a command hook, as far as its text shows them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Started {
  /** The first word: a name that the search path resolves, or a path. */
  readonly program?: string
  /** The script as written and as a path, and whether it is started directly. */
  readonly script?: { readonly path: string; readonly file: string; readonly direct: boolean }
}

/** Returns a hook with the paths of its command that begin in the home folder, as a shell reads them. */
const atHome = (hook: Hook, home: string): Hook => {
  const { handler } = hook
  if (handler._tag !== "Command" || handler.args !== undefined || !handler.command.includes("~/")) return hook
  return { ...hook, handler: { ...handler, command: handler.command.replaceAll(/(?<=^|[\s;&|])~(?=\/)/g, home) } }
}

/**
 * Returns the program and the script of a command hook. `home` is the folder of `~` and `HOME`, if they are known.
 *
 * @category getters
 * @since 0.1.0
 */
export const started = (written: Hook, dialect: Dialect, projectDir: string, home?: string): Started => {
  const hook = home === undefined ? written : atHome(written, home)
  const { handler, source } = hook
  if (handler._tag !== "Command") return {}
  const env = { ...foldersOf(dialect, projectDir, source), ...(home !== undefined && { HOME: home }) }
  const program = handler.args === undefined ? Script.program(handler.command, env) : handler.command
  const found = candidate(hook, projectDir, () => Script.readerInFolders(env))
  return {
    ...(program !== undefined && { program }),
    ...(found !== undefined && { script: { ...found.script, file: found.places[0] ?? "" } })
  }
}

const noStatuses: ReadonlyMap<string, FileStatus> = new Map()

/** Returns the statuses of the paths that are not executable. A status that can't be read is no problem of the script. */
const statusesOf = (
  { status }: ConfigFiles["Service"],
  places: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, FileStatus>> => {
  const run = runOf(status)
  let seen: Map<string, FileStatus> | undefined
  const note = (place: string, found: FileStatus): void => {
    if (found !== "executable") (seen ??= new Map()).set(place, found)
  }
  if (run === undefined) {
    const ask = (place: string) =>
      Effect.map(
        Effect.orElseSucceed(status(place), () => "executable" as const),
        (found) => note(place, found)
      )
    return Effect.map(Effect.forEach(places, ask, { discard: true }), () => seen ?? noStatuses)
  }
  for (const place of places) {
    const exit = run(place)
    if (Exit.isFailure(exit) && !Cause.hasFails(exit.cause)) return Effect.as(Effect.orDie(exit), noStatuses)
    if (Exit.isSuccess(exit)) note(place, exit.value)
  }
  return Effect.succeed(seen ?? noStatuses)
}

/** Finds the candidate of each hook of a file. */
type Find = (hook: Hook) => Candidate | undefined

/** Creates a function that finds candidates. Hooks that start one script in a row have the same one. */
const finder = (dialect: Dialect, projectDir: string, source: Hook["source"]): Find => {
  // The hooks of one file differ only in their positions, so they have the same variables.
  let made: ReturnType<typeof Script.readerInFolders> | undefined
  const reader = () => (made ??= Script.readerInFolders(foldersOf(dialect, projectDir, source)))
  let last: Candidate | undefined
  return (hook) => {
    const found = candidate(hook, projectDir, reader, last)
    last = found ?? last
    return found
  }
}

/** Returns the problems of scripts, each with the number of hooks that start the script. */
const problemsOf = (
  hooks: ReadonlyArray<Hook>,
  find: Find,
  statuses: ReadonlyMap<string, FileStatus>
): ReadonlyArray<Problem> => {
  const found = new Map<string, Problem>()
  for (const hook of hooks) {
    const script = find(hook)
    const code = script && problemOf(script, statuses)
    if (script === undefined || code === undefined) continue
    const key = JSON.stringify([code, script.field, script.places])
    const known = found.get(key)
    if (known === undefined) found.set(key, { hook, script, code, count: 1 })
    else known.count++
  }
  return [...found.values()]
}

const noDiagnostics: Effect.Effect<ReadonlyArray<Diagnostic>> = Effect.succeed([])

/**
 * Returns diagnostics for the scripts of a file's hooks: one for each script, because a file may start one script on many
 * events.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = (
  files: ConfigFiles["Service"],
  hooks: ReadonlyArray<Hook>,
  text: string,
  dialect: Dialect,
  projectDir: string
): Effect.Effect<ReadonlyArray<Diagnostic>> => {
  const [first] = hooks
  if (first === undefined) return noDiagnostics
  const find = finder(dialect, projectDir, first.source)
  let places: Array<string> | undefined
  let last: Candidate | undefined
  for (const hook of hooks) {
    const script = find(hook)
    if (script === undefined || script === last) continue
    if (places === undefined) places = [...script.places]
    else places.push(...script.places)
    last = script
  }
  if (places === undefined) return noDiagnostics
  const all = places.length === 1 ? places : [...new Set(places)]
  return Effect.flatMapEager(statusesOf(files, all), (statuses) => {
    // Nearly always all scripts are executable, so that only others are in the map.
    const problems = statuses.size === 0 ? [] : problemsOf(hooks, find, statuses)
    if (problems.length === 0) return noDiagnostics
    return Effect.map(dialect.config.locate(first.source, text), (position) =>
      problems.map((problem) => {
        const diagnostic = describe(problem)
        return { ...diagnostic, ...position(diagnostic.at) }
      })
    )
  })
}
