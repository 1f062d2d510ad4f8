/**
 * The compiled catalogs of a project: discovery and matching, joined once for all decorators of the pipeline.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Project } from "../discover/ConfigLocations.ts"
import { Discoverer } from "../discover/Discoverer.ts"
import type * as SettingsFiles from "../discover/SettingsFiles.ts"
import { hasFailed } from "../discover/ReadingFailures.ts"
import type { CatalogScope, ReadOptions } from "../discover/WatchedCatalog.ts"
import * as Broken from "../execute/broken.ts"
import { isOwn } from "../ownStages.ts"
import { sentence } from "../PipelineError.ts"
import type { OpenSkill } from "../session/OpenSkills.ts"
import { type Compiled, Matcher } from "./Matcher.ts"
import { NativeHooks, withNatives } from "./NativeHooks.ts"

const never = (): boolean => false

const noUses: Effect.Effect<ReadonlyArray<OpenSkill>> = Effect.succeed([])

/** Adds to a catalog that a stage of the program broke, so that its hooks may not be those that are configured. */
const withFailure = (catalog: Catalog, stage: string, issue: string): Catalog => ({
  ...catalog,
  diagnostics: [
    ...catalog.diagnostics,
    Diagnostic.ofFile("reading-failed", stage, {
      text: `${stage} broke: ${issue}. Every event asks it again; until that succeeds, the hooks that were read before run.`,
      fix: "Correct the layer of this stage that the program provides.",
      lost: { entries: 1, events: "all" }
    })
  ]
})

/** Returns the function of a program's stage with this answer where it throws. */
const orElse =
  <A, B>(ask: (about: A) => B, otherwise: B) =>
  (about: A): B => {
    try {
      return ask(about)
    } catch {
      return otherwise
    }
  }

const make = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options) {
  const matcher = yield* Matcher
  const natives = yield* NativeHooks
  const discoverer = yield* Discoverer
  const catalogs = yield* discoverer.open(project, options)

  const currentIn = isOwn(discoverer)
    ? catalogs.current
    : // `read` fails in the same way, and reports it.
      orElse((scope: CatalogScope) => catalogs.current(scope), undefined)
  const compile = (catalog: Catalog): Compiled => {
    const compiled = matcher.compile(catalog)
    // The answer reports it.
    const sure = isOwn(matcher)
      ? compiled
      : { ...compiled, wants: orElse((event: HookEvent) => compiled.wants(event), true) }
    return withNatives(sure, natives)
  }
  /** Kept as long as the catalogs, because sessions with different skills take turns. */
  const known = new WeakMap<Catalog, Compiled>()
  const first = yield* catalogs.read()
  let lastCatalog = first
  let last = compile(first)
  known.set(first, last)
  const compiledOf = (catalog: Catalog): Compiled => {
    const before = known.get(catalog)
    if (before !== undefined) return before
    try {
      const compiled = compile(catalog)
      known.set(catalog, compiled)
      return compiled
    } catch (error) {
      // The hooks that were compiled last run still. The next event tries again.
      return { ...last, catalog: withFailure(last.catalog, "the Matcher", sentence(error)) }
    }
  }
  /** Reads a catalog, or returns the last one with the failure. */
  const readOr = (options?: ReadOptions): Effect.Effect<Catalog> =>
    Broken.orElse(
      Broken.called(() => catalogs.read(options)),
      (issue) => Effect.sync(() => withFailure(lastCatalog, "the Discoverer", issue))
    )
  const use = (catalog: Catalog): Compiled => {
    if (catalog === lastCatalog) return last
    const compiled = compiledOf(catalog)
    // A failure is none to go on with.
    if (hasFailed(compiled.catalog)) return compiled
    last = compiled
    lastCatalog = catalog
    return last
  }

  return CompiledCatalogs.of({
    current: (scope) => {
      const catalog = currentIn(scope)
      if (catalog === undefined) return undefined
      return catalog === lastCatalog ? last : use(catalog)
    },
    last: () => last,
    read: (scope) => Effect.map(readOr({ scope }), use),
    readWhole: (scope) =>
      Effect.map(readOr({ scope, includeInactive: true }), (catalog) =>
        catalog === lastCatalog ? last : compiledOf(catalog)
      ),
    mayUse: catalogs.uses?.may ?? never,
    usedBy: (event) => catalogs.uses?.by(event) ?? noUses,
    refresh: Effect.asVoid(catalogs.refresh)
  })
})

/**
 * The compiled catalogs of sessions, and of agents in them.
 *
 * @category services
 * @since 0.1.0
 */
export class CompiledCatalogs extends Context.Service<
  CompiledCatalogs,
  {
    /** Returns the compiled catalog of a scope, or `undefined` if files have changed: then `read` reads them. */
    current(scope: CatalogScope): Compiled | undefined
    /** Returns the compiled catalog that was used last. */
    last(): Compiled
    /** Returns the compiled catalog of a scope, and reads files if necessary. */
    read(scope: CatalogScope): Effect.Effect<Compiled>
    /** Like `read`, but including inactive hooks, so that a plan can explain why they do not run. */
    readWhole(scope: CatalogScope): Effect.Effect<Compiled>
    /** Checks whether an event may put a skill or a command into use. */
    mayUse(event: HookEvent): boolean
    /** Returns the skills and commands with hooks that an event puts into use, and that are not open yet. */
    usedBy(event: HookEvent): Effect.Effect<ReadonlyArray<OpenSkill>>
    /** Reads all configurations again. */
    readonly refresh: Effect.Effect<void>
  }
>()("@hookline/core/CompiledCatalogs") {
  /** Opens the catalogs of a project. */
  static readonly layer = (
    project: Project,
    options: SettingsFiles.Options = {}
  ): Layer.Layer<CompiledCatalogs, never, Discoverer | Matcher | NativeHooks> =>
    Layer.effect(CompiledCatalogs, make(project, options))
}
