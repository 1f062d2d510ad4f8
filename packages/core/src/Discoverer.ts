/**
 * Stage 2, discover: every configuration that applies becomes one catalog. One bad entry costs that entry, one bad file
 * that file; both are told.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/HookId"
import type { File } from "@hookline/schema/Source"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { ConfigFiles } from "./ConfigFiles.ts"
import * as Copies from "./Copies.ts"
import type { Dialect } from "./Dialect.ts"
import { HookDialects } from "./HookDialects.ts"
import * as HooksOfFile from "./HooksOfFile.ts"
import * as LiveCatalog from "./LiveCatalog.ts"
import * as SettingsFiles from "./SettingsFiles.ts"
import * as SourceFiles from "./SourceFiles.ts"
import * as Switches from "./Switches.ts"

/** A catalog in the making: thousands of hooks go straight to where they stay. */
interface Draft {
  readonly ground: HooksOfFile.Ground
  readonly files: Array<File>
  readonly hooks: Array<Hook>
  readonly diagnostics: Array<Diagnostic>
  /** The identities that are given, by where their hooks come from: only there can two be the same. */
  readonly given: Map<string, Set<string>>
  /** Where files switch off all hooks of their dialect. */
  readonly dialectOff: Map<string, Switches.Place>
}

const givenIn = ({ given }: Draft, file: File): Set<string> => {
  const origin = HookId.originOf(file, "")
  const known = given.get(origin) ?? new Set()
  given.set(origin, known)
  return known
}

/** Adds one file's part. Of several files of a dialect that switch it on or off the last decides. */
const add = Effect.fnUntraced(function* (draft: Draft, dialect: Dialect, found: SourceFiles.Found) {
  if (found._tag === "Problem") {
    draft.diagnostics.push(found.diagnostic)
    return
  }
  const part = yield* HooksOfFile.read(draft.ground, dialect, found, { given: givenIn(draft, found.file) })
  draft.files.push(found.file)
  for (const hook of part.hooks) draft.hooks.push(hook)
  draft.diagnostics.push(...part.diagnostics)
  if (part.allOff?.off === false) draft.dialectOff.delete(dialect.name)
  else if (part.allOff !== undefined) draft.dialectOff.set(dialect.name, part.allOff.place)
})

/** The hooks, of which the own ones of a dialect that is off, and copies, say why they don't run. */
const judged = ({ dialectOff, files, ground, hooks }: Draft, dialects: ReadonlyArray<Dialect>) => {
  const switched = Switches.byDialect(hooks, dialectOff)
  const copies = new Map(dialects.flatMap(({ copies: of, name }) => (of === undefined ? [] : [[name, of] as const])))
  return files.some(({ dialect }) => copies.has(dialect))
    ? Copies.mark(switched, (name) => copies.get(name), ground.known.settings.failurePolicy)
    : switched
}

const readAll = Effect.fnUntraced(function* (
  project: SourceFiles.Project,
  options?: SettingsFiles.Options
): Effect.fn.Return<Catalog, never, ConfigFiles | HookDialects> {
  const known = yield* SettingsFiles.of(project, options)
  const dialects = yield* HookDialects
  const draft: Draft = {
    ground: HooksOfFile.ground(project.project, known),
    files: [],
    hooks: [],
    diagnostics: [...known.diagnostics],
    given: new Map(),
    dialectOff: new Map()
  }
  for (const dialect of dialects) {
    for (const place of yield* SourceFiles.of(dialect, project)) {
      for (const found of yield* place) yield* add(draft, dialect, found)
    }
  }
  const { diagnostics, files } = draft
  for (const { index, origin } of Switches.inVain(known, draft.hooks)) {
    diagnostics.push(
      SettingsFiles.refusal(origin, { setting: "disabled", index, what: "switch off a person's own hooks" })
    )
  }
  return { files, hooks: judged(draft, dialects), diagnostics, settings: known.settings }
})

/**
 * Finds the hooks of a project.
 *
 * @category services
 * @since 0.1.0
 */
export class Discoverer extends Context.Service<
  Discoverer,
  {
    /** Everything that applies to the project, in the order in which it runs, as the files have it now. */
    discover(project: SourceFiles.Project, options?: SettingsFiles.Options): Effect.Effect<Catalog>
    /** The same for a process that lives on: nothing is read again until something changes. */
    open(
      project: SourceFiles.Project,
      options?: SettingsFiles.Options
    ): Effect.Effect<LiveCatalog.LiveCatalog, never, Scope.Scope>
  }
>()("@hookline/core/Discoverer") {
  /** Reads the files of the dialects that are known. */
  static readonly layerNoDeps: Layer.Layer<Discoverer, never, ConfigFiles | HookDialects> = Layer.effect(
    Discoverer,
    Effect.gen(function* () {
      const files = yield* ConfigFiles
      const dialects = yield* HookDialects
      // These two and no more: whoever opens a catalog gives the scope in which it is watched.
      const context = Context.make(ConfigFiles, files).pipe(Context.add(HookDialects, dialects))
      return Discoverer.of({
        discover: (project, options) => Effect.provideContext(readAll(project, options), context),
        open: (project, options) => {
          const reading = Effect.provideService(readAll(project, options), HookDialects, dialects)
          return Effect.provideContext(LiveCatalog.make(reading, Object.values(project)), context)
        }
      })
    })
  )

  /** It stands on nothing that could be given by default. */
  static readonly layer = Discoverer.layerNoDeps

  /** A catalog that is known already. */
  static readonly layerStatic = (catalog: Catalog): Layer.Layer<Discoverer> =>
    Layer.succeed(Discoverer)(
      Discoverer.of({
        discover: () => Effect.succeed(catalog),
        open: () => Effect.succeed(LiveCatalog.fixed(catalog))
      })
    )
}
