/**
 * User-level hooks whose commands run a file of the project: they name it by a relative path, or by the variable of the
 * project's folder, so that the project decides what they do.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { isScriptName } from "../match/internal/shell/scriptPrograms.ts"
import { ConfigFiles } from "./ConfigFiles.ts"
import { type Candidate, candidates, normal } from "./internal/projectPaths.ts"

/**
 * The folders of a project and of its user.
 *
 * @category models
 * @since 0.1.0
 */
export interface Folders {
  readonly project: string
  readonly home: string
}

/** Any event, because the variables of folders do not depend on it. */
const anyEvent: HookEvent = { _tag: "Stop", stopHookActive: false }

/** Finds the first of these paths at which the project has a file that would run. */
const firstFile = Effect.fnUntraced(function* (project: string, all: ReadonlyArray<Candidate>) {
  const files = yield* ConfigFiles
  // A status that can't be read is that of a file.
  const status = (path: string) => Effect.orElseSucceed(files.status(path), () => "executable" as const)
  for (const { isScript, path } of all) {
    if (path === "") continue
    const found = yield* status(`${project}/${path}`)
    if (found === "missing" || (found === "plain" && !isScript && !isScriptName(path))) continue
    // A folder is a program for some interpreters, and otherwise none.
    if (isScript || (yield* status(`${project}/${path}/.`)) !== "executable") return path
  }
  return undefined
})

/** Returns where the user's own file of that name is, or where it belongs. */
const ownPath = Effect.fnUntraced(function* (home: string, { source }: Hook, path: string) {
  const files = yield* ConfigFiles
  const own = path.replace(/^(?:\.\.\/)+/, "")
  const folder = source.file.slice(0, source.file.lastIndexOf("/"))
  const places = [`${folder}/${own}`, `${home}/${own}`, `${folder}/${own.slice(own.lastIndexOf("/") + 1)}`]
  for (const place of places) {
    const status = yield* Effect.orElseSucceed(files.status(place), () => "missing" as const)
    if (status !== "missing") return place
  }
  return places[0] ?? own
})

/** Checks whether hooks of one file may run a file of the project. In the home folder the files are the user's own. */
const mayRunProjectFiles = ([first]: ReadonlyArray<Hook>, { home, project }: Folders): boolean =>
  first !== undefined && first.source.scope === "user" && normal(project) !== normal(home)

/**
 * Returns the hooks of a file, of which those that run a file of the project have its path.
 *
 * @category discovering
 * @since 0.1.0
 */
export const mark = (
  hooks: ReadonlyArray<Hook>,
  dialect: Dialect,
  folders: Folders
): Effect.Effect<ReadonlyArray<Hook>, never, ConfigFiles> =>
  mayRunProjectFiles(hooks, folders) ? marking(hooks, dialect, folders) : Effect.succeed(hooks)

const marking = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  dialect: Dialect,
  { project }: Folders
): Effect.fn.Return<ReadonlyArray<Hook>, never, ConfigFiles> {
  let marked: Array<Hook> | undefined
  let inProject: ReadonlySet<string> | undefined
  for (const [at, hook] of hooks.entries()) {
    if (hook.handler._tag !== "Command") continue
    // The hooks of one file have the same variables.
    inProject ??= projectVariables(dialect, hook, project)
    const projectFile = yield* firstFile(project, candidates(hook, inProject))
    if (projectFile !== undefined) (marked ??= [...hooks])[at] = { ...hook, projectFile }
  }
  return marked ?? hooks
})

const projectVariables = (dialect: Dialect, { source }: Hook, project: string): ReadonlySet<string> => {
  const env = dialect.env({ projectDir: project, event: anyEvent, source })
  return new Set(["PWD", ...Object.keys(env).filter((name) => env[name] === project)])
}

/** Checks whether hooks of projects do not run, and this one neither. */
const isRefused = ({ off }: Hook): boolean => off?._tag === "SourceNotAllowed" && off.setting === "allow_project_hooks"

/**
 * Returns diagnostics for the hooks that `mark` has marked, once settings are applied to them. A hook that settings keep
 * from running is a loss, because its own entry does not show it.
 *
 * @category discovering
 * @since 0.1.0
 */
export const diagnose = (
  hooks: ReadonlyArray<Hook>,
  text: string,
  dialect: Dialect,
  folders: Folders
): Effect.Effect<ReadonlyArray<Diagnostic>, never, ConfigFiles> =>
  hooks.some(({ projectFile }) => projectFile !== undefined) ? diagnosing(hooks, text, dialect, folders) : noDiagnostics

const noDiagnostics: Effect.Effect<ReadonlyArray<Diagnostic>> = Effect.succeed([])

const diagnosing = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  text: string,
  dialect: Dialect,
  { home, project }: Folders
): Effect.fn.Return<ReadonlyArray<Diagnostic>, never, ConfigFiles> {
  const marked = hooks.filter(({ projectFile }) => projectFile !== undefined)
  const [first] = marked
  if (first === undefined) return []
  const position = yield* dialect.config.locate(first.source, text)
  return yield* Effect.forEach(marked, (hook) =>
    Effect.map(ownPath(home, hook, hook.projectFile ?? ""), (own): Diagnostic => {
      const at = [...hook.source.at, "command"]
      const isLost = isRefused(hook)
      const code = isLost ? "project-file-refused" : "project-file"
      return {
        code,
        level: codes[code][0],
        dialect: hook.source.dialect,
        file: hook.source.file,
        ...position(at),
        at,
        text: isLost
          ? `This hook of yours would run ${project}/${hook.projectFile}, and hooks of projects are not allowed.`
          : `This hook of yours runs ${project}/${hook.projectFile}, so that it counts as the project's.`,
        fix: `Write the absolute path of your own file, such as ${own}.`,
        ...(isLost && hook.enabled && { lost: { entries: 1, events: [hook.event] } })
      }
    })
  )
})
