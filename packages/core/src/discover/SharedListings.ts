/**
 * Listings of folders that several readings of one moment share, because listing a folder of each plugin takes as long as
 * reading its file.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ConfigFiles, Inaccessible } from "./ConfigFiles.ts"
import { callNow } from "./immediate.ts"

/**
 * The checks for names that are absent in the folders of one folder, by their names.
 *
 * @category models
 * @since 0.1.0
 */
export type Absences = Map<string, (name: string) => boolean>

/**
 * The listings of one service of files, by path.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listings {
  /**
   * The checks for names that are absent in a folder for certain, by the folder's parent and by its name there: a thousand
   * plugins have one parent, and to look up their names costs less than their paths.
   */
  readonly absences: Map<string, Absences>
  /** The names of the folders in a folder. */
  readonly folders: Map<string, ReadonlyArray<string>>
}

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
 * Returns the checks for the folders of a folder, to which others are added. Returns `undefined` if none are shared.
 *
 * @category getters
 * @since 0.1.0
 */
export const absencesIn = (listings: Listings | undefined, parent: string): Absences | undefined => {
  if (listings === undefined) return undefined
  const known = listings.absences.get(parent)
  if (known !== undefined) return known
  const absences: Absences = new Map()
  listings.absences.set(parent, absences)
  return absences
}

/**
 * Returns the names of the folders in a folder, which are listed once for all readings that share these listings.
 *
 * @category combining
 * @since 0.1.0
 */
export const foldersIn = (
  files: ConfigFiles["Service"],
  listings: Listings | undefined,
  folder: string
): Effect.Effect<ReadonlyArray<string>, Inaccessible> => {
  const known = listings?.folders.get(folder)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.mapEager(callNow(files.folders, folder), (names) => {
    listings?.folders.set(folder, names)
    return names
  })
}

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
    const listings = shared.get(files) ?? { absences: new Map(), folders: new Map() }
    shared.set(files, listings)
    return Effect.provideService(reading, Current, listings)
  })
