/**
 * The store of what the user trusts: one file for each project, in a folder that only the user may write.
 *
 * @since 0.1.0
 */
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import { decodeTrustRecord, encodeTrustRecord } from "./trustText.ts"
import { empty, type TrustRecord } from "@hookline/schema/kit/TrustRecord"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { fileOf, folderOf, realOf } from "./places.ts"
import { whileLocked } from "../session/lock.ts"

/**
 * A store that can't be used: another user may write it, it is broken, or the disk refuses.
 *
 * @category errors
 * @since 0.1.0
 */
export class TrustStoreProblem extends Schema.TaggedError<TrustStoreProblem>()("TrustStoreProblem", {
  code: Schema.Literals(["trust-store-open", "trust-store-broken", "trust-store-unwritable"]),
  path: Schema.String,
  issue: Schema.String,
  fix: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `${this.path}: ${this.issue}${this.fix === undefined ? "" : `. ${this.fix}`}`
  }
}

/**
 * The result of reading: the record, or an empty one with the problem that keeps the stored one from counting.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly record: TrustRecord
  readonly problem?: TrustStoreProblem
}

/** The bits of a mode by which others than the owner may write. */
const byOthers = 0o022

/** Returns the reason for which others could have written a path, if there is one. A missing path has none. */
const openTo = (file: string, kind: "file" | "folder"): string | undefined => {
  const found = fs.lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (kind === "file" ? !found.isFile() : !found.isDirectory()) return `it is no ${kind}`
  const user = process.getuid?.()
  if (user !== undefined && found.uid !== user) return `it belongs to user ${found.uid}`
  // Other systems have no such modes.
  return user !== undefined && (found.mode & byOthers) !== 0 ? "others may write it" : undefined
}

/** Returns the problem of a store that others than the user could have written. */
export const openProblem = (home: string, file: string): TrustStoreProblem | undefined => {
  const folder = folderOf(home)
  for (const [each, kind] of [
    [path.dirname(folder), "folder"],
    [folder, "folder"],
    [file, "file"]
  ] as const) {
    const issue = openTo(each, kind)
    if (issue === undefined) continue
    return new TrustStoreProblem({
      code: "trust-store-open",
      path: each,
      issue: `${issue}, so that nothing in it counts`,
      fix: "Only you may own and write it: chmod go-w."
    })
  }
  return undefined
}

const broken = (file: string, issue: string): TrustStoreProblem =>
  new TrustStoreProblem({
    code: "trust-store-broken",
    path: file,
    issue: `${issue}, so that nothing in it counts`,
    fix: "It is kept; `hookline trust` writes a new one."
  })

/** The maximum size of a record. */
const mostBytes = 64 * 1024 * 1024

/** Reads a file that must not be followed over a link, and whose size is known before. */
export const textIn = (file: string): string | undefined => {
  let fd: number
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined
    throw error
  }
  try {
    const found = fs.fstatSync(fd)
    if (!found.isFile() || found.size > mostBytes) throw new Error("it is no file, or too large")
    return fs.readFileSync(fd, "utf8")
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Reads the record of a project. A problem leaves nothing trusted, and is reported.
 *
 * @category reading
 * @since 0.1.0
 */
export const read = (home: string, project: string): Reading => {
  const real = realOf(project)
  const none = empty(real)
  const file = fileOf(home, project)
  try {
    const problem = openProblem(home, file)
    if (problem !== undefined) return { record: none, problem }
    const text = textIn(file)
    if (text === undefined) return { record: none }
    const decoded = decodeTrustRecord(text)
    if (decoded === undefined) return { record: none, problem: broken(file, "it can't be read by this version") }
    // Bound to its place: a record that was copied from another project's counts for nothing.
    return decoded.project === real
      ? { record: decoded }
      : { record: none, problem: broken(file, "it is of another project") }
  } catch (error) {
    return { record: none, problem: broken(file, `it can't be read (${codeOf(error)})`) }
  }
}

/** Keeps a record that does not count beside the new one, because a user may want to look at it. */
const setAside = (file: string): void => {
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) fs.renameSync(file, `${file}.broken`)
}

/** Writes a file beside the real one, and moves it to its place, so that no half of it is ever read. */
export const replace = (file: string, text: string): void => {
  const temporary = `${file}.${crypto.randomBytes(6).toString("hex")}.tmp`
  try {
    const fd = fs.openSync(temporary, "wx", 0o600)
    try {
      fs.writeFileSync(fd, text)
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(temporary, file)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

/** Creates the folder, which only the user may open. A folder of a store is never taken over from others. */
export const makeReady = (home: string, file: string): void => {
  makeFolders(folderOf(home))
  fs.chmodSync(folderOf(home), 0o700)
  const problem = openProblem(home, file)
  if (problem !== undefined) throw problem
}

const unwritable = (file: string, issue: string): TrustStoreProblem =>
  new TrustStoreProblem({ code: "trust-store-unwritable", path: file, issue: `it can't be written: ${issue}` })

/**
 * Changes the record of a project. Two processes at once both count, one after the other.
 *
 * @category writing
 * @since 0.1.0
 */
export const update = (
  home: string,
  project: string,
  change: (record: TrustRecord) => TrustRecord
): Effect.Effect<TrustRecord, TrustStoreProblem> => {
  const file = fileOf(home, project)
  let refusal: TrustStoreProblem | undefined
  return whileLocked(
    `${file}.lock`,
    () => {
      try {
        makeReady(home, file)
      } catch (error) {
        if (error instanceof TrustStoreProblem) refusal = error
        throw error
      }
    },
    () => {
      const { problem, record } = read(home, project)
      if (problem !== undefined) setAside(file)
      const changed = change(record)
      replace(file, encodeTrustRecord(changed))
      return changed
    }
  ).pipe(Effect.mapError(({ why }) => refusal ?? unwritable(file, why)))
}
