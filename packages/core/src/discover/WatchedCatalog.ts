/**
 * A catalog for processes that live on: its files are read again only after a change.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as BoundedFiles from "./BoundedFiles.ts"
import { ConfigFiles, type Inaccessible, type Watch, wrapReads } from "./ConfigFiles.ts"
import { callPort } from "../execute/port.ts"
import { preceded } from "./immediate.ts"
import { portName } from "./ManagedHooks.ts"
import * as ReadingFailures from "./ReadingFailures.ts"
import type { OpenSkill } from "../session/OpenSkills.ts"

/**
 * A value that was read from files, and whether it is still current.
 *
 * @category models
 * @since 0.1.0
 */
export interface Watched<A> {
  /** Returns the value, or `undefined` after a change. Then `fresh` reads again. */
  readonly current: () => A | undefined
  /** Returns the current value, and reads files if necessary. */
  readonly fresh: Effect.Effect<A>
  /** Reads all files again, also without a change. */
  readonly refresh: Effect.Effect<A>
}

/**
 * The fields of an event on which its catalog depends: sessions have different hooks because of their open skills, and
 * so has an agent that runs. Each event is such a scope.
 *
 * @category models
 * @since 0.1.0
 */
export interface CatalogScope {
  readonly _tag?: string
  readonly sessionId?: string | undefined
  /** The agent in which the event happens. */
  readonly agentType?: string | undefined
}

/**
 * A catalog that is read again after a change. Without a scope, it has the hooks that all sessions share.
 *
 * @category models
 * @since 0.1.0
 */
export interface WatchedCatalog {
  /** Returns the catalog of a scope, or `undefined` after a change. Then `read` reads again. */
  readonly current: (scope?: CatalogScope) => Catalog | undefined
  /** Returns the current catalog of a scope, and reads files if necessary. */
  readonly read: (options?: ReadOptions) => Effect.Effect<Catalog>
  /** Reads all files again, also without a change, and returns the hooks that all sessions share. */
  readonly refresh: Effect.Effect<Catalog>
  /** The skills and commands that events put into use. If absent, no event does. */
  readonly uses?: Uses
}

/**
 * The skills and commands that events put into use. Their hooks are in force for the rest of the session.
 *
 * @category models
 * @since 0.1.0
 */
export interface Uses {
  /** Checks whether an event may put any into use. Every event calls this. */
  readonly may: (event: HookEvent) => boolean
  /** Returns those with hooks that an event puts into use, and that are not open yet. */
  readonly by: (event: HookEvent) => Effect.Effect<ReadonlyArray<OpenSkill>>
}

/**
 * Options for reading the catalog of a scope.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReadOptions {
  readonly scope?: CatalogScope | undefined
  /** Includes the hooks of skills that are not open, so that a plan can explain why they do not run. */
  readonly includeInactive?: boolean
}

/**
 * Creates a catalog that never changes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fixed = (catalog: Catalog): WatchedCatalog => ({
  current: () => catalog,
  read: () => Effect.succeed(catalog),
  refresh: Effect.succeed(catalog)
})

/**
 * Creates a catalog that all sessions share.
 *
 * @category constructors
 * @since 0.1.0
 */
export const shared = ({ current, fresh, refresh }: Watched<Catalog>): WatchedCatalog => ({
  current,
  read: () => fresh,
  refresh
})

/** Wraps files so that each path is watched before it is read, and no change is missed. */
const following = (files: ConfigFiles["Service"], { watchPath }: Watch): ConfigFiles["Service"] =>
  wrapReads(files, (look) => preceded(look, watchPath))

const toldUnwatched = <A extends ReadingFailures.Diagnosed>(read: A, unwatched: Inaccessible | undefined): A =>
  unwatched === undefined
    ? read
    : {
        ...read,
        diagnostics: [
          ...read.diagnostics,
          Diagnostic.ofFile("folder-unwatched", unwatched.path, {
            text: `Changes in this folder can't be watched (${unwatched.why}); every event looks at its files.`,
            fix: "Let this machine watch more folders and open more files, or ignore this."
          })
        ]
      }

/**
 * Caches the result of a reading until a path changes that it has used. After the scope closes nothing is watched, and
 * every call reads.
 *
 * **Details**
 *
 * Any change reads everything again, because ids, duplicates and switches of one file depend on other files. `others`
 * watches sources that are no files. The result of a reading that failed for lack of resources is the last whole one, with
 * the failure; it is not cached.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* <A extends ReadingFailures.Diagnosed>(
  reading: Effect.Effect<A, never, ConfigFiles>,
  roots: ReadonlyArray<string>,
  others: (onChange: () => void) => Effect.Effect<void, never, Scope.Scope> = () => Effect.void
): Effect.fn.Return<Watched<A>, never, ConfigFiles | Scope.Scope> {
  const files = yield* ConfigFiles
  const scope = yield* Effect.scope
  const turn = Semaphore.makeUnsafe(1)
  let changes = 0
  // The cached value, or `undefined` after a change. Every event reads it.
  let held: A | undefined
  let closed = false
  const outdate = (): void => {
    changes += 1
    held = undefined
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      outdate()
    })
  )
  const watch = yield* BoundedFiles.watch(files, roots, outdate)
  // Without this watch a change would not show, so that nothing is cached then.
  const seesOthers = yield* Effect.isSuccess(callPort(portName, () => Scope.provide(others(outdate), scope)))
  const followed = following(files, watch)
  const recorded = ReadingFailures.record(reading)
  /** The last result of a reading that did not fail. */
  let whole: A | undefined
  /** The last result of one that did, which is another object each time. */
  let failed: A | undefined

  const current = (): A | undefined => {
    if (held !== undefined && watch.changed()) outdate()
    return held
  }

  const readNow = Effect.suspend(() => {
    // A change from here on outdates this reading, even before it ends.
    const before = changes
    return Effect.map(Effect.provideService(recorded, ConfigFiles, followed), (found) => {
      const hasFailed = ReadingFailures.hasFailed(found)
      const told = toldUnwatched(ReadingFailures.orBefore(found, whole), watch.unwatched())
      if (hasFailed) failed = told
      else whole = found
      if (!closed && seesOthers && !hasFailed && changes === before) held = told
      return told
    })
  })

  const ifOld = (effect: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const known = current()
      return known === undefined ? effect : Effect.succeed(known)
    })

  const refresh = turn.withPermits(1)(readNow)
  // A caller that waited for another's reading uses its result. One that failed is used too, because callers of a port
  // that is late would wait for it one after the other.
  const inTurn = Effect.suspend(() => {
    const before = failed
    const unlessFailed = Effect.suspend(() =>
      failed === undefined || failed === before ? readNow : Effect.succeed(failed)
    )
    return turn.withPermits(1)(ifOld(unlessFailed))
  })
  const fresh = ifOld(inTurn)
  yield* refresh
  return { current, fresh, refresh }
})
