/** Settings files on the disk: read whole, and replaced whole or not at all. */
import * as fs from "node:fs"
import * as path from "node:path"
import { boundedText } from "./boundedText.ts"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { randomHex } from "@hookline/executor/kit/internal/randomHex"

/** A file as it was found. `text` is missing where there is no file. */
export interface Found {
  /** The real path, links followed. */
  readonly real: string
  readonly bytes: Buffer | undefined
  readonly stat: fs.Stats | undefined
}

/** The obstacle, as a sentence without its full stop. */
export class Blocked extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be read or written",
  EPERM: "it may not be read or written",
  EROFS: "the disk can only be read",
  ENOSPC: "the disk is full",
  EDQUOT: "no more may be stored on this disk",
  EFBIG: "it would be larger than files may be",
  EISDIR: "it is a folder",
  ENOTDIR: "what should be its folder is a file",
  ELOOP: "its links lead in a circle"
}

/** An error of the system in words. */
export const whyOf = (error: unknown): string => {
  if (error instanceof Blocked) return error.message
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error)
  return reasons[code] ?? code
}

const isAbsent = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT"

const orAbsent = <A>(access: () => A): A | undefined => {
  try {
    return access()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** The real place of what may not be there yet: that of the nearest folder that is. */
const realOf = (file: string): string => {
  const real = orAbsent(() => fs.realpathSync(file))
  if (real !== undefined) return real
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw new Blocked("it is a link to nowhere")
  const folder = path.dirname(file)
  return folder === file ? file : path.join(realOf(folder), path.basename(file))
}

/** The real places of a file and of the folder that it should be in. */
export const placeOf = (file: string, within: string | undefined) => {
  const real = realOf(file)
  const folder = within === undefined ? undefined : realOf(within)
  const isInside = folder === undefined || real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
  return { real, isInside }
}

/** Reads a file that may not be there. */
export const read = (real: string): Found => {
  const stat = fs.statSync(real, { throwIfNoEntry: false })
  if (stat === undefined) return { real, bytes: undefined, stat }
  if (!stat.isFile()) throw new Blocked(stat.isDirectory() ? "it is a folder" : "it is no file")
  // A file of the system has no size, and may have no end.
  const bytes = stat.size === 0 ? Buffer.from(boundedText(real) ?? "") : fs.readFileSync(real)
  return { real, bytes, stat }
}

/** The text of bytes with its mark, or nothing where they are no UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // There is only one thing that can be wrong here, and the caller reports it.
    return undefined
  }
}

/** Gives the new file the owner of the old. Without the right to do so, its writer stays its owner. */
const keepOwner = (file: number, stat: fs.Stats): void => {
  const { gid, uid } = fs.fstatSync(file)
  if (uid === stat.uid && gid === stat.gid) return
  try {
    fs.fchownSync(file, stat.uid, stat.gid)
  } catch {
    // Only its owner and a superuser can. The mode decides who may read it, and is kept.
  }
}

/** Refuses a file that may not be written: that right was taken away on purpose, although a folder's would be enough. */
export const mayWrite = ({ bytes, real }: Found): void => {
  if (bytes !== undefined) fs.accessSync(real, fs.constants.W_OK)
}

/** Writes a file beside the real one and puts it in its place: there is never half a file. */
export const replace = (
  real: string,
  bytes: Uint8Array,
  like: fs.Stats | undefined,
  isStill: () => boolean
): boolean => {
  makeFolders(path.dirname(real), 0o777)
  const temporary = `${real}.${randomHex(6)}.tmp`
  try {
    const file = fs.openSync(temporary, "wx", like === undefined ? 0o666 : 0o600)
    try {
      for (let at = 0; at < bytes.length;) at += fs.writeSync(file, bytes, at)
      if (like !== undefined) {
        keepOwner(file, like)
        fs.fchmodSync(file, like.mode & 0o7777)
      }
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    if (!isStill()) return false
    fs.renameSync(temporary, real)
    return true
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

/** Takes a file away. */
export const takeAway = (real: string): void => fs.rmSync(real, { force: true })
