/**
 * The files of seals on this machine.
 *
 * @since 0.1.0
 */
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import { type Content, type Look, SealFiles } from "@hookline/core/kit/trust/SealFiles"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import * as fs from "node:fs"

const ask = { bigint: true, throwIfNoEntry: false } as const

const without = (kind: Look["kind"], mark: string): Look => ({
  kind,
  runs: false,
  isShared: false,
  size: 0,
  mark,
  changedAt: 0
})

const missing = without("missing", "missing")

const kindOf = (stat: fs.BigIntStats): Look["kind"] => {
  if (stat.isFile()) return "file"
  if (stat.isDirectory()) return "folder"
  return stat.isSymbolicLink() ? "link" : "odd"
}

const lookOf = (stat: fs.BigIntStats): Look => {
  const { ctimeNs, dev, ino, mode, mtimeNs, size } = stat
  const later = ctimeNs > mtimeNs ? ctimeNs : mtimeNs
  return {
    kind: kindOf(stat),
    runs: (mode & 0o111n) !== 0n,
    isShared: (mode & 0o002n) !== 0n,
    size: Number(size),
    mark: `${dev}:${ino}:${mode}:${size}:${mtimeNs}:${ctimeNs}`,
    changedAt: Number(later / 1_000_000n)
  }
}

const looking = (path: string, look: () => fs.BigIntStats | undefined): Look => {
  try {
    const stat = look()
    if (stat === undefined) return missing
    const found = lookOf(stat)
    return found.kind === "link" ? { ...found, target: fs.readlinkSync(path) } : found
  } catch (error) {
    const code = codeOf(error)
    return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" ? missing : without("unreadable", code)
  }
}

/** A file that was replaced by a pipe is not waited for, and none that was replaced by a link is followed. */
const flags = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | (fs.constants.O_NOFOLLOW ?? 0)

/** Reads a file through its descriptor. A file that changes meanwhile has no content to be trusted. */
const readOnce = (path: string, most: number): Content => {
  let fd: number
  try {
    fd = fs.openSync(path, flags)
  } catch (error) {
    return { _tag: "Failed", why: codeOf(error) === "ELOOP" ? "changing" : "unreadable" }
  }
  try {
    const before = fs.fstatSync(fd, { bigint: true })
    if (!before.isFile()) return { _tag: "Failed", why: "odd" }
    if (before.size > BigInt(most)) return { _tag: "Failed", why: "too large" }
    const size = Number(before.size)
    // One byte more than the file has shows that it grows.
    const bytes = Buffer.allocUnsafe(size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = fs.readSync(fd, bytes, length, bytes.length - length, length)
    const look = lookOf(fs.fstatSync(fd, { bigint: true }))
    if (length !== size || look.mark !== lookOf(before).mark) return { _tag: "Failed", why: "changing" }
    const content = bytes.subarray(0, size)
    return { _tag: "Content", bytes: content, look, sha256: hashOf(content) }
  } catch {
    return { _tag: "Failed", why: "unreadable" }
  } finally {
    fs.closeSync(fd)
  }
}

const hashOf = (data: string | Uint8Array): string => `sha256:${createHash("sha256").update(data).digest("hex")}`

/** A file may be written while it is read. A file that is written without an end is not read at all. */
const read = (path: string, most: number): Content => {
  for (let tries = 0; tries < 4; tries++) {
    const content = readOnce(path, most)
    if (content._tag === "Content" || content.why !== "changing") return content
  }
  return { _tag: "Failed", why: "changing" }
}

const namesIn = (folder: string): ReadonlyArray<string> | undefined => {
  try {
    return fs.readdirSync(folder).toSorted()
  } catch {
    return undefined
  }
}

const realPath = (path: string): string | undefined => {
  try {
    return fs.realpathSync.native(path)
  } catch {
    return undefined
  }
}

/**
 * The files of this machine.
 *
 * @category constructors
 * @since 0.1.0
 */
export const files: SealFiles["Service"] = SealFiles.of({
  look: (path) => looking(path, () => fs.lstatSync(path, ask)),
  follow: (path) => looking(path, () => fs.statSync(path, ask)),
  names: namesIn,
  realPath,
  read,
  hash: hashOf,
  now: () => Date.now()
})

/**
 * Reads the files of this machine.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<SealFiles> = Layer.succeed(SealFiles)(files)
