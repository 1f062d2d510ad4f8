/**
 * The folders and files that a log is written to: nobody else may read them, and no link leads elsewhere.
 */
import { randomBytes } from "node:crypto"
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

/** Makes a folder that is ours alone, or says why it can't be. */
const makeOwn = (folder: string, within: string | undefined): void => {
  const path = resolve(folder)
  for (const on of below(path, within === undefined ? dirname(path) : resolve(within)))
    if (isLink(on)) throw new Error(`${on} is a link, which may lead anywhere`)
  fs.mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = fs.lstatSync(path)
  const ours = process.getuid?.()
  if (ours !== undefined && uid !== ours) throw new Error(`${path} belongs to somebody else`)
  if (ours !== undefined && (mode & 0o077) !== 0) fs.chmodSync(path, 0o700)
}

/** A file of the log, its head, and how far it is written. */
export interface Opened {
  readonly name: string
  readonly file: number
  readonly head: number
  link: Link
  size: number
}

export const headText = (name: string, { count, hash }: Link): string =>
  `${JSON.stringify({ file: name, count, hash })}\n`

const nameNow = (): string => {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, "")
  return `${time}-${process.pid}-${randomBytes(4).toString("hex")}.jsonl`
}

/** A file that must not be there yet, for this person only. */
const openNew = (path: string, flags: string): number => fs.openSync(path, flags, 0o600)

/** Opens a new file of the log. Its head is there first: a file without one has lost it. */
export const open = ({ folder, heads, within }: Folders): Opened => {
  makeOwn(folder, within)
  makeOwn(heads, within)
  const name = nameNow()
  const link = genesis(name)
  const headPath = join(heads, `${name}.head`)
  const head = openNew(headPath, "wx")
  try {
    fs.writeSync(head, headText(name, link), 0)
    return { name, head, file: openNew(join(folder, name), "ax"), link, size: 0 }
  } catch (error) {
    fs.closeSync(head)
    fs.rmSync(headPath, { force: true })
    throw error
  }
}

export const close = ({ file, head }: Opened): void => {
  fs.closeSync(file)
  fs.closeSync(head)
}
