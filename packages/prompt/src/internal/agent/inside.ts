/** Opens what is in a folder, and nothing outside of it: links that lead out are refused, also swapped ones. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises"
import { isAbsolute, relative, resolve, sep } from "node:path"

/** Why something can't be read. It is told to the model. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

/** Something that is open, and was found to be in the folder after it was opened. */
export interface Opened {
  readonly handle: FileHandle
  /** The path by which it was asked for. */
  readonly wanted: string
  /** Its path without links. */
  readonly real: string
  /** A path by which this very thing is reached, and nothing that takes its place. */
  readonly pinned: string | undefined
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

// The last name is no link after `realpath`, and must not become one; a pipe must not keep us waiting.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Where an open file really is, as the system itself says it. Not every system does. */
const placeOf = async ({ fd }: FileHandle): Promise<string | undefined> => {
  try {
    return process.platform === "linux" ? await readlink(`/proc/self/fd/${fd}`) : undefined
  } catch {
    return undefined
  }
}

/** Whether the path still leads to what is open. */
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
    // A folder on the way may have become a link since. What counts is where the open file is.
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

/** What is not there and what is outside are told alike: nothing is learnt about what is outside. */
const refusal = (path: string): Refused =>
  new Refused({ message: `${path} can't be read: it is not there, or it is outside of the project` })

/** Where the system does not say where an open file is, it is looked at again after it was used. */
const stillSame = async ({ handle, pinned, real, wanted }: Opened): Promise<boolean> =>
  pinned !== undefined || (await isSame(handle, wanted, real))

const usedBy = async <A>(opened: Opened, path: string, by: (opened: Opened) => Promise<A>): Promise<A> => {
  const result = await by(opened)
  if (await stillSame(opened)) return result
  throw refusal(path)
}

/** Uses something in the folder, by a path from there. */
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
      // A handle that can't be closed was read all the same.
      opened === undefined ? Effect.void : Effect.ignore(Effect.tryPromise(() => opened.handle.close()))
  )

/** The folder itself, without links. */
export const rootOf = (folder: string): Effect.Effect<string, Refused> =>
  Effect.tryPromise({
    try: () => realpath(folder),
    catch: () => new Refused({ message: "the project's folder is not there" })
  })
