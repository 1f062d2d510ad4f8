/**
 * Hooks whose scripts are missing or not executable. They are reported before the guard is needed.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { ConfigFiles, type FileStatus } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"
import * as PythonScript from "./PythonScript.ts"
import * as Script from "./Script.ts"

/** Any event, because the variables of folders do not depend on it. */
const anyEvent = cases.Stop.make({})

/** A script, and the fields that may contain it. */
interface Candidate extends Script.Script {
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

/** Returns the script that a hook starts, if its text shows it. The reader of commands is created on demand. */
const candidate = (
  hook: Hook,
  projectDir: string,
  reader: () => ReturnType<typeof Script.readerInFolders>
): Candidate | undefined => {
  const { handler, source } = hook
  if (handler._tag === "Command") {
    if (!Script.mayName(handler.command)) return undefined
    // Without a shell the whole text is the program, including blanks.
    const script = reader()(handler.args === undefined ? handler.command : JSON.stringify(handler.command))
    if (script === undefined) return undefined
    const { direct, path } = script
    return { path, direct, field: "command", places: [absolute(projectDir, path)] }
  }
  const beside = folderOf(source.file)
  if (handler._tag === "Python" && handler.script !== undefined) {
    const { script: path } = handler
    const places = PythonScript.folders(source, projectDir, beside).map((folder) => absolute(folder, path))
    return { path, direct: false, field: "script", places }
  }
  return handler._tag === "Module"
    ? { path: handler.path, direct: false, field: "path", places: [absolute(beside, handler.path)] }
    : undefined
}

/** Creates a function that computes a value once, on the first call. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

type Code = "script-missing" | "script-not-executable"

const problemOf = ({ direct, places }: Candidate, standings: ReadonlyMap<string, FileStatus>): Code | undefined => {
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
  script: { field, path, places }
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

/**
 * Returns the program and the script of a command hook.
 *
 * @category getters
 * @since 0.1.0
 */
export const started = (hook: Hook, dialect: Dialect, projectDir: string): Started => {
  const { handler, source } = hook
  if (handler._tag !== "Command") return {}
  const env = foldersOf(dialect, projectDir, source)
  const program = handler.args === undefined ? Script.program(handler.command, env) : handler.command
  const found = candidate(hook, projectDir, () => Script.readerInFolders(env))
  return {
    ...(program !== undefined && { program }),
    ...(found !== undefined && { script: { path: found.path, file: found.places[0] ?? "", direct: found.direct } })
  }
}

/**
 * Returns diagnostics for the scripts of a file's hooks: one for each script, because a file may start one script on many
 * events.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  text: string,
  dialect: Dialect,
  projectDir: string
): Effect.fn.Return<ReadonlyArray<Diagnostic>, never, ConfigFiles> {
  const [first] = hooks
  if (first === undefined) return []
  const files = yield* ConfigFiles
  // The hooks of one file differ only in their positions, so they have the same variables.
  const reader = once(() => Script.readerInFolders(foldersOf(dialect, projectDir, first.source)))
  const seen = new Map<string, FileStatus>()
  const found = new Map<string, Problem>()
  for (const hook of hooks) {
    const script = candidate(hook, projectDir, reader)
    if (script === undefined) continue
    for (const place of script.places) {
      // A status that can't be read is no problem of the script.
      if (!seen.has(place))
        seen.set(place, yield* Effect.orElseSucceed(files.status(place), () => "executable" as const))
    }
    const code = problemOf(script, seen)
    if (code === undefined) continue
    const key = JSON.stringify([code, script.field, script.places])
    const known = found.get(key)
    if (known === undefined) found.set(key, { hook, script, code, count: 1 })
    else known.count++
  }
  if (found.size === 0) return []
  const position = yield* dialect.config.locate(first.source, text)
  return Array.from(found.values(), (problem) => {
    const diagnostic = describe(problem)
    return { ...diagnostic, ...position(diagnostic.at) }
  })
})
