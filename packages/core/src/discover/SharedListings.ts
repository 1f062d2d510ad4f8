/**
 * Listings of folders that several readings of one moment share, because listing a folder of each plugin takes as long as
 * reading its file.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ConfigFiles, Entry } from "./ConfigFiles.ts"

/**
 * The listings of one service of files, by path.
 *
 * @category models
 * @since 0.1.0
 */
export type Listings = Map<string, ReadonlyArray<Entry>>

type OfFiles = WeakMap<ConfigFiles["Service"], Listings>

const Shared = Context.Reference<OfFiles | undefined>("@hookline/core/discover/SharedListings", {
  defaultValue: () => undefined
})

/**
 * The listings of the reading that runs, or `undefined` if it shares none.
 *
 * @category references
 * @since 0.1.0
 */
export const Current = Context.Reference<Listings | undefined>("@hookline/core/discover/SharedListings/Current", {
  defaultValue: () => undefined
})

/**
 * Runs an effect whose readings share their listings. Each run begins with none, so that no later change is missed.
 *
 * @category combining
 * @since 0.1.0
 */
export const during = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, Shared, new WeakMap()))

/**
 * Runs a reading of these files with their listings, if it is part of an effect whose readings share them.
 *
 * @category combining
 * @since 0.1.0
 */
export const within = <A, E, R>(
  reading: Effect.Effect<A, E, R>,
  files: ConfigFiles["Service"]
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Shared, (shared) => {
    if (shared === undefined) return reading
    const listings = shared.get(files) ?? new Map()
    shared.set(files, listings)
    return Effect.provideService(reading, Current, listings)
  })
