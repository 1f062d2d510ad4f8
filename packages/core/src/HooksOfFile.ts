/**
 * One file's part of a catalog: its hooks as the project's settings have them, and what is wrong with it.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/HookId"
import type { File, Path } from "@hookline/schema/Source"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Effect from "effect/Effect"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Dialect, Reading } from "./Dialect.ts"
import * as OwnLimits from "./OwnLimits.ts"
import * as ScriptCheck from "./ScriptCheck.ts"
import type * as SettingsFiles from "./SettingsFiles.ts"
import * as Switches from "./Switches.ts"

/**
 * What holds for all files of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Ground {
  readonly project: string
  readonly known: SettingsFiles.Known
  readonly why: (hook: Hook) => WhyNot | undefined
}

/**
 * The ground of a project with these settings.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ground = (project: string, known: SettingsFiles.Known): Ground => ({
  project,
  known,
  why: Switches.decide(known)
})

/**
 * What is to be known beside the file: the identities that other files of its origin have given, and what else becomes
 * of its hooks, which have their identities by then.
 *
 * @category models
 * @since 0.1.0
 */
export interface Besides {
  readonly given?: Set<string>
  readonly prepare?: (hooks: ReadonlyArray<Hook>) => Effect.Effect<ReadonlyArray<Hook>, never, ConfigFiles>
}

/**
 * A file's part.
 *
 * @category models
 * @since 0.1.0
 */
export interface Part {
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** Whether all hooks of the dialect are off, where the file says so, and which line of it. */
  readonly allOff?: { readonly off: false } | { readonly off: true; readonly place: Switches.Place }
}

/** The part with the places of what it switches off. Finding them costs more than all the rest. */
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
  const placeOf = (at: Path): Switches.Place => ({ file: file.file, line: position(at).line })
  return {
    ...part,
    hooks: some
      ? hooks.map((hook) =>
          isOff(hook) ? { ...hook, off: Switches.disabled(placeOf([...hook.source.at, "enabled"])) } : hook
        )
      : hooks,
    ...(allOff !== undefined && {
      allOff: allOff.off ? { off: true, place: placeOf(allOff.at) } : { off: false }
    })
  }
})

/**
 * Reads a file's text. What is wrong costs what it must, and is told.
 *
 * @category discovering
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function* (
  { known, project, why }: Ground,
  dialect: Dialect,
  found: { readonly file: File; readonly text: string },
  { given = new Set(), prepare }: Besides = {}
): Effect.fn.Return<Part, never, ConfigFiles> {
  const { shellIsBash } = yield* ConfigFiles
  const reading = yield* dialect.config.read(found.file, found.text)
  const distinct = HookId.distinct(reading.hooks, given)
  const prepared = prepare === undefined ? distinct : yield* prepare(distinct)
  const scripts = yield* ScriptCheck.of(prepared, found.text, dialect, project)
  // What can be told of a hook is told at once, while it is at hand. There may be thousands, and most stay as they are.
  let judged: Array<Hook> | undefined
  let someOff = false
  let place = -1
  for (const one of prepared) {
    place++
    const hook = known.limited ? OwnLimits.apply(one, dialect, known.own) : one
    const off = why(hook)
    someOff ||= off === undefined && !hook.enabled
    if (off !== undefined || hook !== one)
      (judged ??= [...prepared])[place] = off === undefined ? hook : { ...hook, off }
  }
  const told = shellIsBash ? reading.diagnostics.filter(({ code }) => code !== "bash-syntax") : reading.diagnostics
  const part = { hooks: judged ?? prepared, diagnostics: scripts.length === 0 ? told : [...told, ...scripts] }
  return someOff || reading.allOff !== undefined ? yield* withSwitches(dialect, found, part, reading.allOff) : part
})
