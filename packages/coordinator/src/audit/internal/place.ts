/**
 * The folders and files that a log is written to: no other user may read them, and no link leads elsewhere.
 */
import { randomHex } from "../../internal/digest.ts"
import * as fs from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { genesis, type Link } from "./chain.ts"

export interface Folders {
  readonly folder: string
  readonly heads: string
  /** Below this no folder on the way may be a link. */
  readonly within: string | undefined
}

const isLink = (path: string): boolean => fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Every folder from below `within` to `path`. */
const below = (path: string, within: string): ReadonlyArray<string> => {
  const way = relative(within, path).split(sep)
  return way[0] === ".." ? [path] : way.map((_, index) => join(within, ...way.slice(0, index + 1)))
}

/** One by one: asked for all at once, Node never ends where a folder can't be made that seems to be missing. */
const makeAll = (folder: string): void => {
  if (!fs.existsSync(dirname(folder))) makeAll(dirname(folder))
  try {
    fs.mkdirSync(folder, 0o700)
  } catch (error) {
    // Most often it is there.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
}

/** Makes a folder that only this user can open, or throws the reason. */
const makeOwn = (folder: string, within: string | undefined): void => {
  const path = resolve(folder)
  for (const on of below(path, within === undefined ? dirname(path) : resolve(within)))
    if (isLink(on)) throw new Error(`${on} is a link, which may lead anywhere`)
  makeAll(path)
  const status = fs.lstatSync(path)
  if (!status.isDirectory()) throw new Error(`${path} is no folder`)
  const { mode, uid } = status
  const ours = process.getuid?.()
  if (ours !== undefined && uid !== ours) throw new Error(`${path} belongs to another user`)
  if (ours !== undefined && (mode & 0o077) !== 0) fs.chmodSync(path, 0o700)
}

/** A file of the log, its head, and how far it is written. */
export interface Opened {
  readonly name: string
  readonly file: number
  readonly head: number
  /** The number of its records when it was opened. */
  readonly before: number
  link: Link
  size: number
  /** Lets others write it, where processes take turns. */
  readonly release?: () => void
}

/** Returns the text of a head. By its size, a writer that continues the file checks that it is still what was written. */
export const headText = ({ link: { count, hash }, name, size }: Pick<Opened, "link" | "name" | "size">): string =>
  `${JSON.stringify({ file: name, count, hash, size })}\n`

const nameNow = (): string => {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, "")
  return `${time}-${process.pid}-${randomHex(4)}.jsonl`
}

/** A file that must not be there yet, for this person only. */
const openNew = (path: string, flags: string): number => fs.openSync(path, flags, 0o600)

/** Makes the folders ready. */
export const makeReady = ({ folder, heads, within }: Folders): void => {
  makeOwn(folder, within)
  makeOwn(heads, within)
}

/** Opens a new file of the log. Its head is written first, and whole, so that a file without one was tampered with. */
export const create = ({ folder, heads }: Folders, name: string): Opened => {
  const link = genesis(name)
  const headPath = join(heads, `${name}.head`)
  const made = `${headPath}.new`
  const head = openNew(made, "wx")
  try {
    fs.writeSync(head, headText({ name, link, size: 0 }), 0)
    fs.renameSync(made, headPath)
    return { name, head, file: openNew(join(folder, name), "ax"), before: 0, link, size: 0 }
  } catch (error) {
    fs.closeSync(head)
    for (const one of [made, headPath]) fs.rmSync(one, { force: true })
    throw error
  }
}

/** Opens a file that is this process's own. */
export const open = (folders: Folders): Opened => {
  makeReady(folders)
  return create(folders, nameNow())
}

export const close = ({ file, head, release }: Opened): void => {
  try {
    fs.closeSync(file)
    fs.closeSync(head)
  } finally {
    release?.()
  }
}
