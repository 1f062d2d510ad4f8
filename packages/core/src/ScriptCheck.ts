/**
 * Hooks whose scripts are not there, or can't be started: a guard that would never run is told before it is needed.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { ConfigFiles, type Standing } from "./ConfigFiles.ts"
import type { Dialect } from "./Dialect.ts"
import * as Script from "./Script.ts"

/** Which event it is makes no difference for the variables that name folders. */
const anyEvent = cases.Stop.make({})

/** A script, and the fields in which it may stand. */
interface Candidate extends Script.Script {
  readonly field: string
  /** Where it may lie. */
  readonly places: ReadonlyArray<string>
}

const absolute = (folder: string, path: string): string =>
  path.startsWith("/") ? path : `${folder}/${path.replace(/^(?:\.\/)+/, "")}`

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"))

/** What a hook starts, where its text tells. `env` is asked for only then. */
const candidate = (
  hook: Hook,
  projectDir: string,
  env: () => Readonly<Record<string, string>>
): Candidate | undefined => {
  const { handler, source } = hook
  if (handler._tag === "Command") {
    if (handler.args !== undefined || !Script.mayName(handler.command)) return undefined
    const script = Script.of(handler.command, env())
    return script && { ...script, field: "command", places: [absolute(projectDir, script.path)] }
  }
  const beside = folderOf(source.file)
  if (handler._tag === "Python" && handler.script !== undefined) {
    const { script: path } = handler
    return { path, direct: false, field: "script", places: [absolute(projectDir, path), absolute(beside, path)] }
  }
  return handler._tag === "Module"
    ? { path: handler.path, direct: false, field: "path", places: [absolute(beside, handler.path)] }
    : undefined
}

/** Makes a value when it is asked for, once. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * What is wrong with the scripts of a file's hooks.
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
  // The hooks of one file have one source but for their places in it, and so the same variables.
  const env = once(() => dialect.env({ projectDir, event: anyEvent, source: first.source }))
  const seen = new Map<string, Standing>()
  const standingOf = Effect.fnUntraced(function* (path: string) {
    const known = seen.get(path) ?? (yield* files.standing(path))
    seen.set(path, known)
    return known
  })
  const found: Array<Omit<Diagnostic, "line" | "column">> = []
  for (const hook of hooks) {
    const script = candidate(hook, projectDir, env)
    if (script === undefined) continue
    const standings = yield* Effect.forEach(script.places, standingOf)
    const missing = standings.every((standing) => standing === "missing")
    if (!missing && !(script.direct && standings[0] === "plain")) continue
    found.push({
      code: missing ? "script-missing" : "script-not-executable",
      level: "warning",
      dialect: dialect.name,
      file: hook.source.file,
      at: [...hook.source.at, script.field],
      text: missing
        ? `${script.places.join(" or ")} is not there, so that this hook can't do its work.`
        : `${script.places[0]} has no run bit, so that this hook can't do its work.`,
      fix: missing ? "Put the script there, or write the path where it is." : `Run \`chmod +x ${script.path}\`.`
    })
  }
  if (found.length === 0) return []
  const position = yield* dialect.config.locate(first.source, text)
  return found.map((diagnostic) => ({ ...diagnostic, ...position(diagnostic.at) }))
})
