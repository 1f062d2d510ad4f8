/**
 * Opens files in a folder, and none outside of it: links that lead out are refused, including links that are swapped
 * in.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises"
import { isAbsolute, relative, resolve, sep } from "node:path"

/** The reason for which a file can't be read. It is shown to the model. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

/** An open file or folder, which was verified to be in the folder after it was opened. */
export interface Opened {
  readonly handle: FileHandle
  /** The requested path. */
  readonly wanted: string
  /** The path without links. */
  readonly real: string
  /** A path that leads to this very file, even if another file takes its place. */
  readonly pinned: string | undefined
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

// After `realpath` the last name is no link, and must not become one. Opening a pipe must not block.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Returns the path of an open file, on systems that report it. */
const placeOf = async ({ fd }: FileHandle): Promise<string | undefined> => {
  try {
    return process.platform === "linux" ? await readlink(`/proc/self/fd/${fd}`) : undefined
  } catch {
    return undefined
  }
}

/** Checks whether a path still leads to the open file. */
const isSame = async (handle: FileHandle, wanted: string, real: string): Promise<boolean> => {
  const [opened, found, again] = await Promise.all([handle.stat(), stat(real), realpath(wanted)])
  return again === real && opened.ino === found.ino && opened.dev === found.dev
}

const openChecked = async (root: string, path: string): Promise<Opened | undefined> => {
  const wanted = resolve(root, path)
  if (path.includes("\0") || !isInside(root, wanted)) return undefined
  const real = await realpath(wanted)
  if (!isInside(root, real)) return undefined
  const handle = await open(real, flags)
  try {
    // A parent folder may have become a link since, so the place of the open file decides.
    const place = await placeOf(handle)
    const isRight = place === undefined ? await isSame(handle, wanted, real) : isInside(root, place)
    if (isRight) return { handle, wanted, real, pinned: place && `/proc/self/fd/${handle.fd}` }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return undefined
}

/** Creates one refusal for missing files and for files outside, so that it reveals nothing about files outside. */
const refusal = (path: string): Refused =>
  new Refused({ message: `${path} can't be read: it is not there, or it is outside of the project` })

/** Checks the file again after use, on systems that do not report the path of an open file. */
const stillSame = async ({ handle, pinned, real, wanted }: Opened): Promise<boolean> =>
  pinned !== undefined || (await isSame(handle, wanted, real))

const usedBy = async <A>(opened: Opened, path: string, by: (opened: Opened) => Promise<A>): Promise<A> => {
  const result = await by(opened)
  if (await stillSame(opened)) return result
  throw refusal(path)
}

/** Runs a function on a file of the folder, by its relative path. */
export const use = <A>(root: string, path: string, by: (opened: Opened) => Promise<A>): Effect.Effect<A, Refused> =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => openChecked(root, path), catch: () => refusal(path) }),
    (opened) =>
      opened === undefined
        ? Effect.fail(refusal(path))
        : Effect.tryPromise({
            try: () => usedBy(opened, path, by),
            catch: (error) => (error instanceof Refused ? error : refusal(path))
          }),
    (opened) =>
      // A failure to close the handle is ignored, because the file was read.
      opened === undefined ? Effect.void : Effect.ignore(Effect.tryPromise(() => opened.handle.close()))
  )

/** Resolves the links of the folder itself. */
export const rootOf = (folder: string): Effect.Effect<string, Refused> =>
  Effect.tryPromise({
    try: () => realpath(folder),
    catch: () => new Refused({ message: "the project's folder is not there" })
  })
