/** A folder that takes another's place at once, or not at all. */
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import type { PluginFile } from "./PluginFiles.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { take } from "@hookline/node/kit/node/session/lock"
import { isSame } from "../json/textFile.ts"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"

const write = (folder: string, files: ReadonlyArray<PluginFile>): void => {
  makeFolders(folder, 0o777)
  for (const { bytes, path: at, runs } of files) {
    const file = path.join(folder, at)
    makeFolders(path.dirname(file), 0o777)
    fs.writeFileSync(file, bytes, { flag: "wx" })
    fs.chmodSync(file, runs ? 0o755 : 0o644)
  }
}

/** The folders above a file that are not there yet: the outermost, which goes again where nothing comes of it. */
const firstMissing = (folder: string): string | undefined => {
  if (fs.existsSync(folder)) return undefined
  return firstMissing(path.dirname(folder)) ?? folder
}

const isThere = (file: string): boolean => fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined

/** Removes what is of no use any more. Where it can't go it stays, and nothing reads it: what had to be done is done. */
const takeAway = (aside: string): void => {
  try {
    fs.rmSync(aside, { recursive: true, force: true })
  } catch {
    // A folder may not be written, which its owner decided.
  }
}

/** Removes folders that we have made, from the inner to the outermost, unless they are used meanwhile. */
const takeEmpty = (inner: string, outermost: string): void => {
  try {
    for (let folder = inner; folder.startsWith(outermost); folder = path.dirname(folder)) {
      if (fs.existsSync(folder)) fs.rmdirSync(folder)
    }
  } catch {
    // It is used, or can't be removed: an empty folder has no effect.
  }
}

/** Copies data of a folder into the one that takes its place, where that has no file of the name. */
const keep = (folder: string, next: string, kept: ReadonlyArray<string>): void => {
  for (const at of kept) {
    const to = path.join(next, at)
    if (isThere(to)) continue
    makeFolders(path.dirname(to), 0o777)
    fs.copyFileSync(path.join(folder, at), to, fs.constants.COPYFILE_EXCL)
  }
}

/**
 * Puts files into a folder, or nothing in its place. `done` is what has to hold for that to count: where it throws, all
 * is as it was. What is being made lies beside the folder of all plugins, since in there it would be found as one. `kept` is
 * data of the folder that stays in it.
 */
export const exchange = (
  folder: string,
  files: ReadonlyArray<PluginFile> | undefined,
  done: () => void,
  kept: ReadonlyArray<string> = []
): void => {
  const plugins = path.dirname(folder)
  const made = firstMissing(plugins)
  const aside = path.join(path.dirname(plugins), `.hookline-${randomBytes(6).toString("hex")}.tmp`)
  const [next, old] = [path.join(aside, "next"), path.join(aside, "old")]
  let isKept = false
  try {
    makeFolders(aside)
    if (files !== undefined) {
      write(next, files)
      keep(folder, next, kept)
      makeFolders(plugins, 0o777)
    }
    const before = isThere(folder)
    if (before) fs.renameSync(folder, old)
    try {
      if (files !== undefined) fs.renameSync(next, folder)
      done()
      isKept = true
    } finally {
      if (!isKept) {
        if (files !== undefined && isThere(folder)) fs.renameSync(folder, next)
        if (before) fs.renameSync(old, folder)
      }
    }
  } finally {
    // What was there before must not go with the rest where it could not be put back.
    if (isKept || !isThere(old)) takeAway(aside)
    if (!isKept && made !== undefined) takeEmpty(plugins, made)
  }
}

/** A file, and its bytes as they were read. */
export interface Before {
  readonly file: string
  readonly before: Buffer | undefined
}

/** A list of what is installed, and what it was made from. */
export interface Record extends Before {
  /** `undefined` if the file is removed. */
  readonly text: string | undefined
  /** The list of an earlier version, which the new one replaces. */
  readonly former?: Before
}

const overtaken = () => new disk.Blocked("another process has installed or removed a plugin meanwhile; try again")

/** Throws where one of the files is another than it was. */
export const unchanged = (all: ReadonlyArray<Before>): void => {
  if (!all.every(({ before, file }) => isSame(disk.read(file).bytes, before))) throw overtaken()
}

/** Writes or removes the list. The earlier one goes after the new one is written, and before that is removed. */
const replace = ({ before, file, former, text }: Record): void => {
  const found = disk.read(file)
  disk.mayWrite(found)
  if (former?.before !== undefined) {
    unchanged([former])
    disk.mayWrite(disk.read(former.file))
  }
  const isStill = (): boolean => isSame(disk.read(found.real).bytes, before)
  if (text === undefined) {
    if (!isStill()) throw overtaken()
    if (former !== undefined) disk.takeAway(former.file)
    disk.takeAway(found.real)
    return
  }
  if (!disk.replace(found.real, Buffer.from(text), found.stat, isStill)) throw overtaken()
  if (former !== undefined) takeAway(former.file)
}

/** Writes the list as a whole, unless another process has written it since it was read, or is about to. */
export const record = (one: Record): void => {
  makeFolders(path.dirname(one.file), 0o777)
  const release = take(`${one.file}.lock`)
  if (release === undefined) throw overtaken()
  try {
    replace(one)
  } finally {
    release()
  }
}
