// Copies a folder for another user, who owns the copy.
import * as fs from "node:fs"
import { join } from "node:path"

/** What a copy does not need: the history, and the caches of tools. */
const leftOut = new Set([".git", ".vite", ".vite-temp", ".vitest-cache"])

/** Links a file that the user may read and may not write. Returns false where it has to be copied. */
const isLinked = (from: string, to: string, mode: number): boolean => {
  const isReadable = (mode & 0o100) === 0 ? (mode & 0o004) !== 0 : (mode & 0o005) === 0o005
  if (!isReadable || (mode & 0o002) !== 0) return false
  try {
    fs.linkSync(from, to)
    return true
  } catch {
    // They lie on two file systems, or this one has no links.
    return false
  }
}

/** Copies what lies at a path. Below `node_modules` files are linked where that is possible, since they are many. */
export const copyFor = (user: number, from: string, to: string, isInstalled = false): void => {
  const status = fs.lstatSync(from)
  if (status.isDirectory()) {
    fs.mkdirSync(to, { mode: 0o700 })
    for (const name of fs.readdirSync(from))
      if (!leftOut.has(name)) copyFor(user, join(from, name), join(to, name), isInstalled || name === "node_modules")
  } else if (status.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), to)
  else if (!status.isFile() || (isInstalled && isLinked(from, to, status.mode))) return
  else fs.copyFileSync(from, to)
  fs.lchownSync(to, user, user)
}
