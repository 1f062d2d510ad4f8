/**
 * The compiled catalogs of a project: discovery and matching, joined once for all decorators of the pipeline.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Project } from "../discover/ConfigLocations.ts"
import { Discoverer } from "../discover/Discoverer.ts"
import type * as SettingsFiles from "../discover/SettingsFiles.ts"
import { type Compiled, Matcher } from "./Matcher.ts"
import { NativeHooks, withNatives } from "./NativeHooks.ts"

const make = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options) {
  const matcher = yield* Matcher
  const natives = yield* NativeHooks
  const catalogs = yield* (yield* Discoverer).open(project, options)

  const compile = (catalog: Catalog): Compiled => withNatives(matcher.compile(catalog), natives)
  /** Kept as long as the catalogs, because sessions with different skills take turns. */
  const known = new WeakMap<Catalog, Compiled>()
  const compiledOf = (catalog: Catalog): Compiled => {
    const compiled = known.get(catalog) ?? compile(catalog)
    known.set(catalog, compiled)
    return compiled
  }
  const first = yield* catalogs.read()
  let lastCatalog = first
  let last = compiledOf(first)
  const use = (catalog: Catalog): Compiled => {
    if (catalog !== lastCatalog) {
      last = compiledOf(catalog)
      lastCatalog = catalog
    }
    return last
  }

  return CompiledCatalogs.of({
    current: (session) => {
      const catalog = catalogs.current(session)
      if (catalog === undefined) return undefined
      return catalog === lastCatalog ? last : use(catalog)
    },
    last: () => last,
    read: (session) => Effect.map(catalogs.read({ session }), use),
    readWhole: (session) =>
      Effect.map(catalogs.read({ session, includeInactive: true }), (catalog) =>
        catalog === lastCatalog ? last : compiledOf(catalog)
      ),
    refresh: Effect.asVoid(catalogs.refresh)
  })
})

/**
 * The compiled catalogs of sessions.
 *
 * @category services
 * @since 0.1.0
 */
export class CompiledCatalogs extends Context.Service<
  CompiledCatalogs,
  {
    /** Returns the compiled catalog of a session, or `undefined` if files have changed: then `read` reads them. */
    current(session: string | undefined): Compiled | undefined
    /** Returns the compiled catalog that was used last. */
    last(): Compiled
    /** Returns the compiled catalog of a session, and reads files if necessary. */
    read(session: string | undefined): Effect.Effect<Compiled>
    /** Like `read`, but including inactive hooks, so that a plan can explain why they do not run. */
    readWhole(session: string | undefined): Effect.Effect<Compiled>
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
