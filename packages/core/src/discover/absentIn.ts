/** One listing of a folder in the place of many questions about what is in it. */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Entry } from "./ConfigFiles.ts"
import * as SharedListings from "./SharedListings.ts"

const beyondAscii = /[^\0-\x7f]/

const keyOf = (name: string): string => name.normalize("NFC").toLowerCase()

/** Compares names as a disk may that ignores case or normalizes: two names that may be of one file are equal. */
const mayBeOne = (one: string, other: string): boolean =>
  one === other ||
  ((one.length === other.length || beyondAscii.test(one) || beyondAscii.test(other)) && keyOf(one) === keyOf(other))

const hasLength = (entries: ReadonlyArray<Entry>, length: number): boolean => {
  for (const { name } of entries) if (name.length === length) return true
  return false
}

const listed = (folder: string): Effect.Effect<ReadonlyArray<Entry> | undefined, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, (files) => Effect.orElseSucceed(files.entries(folder), () => undefined))

const unknown = (): boolean => false

/**
 * Lists a folder, and returns a check for paths below it that are certain to be absent. Of a folder that can't be listed no
 * path is: it may still be read by its name. A path that is not absent has to be read, and may be missing, too.
 *
 * Most plugins have a single file, and looking for everything else that they might have cost ten times as much as the file.
 */
export const absentIn = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<(path: string) => boolean, never, ConfigFiles> {
  const listings = yield* SharedListings.Current
  const entries = listings?.get(folder) ?? (yield* listed(folder))
  if (entries === undefined) return unknown
  listings?.set(folder, entries)
  const start = folder.length + 1
  const arePlain = !entries.some(({ name }) => beyondAscii.test(name))
  return (path) => {
    if (!path.startsWith(folder) || path[start - 1] !== "/") return false
    const slash = path.indexOf("/", start)
    const end = slash === -1 ? path.length : slash
    // Nearly all names differ by their lengths, so that plain ones are compared by them first.
    if (arePlain && !hasLength(entries, end - start) && !beyondAscii.test(path)) return true
    const first = path.slice(start, end)
    return !entries.some(({ name }) => mayBeOne(name, first))
  }
})
