/** One listing of a folder in the place of many questions about what is in it. */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Entry } from "./ConfigFiles.ts"
import { callNow } from "./immediate.ts"
import * as SharedListings from "./SharedListings.ts"

const keyOf = (name: string): string => name.normalize("NFC").toLowerCase()

/**
 * Compares names as a disk may that ignores case or normalizes: two names that may be of one file are equal. Names that are
 * plain differ by their lengths or first letters nearly always, and to normalize them costs much more.
 */
const mayBeOne = (one: string, other: string, arePlain: boolean): boolean => {
  if (one === other) return true
  return arePlain
    ? one.length === other.length &&
        (one.charCodeAt(0) | 0x20) === (other.charCodeAt(0) | 0x20) &&
        one.toLowerCase() === other.toLowerCase()
    : keyOf(one) === keyOf(other)
}

const slash = 0x2f

/** Checks for ASCII up to an end. Without a pattern, because names are short, and there are several for each folder. */
const isPlain = (name: string, end = name.length): boolean => {
  for (let at = 0; at < end; at++) if (name.charCodeAt(at) > 0x7f) return false
  return true
}

/** Returns the length of the first name of a path. */
const firstLength = (path: string): number => {
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) === slash) return at
  return path.length
}

const unknown = (): boolean => false

/** Checks for paths that are absent in a folder for certain, by their names in the folder. */
export type IsAbsent = (path: string) => boolean

/**
 * Lists a folder, and returns a check for paths in it that are certain to be absent. Of a folder that can't be listed no
 * path is: it may still be read by its name. A path that is not absent has to be read, and may be missing, too.
 *
 * Most plugins have a single file, and looking for everything else that they might have cost ten times as much as the file.
 */
export const absentIn = (folder: string): Effect.Effect<IsAbsent, never, ConfigFiles> =>
  Effect.flatMap(SharedListings.Current, (listings) =>
    Effect.flatMap(ConfigFiles, (files) => absentAmong(files, listings, folder))
  )

/** Like `absentIn`, but in these files, and with the listings that are shared, if any are. */
const absentAmong = (
  files: ConfigFiles["Service"],
  listings: SharedListings.Listings | undefined,
  folder: string
): Effect.Effect<IsAbsent> => {
  const cut = folder.lastIndexOf("/")
  const absences = SharedListings.absencesIn(listings, cut === -1 ? "." : folder.slice(0, cut))
  return absentOf(files, absences, folder, folder.slice(cut + 1))
}

/**
 * Like `absentIn`, but for a folder by its name in its parent, with the listings of its parent's folders that are shared, if
 * any are: there may be a thousand folders.
 */
export const absentOf = (
  files: ConfigFiles["Service"],
  absences: SharedListings.Absences | undefined,
  folder: string,
  name: string
): Effect.Effect<IsAbsent> => {
  const known = absences?.get(name)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.matchEager(callNow(files.entries, folder), {
    onSuccess: (entries) => {
      const isAbsent = checkOf(entries)
      absences?.set(name, isAbsent)
      return isAbsent
    },
    onFailure: () => unknown
  })
}

const checkOf = (entries: ReadonlyArray<Entry>): IsAbsent => {
  let arePlain = true
  // A bit for each length, because nearly all names differ by theirs.
  let lengths = 0
  for (const { name } of entries) {
    arePlain &&= isPlain(name)
    lengths |= 1 << (name.length & 31)
  }
  return (path) => {
    const end = firstLength(path)
    const areAllPlain = arePlain && isPlain(path, end)
    if (areAllPlain && (lengths & (1 << (end & 31))) === 0) return true
    const first = path.slice(0, end)
    for (const { name } of entries) if (mayBeOne(name, first, areAllPlain)) return false
    return true
  }
}
