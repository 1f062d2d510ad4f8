/**
 * The paths that a profile opens and closes here, as they are on disk now. They are read again only after one of the
 * folders around them has changed, because a waiting process keeps the files that it was given.
 */
import type { Confined, Place } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import { createHash } from "node:crypto"
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { configuring, configuringHome, secrets, shared, states } from "./places.ts"

export interface Access {
  /** Folders and files that may be read with all that is below them: everything but secrets and devices. */
  readonly readable: ReadonlyArray<string>
  readonly secrets: ReadonlyArray<string>
  readonly writable: ReadonlyArray<string>
  /** Files that configure, below a folder that is writable. */
  readonly configuring: ReadonlyArray<string>
  /** Differs where a waiting process would not have the same access. */
  readonly key: string
}

/** Returns the path without links, or `undefined` if it is absent. */
const real = (file: string): string | undefined => {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

const isWithin = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** Returns the folders above a path, from the outermost. */
const above = (file: string): ReadonlyArray<string> => {
  const outer = path.dirname(file)
  return outer === file ? [] : [...above(outer), outer]
}

/** The state of a folder, by which a change of its entries is noticed. */
interface Watched {
  readonly folder: string
  readonly dev: number
  readonly ino: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

const quietly = { throwIfNoEntry: false } as const

const watch = (folder: string): ReadonlyArray<Watched> => {
  const status = statSync(folder, quietly)
  if (status === undefined) return []
  const { ctimeMs, dev, ino, mtimeMs } = status
  return [{ folder, dev, ino, mtimeMs, ctimeMs }]
}

const isSame = ({ ctimeMs, dev, folder, ino, mtimeMs }: Watched): boolean => {
  const status = statSync(folder, quietly)
  return (
    status !== undefined &&
    status.mtimeMs === mtimeMs &&
    status.ctimeMs === ctimeMs &&
    status.ino === ino &&
    status.dev === dev
  )
}

const identityOf = (file: string): string => {
  const status = lstatSync(file, quietly)
  return status === undefined ? "" : `${file}:${status.dev}:${status.ino}`
}

/** Returns everything below a folder but these paths, in as few paths as possible. Links lead to paths of their own. */
const allBut = (folder: string, excluded: ReadonlyArray<string>): ReadonlyArray<string> => {
  const inside = excluded.filter((file) => isWithin(file, folder))
  if (inside.includes(folder)) return []
  if (inside.length === 0) return [folder]
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isSymbolicLink() ? [] : allBut(path.join(folder, entry.name), inside)
  )
}

/** Folders whose files are none: a rule for each of their devices is made apart. */
const devices = ["/dev"]

const present = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(files.flatMap((file) => real(file) ?? []))
]

const read = (profile: Confined, { home, project }: Place): Access => {
  const { writes } = rights[profile]
  const closed = present(secrets.map((name) => path.join(home, name)))
  // A folder around the home folder would open everything in it.
  const writable = writes
    ? present([project, ...states.map((name) => path.join(home, name)), ...shared, tmpdir()]).filter(
        (folder) => !isWithin(home, folder)
      )
    : []
  const decides = present([
    ...configuring.map((name) => path.join(project, name)),
    ...configuringHome.map((name) => path.join(home, name))
  ]).filter((file) => writable.some((folder) => isWithin(file, folder)))
  const readable = allBut("/", [...closed, ...devices])
  const hash = createHash("sha1")
  for (const file of [...readable, ...closed, ...writable, ...decides]) hash.update(`${identityOf(file)}\0`)
  return { readable, secrets: closed, writable, configuring: decides, key: `${profile}:${hash.digest("hex")}` }
}

/** Returns a function that returns the access of a profile now. Throws if the project is absent. */
export const accessOf = (profile: Confined, place: Place): (() => Access) => {
  const home = real(place.home) ?? path.resolve(place.home)
  const project = realpathSync(place.project)
  const watched = new Set([
    ...secrets.flatMap((name) => above(path.join(home, name))),
    ...(rights[profile].writes
      ? [
          ...configuring.map((name) => path.join(project, name)),
          ...states.map((name) => path.join(home, name))
        ].flatMap(above)
      : [])
  ])
  const folders = [...watched].filter(
    (folder) => isWithin(folder, home) || isWithin(home, folder) || isWithin(folder, project)
  )
  let seen: ReadonlyArray<Watched> = []
  let last: Access | undefined
  return () => {
    if (last !== undefined && seen.every(isSame)) return last
    // First the state: a change during the reading is noticed the next time. A folder that is absent appears in another.
    seen = folders.flatMap(watch)
    last = read(profile, { home, project })
    return last
  }
}
