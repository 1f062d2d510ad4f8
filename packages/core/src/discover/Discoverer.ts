/**
 * Stage 2, discover: reads every configuration that applies into one catalog. A broken entry costs only that entry, a
 * broken file only that file; both are reported.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { type Hook, stricter } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File } from "@hookline/schema/Source"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { ConfigFiles } from "./ConfigFiles.ts"
import * as Duplicates from "./Duplicates.ts"
import { own } from "../ownStages.ts"
import type { Dialect } from "../Dialect.ts"
import { HookDialects } from "../HookDialects.ts"
import * as PluginCopies from "./PluginCopies.ts"
import * as FileHooks from "./FileHooks.ts"
import * as ReadingFailures from "./ReadingFailures.ts"
import * as NamedFolders from "./NamedFolders.ts"
import * as ManagedHooks from "./ManagedHooks.ts"
import { ManagedPolicy } from "./ManagedPolicy.ts"
import * as WatchedCatalog from "./WatchedCatalog.ts"
import * as SettingsFiles from "./SettingsFiles.ts"
import * as ConfigLocations from "./ConfigLocations.ts"
import * as Disabling from "./Disabling.ts"
import * as ProjectBounds from "./ProjectBounds.ts"

/** A catalog under construction. Hooks are added in place, because there may be thousands. */
interface CatalogBuilder {
  readonly ground: FileHooks.ProjectContext
  readonly files: Array<File>
  readonly hooks: Array<Hook>
  readonly diagnostics: Array<Diagnostic>
  /** The ids in use, by origin. Ids of different origins are never equal. */
  readonly given: Map<string, HookId.Given>
  readonly dialectOff: Disabling.DialectSwitches
}

const givenIn = ({ given }: CatalogBuilder, file: File): HookId.Given => {
  const origin = HookId.originOf(file, "")
  const known = given.get(origin)
  if (known !== undefined) return known
  const own = new HookId.Given()
  given.set(origin, own)
  return own
}

/**
 * Adds the hooks and diagnostics of one file. Of several files of one origin that enable or disable their dialect, the
 * last one decides.
 */
const addPart = (draft: CatalogBuilder, dialect: Dialect, file: File, part: FileHooks.Part): void => {
  draft.files.push(file)
  for (const hook of part.hooks) draft.hooks.push(hook)
  for (const diagnostic of part.diagnostics) draft.diagnostics.push(diagnostic)
  // A plugin speaks for its own hooks.
  if (file.plugin !== undefined) return
  const switches = draft.dialectOff[file.scope === "user" ? "user" : "project"]
  if (part.allOff?.off === false) switches.delete(dialect.name)
  else if (part.allOff !== undefined) switches.set(dialect.name, part.allOff.place)
}

/** Reads a file, and adds it. */
const add = (
  files: ConfigFiles["Service"],
  draft: CatalogBuilder,
  dialect: Dialect,
  found: ConfigLocations.Found
): Effect.Effect<void, never, ConfigFiles> => {
  if (found._tag === "Problem") {
    draft.diagnostics.push(found.diagnostic)
    return Effect.void
  }
  const options = { given: givenIn(draft, found.file) }
  return Effect.mapEager(FileHooks.readIn(files, draft.ground, dialect, found, options), (part) =>
    addPart(draft, dialect, found.file, part)
  )
}

/**
 * Adds a file by its own dialect's rules. A plugin of a dialect that is not looked for is read by the rules of the
 * dialect that found it, because its hooks would not run otherwise.
 */
const addBy = (
  files: ConfigFiles["Service"],
  draft: CatalogBuilder,
  dialects: ReadonlyArray<Dialect>,
  finder: Dialect,
  found: ConfigLocations.Found
): Effect.Effect<void, never, ConfigFiles> => {
  if (found._tag === "Problem" || found.file.dialect === finder.name) return add(files, draft, finder, found)
  const own = dialects.find(({ name }) => name === found.file.dialect)
  if (own !== undefined) return add(files, draft, own, found)
  const { foundBy: _, ...file } = found.file
  return add(files, draft, finder, { ...found, file: { ...file, dialect: finder.name } })
}

/**
 * Reads the files of a location, and adds them. Returns an exit where they answer at once, which needs no runtime, because
 * there may be thousands.
 */
const addAll = (
  files: ConfigFiles["Service"],
  draft: CatalogBuilder,
  dialects: ReadonlyArray<Dialect>,
  finder: Dialect,
  place: ConfigLocations.Place
): Effect.Effect<void, never, ConfigFiles> =>
  Effect.flatMapEager(place(files), (found) => {
    const [first] = found
    if (first === undefined) return Effect.void
    if (found.length === 1) return addBy(files, draft, dialects, finder, first)
    return Effect.forEach(found, (one) => addBy(files, draft, dialects, finder, one), { discard: true })
  })

/** Returns the hooks, with the reason on those that don't run: hooks of a disabled dialect, and duplicates. */
const judged = Effect.fnUntraced(function* (
  { dialectOff, files, ground, hooks }: CatalogBuilder,
  dialects: ReadonlyArray<Dialect>
): Effect.fn.Return<ReadonlyArray<Hook>, never, ConfigFiles> {
  const here = Disabling.byDialect(hooks, dialectOff)
  // Without a plugin that a host installed there is none to have a copy, and the hooks need not be looked at.
  const hasInstalled = files.some(({ pluginName }) => pluginName !== undefined)
  const switched = hasInstalled ? yield* PluginCopies.mark(here, dialects) : here
  const copies = new Map(
    dialects.flatMap(({ duplicates: of, name }) => (of === undefined ? [] : [[name, of] as const]))
  )
  return files.some(({ dialect }) => copies.has(dialect))
    ? Duplicates.mark(switched, (name) => copies.get(name), ground.known.settings.failurePolicy)
    : switched
})

/** Returns native hooks, of which those that the user disables are marked. Settings about files do not reach them. */
const nativesOf = (known: SettingsFiles.Known, { natives = [] }: SettingsFiles.Options = {}): ReadonlyArray<Hook> => {
  if (natives.length === 0) return natives
  const why = Disabling.decide({ ...known, settings: { ...known.settings, allowUserHooks: true } })
  return natives.map((hook) => {
    const off = why(hook)
    return off === undefined ? hook : { ...hook, off }
  })
}

/** The number of files that are read before other fibers run. */
const fewFiles = 64

const readAll = Effect.fnUntraced(function* (
  project: ConfigLocations.Project,
  options: SettingsFiles.Options | undefined,
  readManaged: ManagedHooks.Read
): Effect.fn.Return<Catalog, never, ConfigFiles | HookDialects> {
  const configFiles = yield* ConfigFiles
  const managed = yield* readManaged(configFiles)
  const known = ManagedHooks.withSettings(yield* SettingsFiles.of(project, options), managed)
  const dialects = yield* HookDialects
  const draft: CatalogBuilder = {
    ground: FileHooks.projectContext(project, known),
    files: [],
    hooks: [],
    diagnostics: [
      ...known.diagnostics,
      ...(yield* NamedFolders.diagnosticsOf(project, dialects)),
      ...(yield* ProjectBounds.diagnosticsOf(project, dialects, known.settings.trust?.owners))
    ],
    given: new Map(),
    dialectOff: { user: new Map(), project: new Map() }
  }
  let count = 0
  for (const dialect of dialects) {
    for (const place of yield* ConfigLocations.of(dialect, project)) {
      // Files that answer at once need no runtime, so that only this lets other fibers run.
      if (++count % fewFiles === 0) yield* Effect.yieldNow
      const reading = addAll(configFiles, draft, dialects, dialect, place)
      if (!Exit.isExit(reading) || Exit.isFailure(reading)) yield* reading
    }
  }
  const { diagnostics, files, ground } = draft
  const organisations = yield* ManagedHooks.hooksOf(ground, managed, dialects, project)
  diagnostics.push(...organisations.diagnostics)
  for (const { index, origin } of Disabling.againstManaged(known, organisations.hooks)) {
    const subject = "An entry of these settings"
    const what = "switch off a hook that an organisation manages"
    diagnostics.push(SettingsFiles.refusal({ ...origin, subject }, { setting: "disabled", index, what }))
  }
  for (const { index, origin } of Disabling.inVain(known, draft.hooks)) {
    diagnostics.push(
      SettingsFiles.refusal(origin, { setting: "disabled", index, what: "switch off a person's own hooks" })
    )
  }
  // Joined at once, because a list of thousands that grows is copied again and again.
  const hooks = organisations.hooks.concat(yield* judged(draft, dialects), nativesOf(known, options))
  const { settings } = known
  const users = stricter(
    SettingsFiles.lastOf(known.person, "failurePolicy")?.settings.failurePolicy ?? "open",
    managed.settings.failurePolicy ?? "open"
  )
  const isStricter = (settings.failurePolicy ?? "open") !== users
  return {
    files: [...organisations.files, ...files],
    hooks,
    diagnostics: ConfigLocations.withoutRepeated(diagnostics),
    settings,
    ...(Object.keys(managed.own).length > 0 && { managedSettings: managed.own }),
    ...(isStricter && { userFailurePolicy: users })
  }
})

/**
 * Discovers the hooks of a project.
 *
 * @example
 * ```ts
 * import { Discoverer } from "@hookline/core/Discoverer"
 * import * as Catalog from "@hookline/schema/Catalog"
 * import * as Effect from "effect/Effect"
 *
 * const folders = { project: "/project", home: "/home/me", config: "/home/me/.config" }
 *
 * const catalog = Effect.provide(
 *   Discoverer.use(({ discover }) => discover(folders)),
 *   Discoverer.layerStatic(Catalog.empty)
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Discoverer extends Context.Service<
  Discoverer,
  {
    /** Reads everything that applies to the project from its files, in the order in which it runs. */
    discover(project: ConfigLocations.Project, options?: SettingsFiles.Options): Effect.Effect<Catalog>
    /** Like `discover`, but for a process that lives on: files are read again only after a change. */
    open(
      project: ConfigLocations.Project,
      options?: SettingsFiles.Options
    ): Effect.Effect<WatchedCatalog.WatchedCatalog, never, Scope.Scope>
  }
>()("@hookline/core/Discoverer") {
  /** Reads the files of the dialects in `HookDialects`. */
  static readonly layerNoDeps: Layer.Layer<Discoverer, never, ConfigFiles | HookDialects> = Layer.effect(
    Discoverer,
    Effect.gen(function* () {
      const files = yield* ConfigFiles
      const dialects = yield* HookDialects
      const managing = Option.getOrUndefined(yield* Effect.serviceOption(ManagedPolicy))
      const watch = managing?.watch
      const readManaged = ManagedHooks.reader(managing)
      // No other service, because the caller of `open` gives the scope in which the catalog is watched.
      const context = Context.make(ConfigFiles, files).pipe(Context.add(HookDialects, dialects))
      return own(
        Discoverer.of({
          discover: (project, options) =>
            Effect.provideContext(ReadingFailures.record(readAll(project, options, readManaged)), context),
          open: (project, options) => {
            const reading = Effect.provideService(readAll(project, options, readManaged), HookDialects, dialects)
            return Effect.map(
              Effect.provideContext(WatchedCatalog.make(reading, ConfigLocations.rootsOf(project), watch), context),
              WatchedCatalog.shared
            )
          }
        })
      )
    })
  )

  /** Equals `layerNoDeps`, because no dependency has a default. */
  static readonly layer = Discoverer.layerNoDeps

  /** Provides a fixed catalog. */
  static readonly layerStatic = (catalog: Catalog): Layer.Layer<Discoverer> =>
    Layer.succeed(Discoverer)(
      own(
        Discoverer.of({
          discover: () => Effect.succeed(catalog),
          open: () => Effect.succeed(WatchedCatalog.fixed(catalog))
        })
      )
    )

  /** Delegates to a discoverer that is created on first use. */
  static readonly forward = (real: Effect.Effect<Discoverer["Service"]>): Discoverer["Service"] =>
    own(
      Discoverer.of({
        discover: (project, options) => Effect.flatMap(real, ({ discover }) => discover(project, options)),
        open: (project, options) => Effect.flatMap(real, ({ open }) => open(project, options))
      })
    )
}
