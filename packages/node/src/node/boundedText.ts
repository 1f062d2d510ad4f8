/**
 * Reads files that anyone may have put in their place: a repository may hold a pipe, or a link to a device or to a file of the
 * system that has no end. No such file is waited for, and none ends what reads it.
 */
import * as fs from "node:fs"

/** No file of hooks is larger. */
const mostBytes = 64 << 20

/** Limits what is read of a pipe, and of a file whose size is unknown. */
const mostOfOthers = 1 << 20

/** Nothing that has not been written yet is waited for. */
const flags = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK

const failure = (path: string, code: string): Error => Object.assign(new Error(`${path}: ${code}`), { code })

/** The null device of Linux and macOS, which people link to for an empty file. */
export const isNullDevice = (stat: fs.Stats): boolean =>
  stat.isCharacterDevice() && stat.rdev === fs.statSync("/dev/null", { throwIfNoEntry: false })?.rdev

/** Reads what is there. An error of such a file is no error of the machine, which would be worth another try. */
const readIn = (path: string, fd: number, bytes: Buffer): number => {
  try {
    return fs.readSync(fd, bytes)
  } catch {
    throw failure(path, "it has no content to read")
  }
}

/** Reads a pipe, or a file that has no size. */
const readOther = (path: string): string => {
  const fd = fs.openSync(path, flags)
  try {
    const bytes = Buffer.alloc(mostOfOthers)
    const size = readIn(path, fd, bytes)
    if (size === bytes.length) throw failure(path, "EFBIG")
    return bytes.toString("utf8", 0, size)
  } finally {
    fs.closeSync(fd)
  }
}

/** No link is followed. Windows has no such flag. */
const ownFlags = flags | (fs.constants.O_NOFOLLOW ?? 0)

const canRefuseLinks = fs.constants.O_NOFOLLOW !== undefined

/** Nearly all files of hooks are smaller. */
const mostAtOnce = 64 << 10

// One buffer for all files, because each is decoded before the next one is read.
let buffer: Buffer | undefined

/**
 * Reads a file that a folder was just seen to have as a plain file of its own, without asking about it first, which costs
 * half as much as reading it. Returns `undefined` if the file is empty, large, or no longer what it was: `boundedText` then
 * finds out. Like there, a pipe that is put in its place is not waited for, and no link to a device is opened.
 */
export const listedText = (path: string): string | undefined => {
  if (!canRefuseLinks) return undefined
  let fd: number | undefined
  try {
    fd = fs.openSync(path, ownFlags)
    buffer ??= Buffer.allocUnsafeSlow(mostAtOnce)
    const size = fs.readSync(fd, buffer, 0, mostAtOnce, null)
    // A file system may return less than there is, so that only an empty reading is the end.
    const isWhole = size > 0 && size < mostAtOnce && fs.readSync(fd, buffer, size, mostAtOnce - size, null) === 0
    return isWhole ? buffer.toString("utf8", 0, size) : undefined
  } catch {
    // The caller asks `boundedText`, which reports the obstacle.
    return undefined
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}

/** Reads the text of a file, or returns `undefined` if there is none. */
export const boundedText = (path: string): string | undefined => {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (stat.size > mostBytes) throw failure(path, "EFBIG")
  // A folder reports by itself that it is none.
  if (stat.isDirectory() || (stat.isFile() && stat.size > 0)) return fs.readFileSync(path, "utf8")
  if (stat.isFile() || stat.isFIFO()) return readOther(path)
  // To open a device may already do something.
  if (isNullDevice(stat)) return ""
  throw failure(path, "it is no file")
}
