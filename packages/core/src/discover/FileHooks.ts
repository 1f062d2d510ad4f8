/**
 * The part of a catalog that one file contributes: its hooks under the project's settings, and its diagnostics.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File, Path } from "@hookline/schema/Source"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Effect from "effect/Effect"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Dialect, Reading } from "../Dialect.ts"
import * as ProjectFiles from "./ProjectFiles.ts"
import * as ProjectModules from "./ProjectModules.ts"
import * as ProjectLimits from "./ProjectLimits.ts"
import * as ScriptCheck from "./ScriptCheck.ts"
import type * as SettingsFiles from "./SettingsFiles.ts"
import * as Disabling from "./Disabling.ts"

/**
 * The settings that apply to all files of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectContext extends ProjectFiles.Folders {
  readonly known: SettingsFiles.Known
  readonly why: (hook: Hook) => WhyNot | undefined
}

/**
 * Creates the context of a project with these settings.
 *
 * @category constructors
 * @since 0.1.0
 */
export const projectContext = (
  { home, project }: ProjectFiles.Folders,
  known: SettingsFiles.Known
): ProjectContext => ({
  home,
  project,
  known,
  why: Disabling.decide(known)
})

/**
 * Options for reading one file: ids already used by other files of the same origin, and a transform applied to the
 * hooks once they have ids.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReadOptions {
  readonly given?: HookId.Given
  readonly prepare?: (hooks: ReadonlyArray<Hook>) => Effect.Effect<ReadonlyArray<Hook>, never, ConfigFiles>
}

/**
 * The hooks and diagnostics of one file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Part {
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** The file's switch for all hooks of the dialect, with its position. */
  readonly allOff?: { readonly off: false } | { readonly off: true; readonly place: Disabling.Place }
}

/**
 * Adds the positions of the entries that the file disables. They are located on demand, because that costs more than
 * reading the file.
 */
const withSwitches = Effect.fnUntraced(function* (
  dialect: Dialect,
  { file, text }: { readonly file: File; readonly text: string },
  part: Part,
  allOff: Reading["allOff"]
): Effect.fn.Return<Part> {
  const isOff = ({ enabled, off }: Hook): boolean => off === undefined && !enabled
  const { hooks } = part
  const some = hooks.some(isOff)
  if (!some && allOff?.off !== true) return allOff === undefined ? part : { ...part, allOff: { off: false } }
  const position = yield* dialect.config.locate(file, text)
  const placeOf = (at: Path): Disabling.Place => ({ file: file.file, line: position(at).line })
  return {
    ...part,
    hooks: some
      ? hooks.map((hook) =>
          isOff(hook) ? { ...hook, off: Disabling.disabled(placeOf([...hook.source.at, "enabled"])) } : hook
        )
      : hooks,
    ...(allOff !== undefined && {
      allOff: allOff.off ? { off: true, place: placeOf(allOff.at) } : { off: false }
    })
  }
})

/** A file with its text. */
interface FileText {
  readonly file: File
  readonly text: string
}

/**
 * Decodes a file's text. Problems are reported, and each disables as few entries as possible.
 *
 * @category discovering
 * @since 0.1.0
 */
export const read = (
  context: ProjectContext,
  dialect: Dialect,
  found: FileText,
  options: ReadOptions = {}
): Effect.Effect<Part, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, (files) => readIn(files, context, dialect, found, options))

/** Applies settings to hooks. The checks of a hook run in one pass, because there may be thousands of hooks and most stay unchanged. */
const judge = (
  hooks: ReadonlyArray<Hook>,
  dialect: Dialect,
  { known, why }: ProjectContext
): { readonly hooks: ReadonlyArray<Hook>; readonly someOff: boolean } => {
  let judged: Array<Hook> | undefined
  let someOff = false
  let place = -1
  for (const one of hooks) {
    place++
    const hook = known.limited ? ProjectLimits.apply(one, dialect, known.own) : one
    const off = why(hook)
    someOff ||= off === undefined && !hook.enabled
    if (off !== undefined || hook !== one) (judged ??= [...hooks])[place] = off === undefined ? hook : { ...hook, off }
  }
  return { hooks: judged ?? hooks, someOff }
}

/** Applies settings to hooks, and adds the diagnostics that depend on them. */
const partOf = (
  files: ConfigFiles["Service"],
  context: ProjectContext,
  dialect: Dialect,
  found: FileText,
  { allOff, diagnostics }: Pick<Reading, "allOff" | "diagnostics">,
  prepared: ReadonlyArray<Hook>,
  scripts: ReadonlyArray<Diagnostic>
): Effect.Effect<Part, never, ConfigFiles> => {
  const { hooks, someOff } = judge(prepared, dialect, context)
  const told =
    files.shellIsBash && diagnostics.length > 0 ? diagnostics.filter(({ code }) => code !== "bash-syntax") : diagnostics
  return Effect.flatMapEager(ProjectFiles.diagnose(hooks, found.text, dialect, context), (named) =>
    Effect.flatMapEager(ProjectModules.diagnose(hooks, found.text, dialect, context.known.settings), (modules) => {
      const count = scripts.length + named.length + modules.length
      const part = { hooks, diagnostics: count === 0 ? told : [...told, ...scripts, ...named, ...modules] }
      return someOff || allOff !== undefined ? withSwitches(dialect, found, part, allOff) : Effect.succeed(part)
    })
  )
}

/**
 * Like `read`, but in these files, and at once where they answer at once: there may be thousands of files, and the runtime
 * and its generators cost more than most of them.
 *
 * @category discovering
 * @since 0.1.0
 */
export const readIn = (
  files: ConfigFiles["Service"],
  context: ProjectContext,
  dialect: Dialect,
  found: FileText,
  { given = new HookId.Given(), prepare = Effect.succeed }: ReadOptions = {}
): Effect.Effect<Part, never, ConfigFiles> =>
  Effect.flatMapEager(dialect.config.read(found.file, found.text), (reading) =>
    Effect.flatMapEager(prepare(HookId.distinct(reading.hooks, given)), (own) =>
      Effect.flatMapEager(ProjectFiles.mark(own, dialect, context), (hooks) =>
        Effect.flatMapEager(ScriptCheck.of(files, hooks, found.text, dialect, context.project), (scripts) =>
          partOf(files, context, dialect, found, reading, hooks, scripts)
        )
      )
    )
  )
