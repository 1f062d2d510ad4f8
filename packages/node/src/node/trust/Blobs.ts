/**
 * The contents of files at the time of trust, so that a user sees later what has changed.
 *
 * @since 0.1.0
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { folderOf } from "./places.ts"

/** The maximum size of one content, and of all. */
const mostBytes = 256 * 1024
const mostInAll = 64 * 1024 * 1024

/** Returns the folder of contents. */
const blobsOf = (home: string): string => path.join(folderOf(home), "blobs")

const isDigest = /^[0-9a-f]{64}$/

/** Removes the contents that were used least recently, where all take too much space. */
const tidy = (folder: string): void => {
  const all = fs
    .readdirSync(folder)
    .filter((name) => isDigest.test(name))
    .map((name) => ({ name, stat: fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }) }))
    .flatMap(({ name, stat }) => (stat === undefined ? [] : [{ name, size: stat.size, usedAt: stat.mtimeMs }]))
    .toSorted((one, other) => other.usedAt - one.usedAt)
  let bytes = 0
  for (const { name, size } of all) {
    bytes += size
    if (bytes > mostInAll) fs.rmSync(path.join(folder, name), { force: true })
  }
}

/** Keeps one content under its digest. Returns false if it is too large, or changed since it was sealed. */
const keepOne = (folder: string, file: string, digest: string): boolean => {
  const place = path.join(folder, digest)
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.size > mostBytes) return false
  const bytes = fs.readFileSync(file)
  if (crypto.hash("sha256", bytes) !== digest) return false
  const temporary = `${place}.${crypto.randomBytes(6).toString("hex")}.tmp`
  try {
    fs.writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 })
    fs.renameSync(temporary, place)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
  return true
}

/**
 * Keeps the contents of files, by their absolute paths and the SHA-256 digests of the seal. What can't be kept is missing
 * in a diff later, and changes no decision.
 *
 * @category writing
 * @since 0.1.0
 */
export const keep = (home: string, files: Iterable<readonly [file: string, digest: string]>): void => {
  const folder = blobsOf(home)
  try {
    makeFolders(folder)
    for (const [file, digest] of files) {
      if (isDigest.test(digest)) keepOne(folder, file, digest)
    }
    tidy(folder)
  } catch {
    // A diff shows less then; the decision itself has been written.
  }
}

/**
 * Returns a content that was kept, or `undefined`. A content that is not that of its digest is none.
 *
 * @category reading
 * @since 0.1.0
 */
export const read = (home: string, digest: string): string | undefined => {
  if (!isDigest.test(digest)) return undefined
  try {
    const bytes = fs.readFileSync(path.join(blobsOf(home), digest))
    return crypto.hash("sha256", bytes) === digest ? bytes.toString("utf8") : undefined
  } catch {
    // It was never kept, or has made room for others.
    return undefined
  }
}
