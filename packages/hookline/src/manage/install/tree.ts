/** A folder that takes another's place at once, or not at all. */
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import type { PluginFile } from "./PluginFiles.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { isSame } from "../json/textFile.ts"

const write = (folder: string, files: ReadonlyArray<PluginFile>): void => {
  fs.mkdirSync(folder, { recursive: true })
  for (const { bytes, path: at, runs } of files) {
    const file = path.join(folder, at)
    fs.mkdirSync(path.dirname(file), { recursive: true })
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

/** Where it can't go it stays beside the plugins, where nobody takes it for one: what had to be done is done. */
const takeAway = (aside: string): void => {
  try {
    fs.rmSync(aside, { recursive: true, force: true })
  } catch {
    // A folder in it may not be written, which a plugin's owner decided.
  }
}

/** Takes folders away that we have made, from the inner to the outermost, unless somebody uses them meanwhile. */
const takeEmpty = (inner: string, outermost: string): void => {
  try {
    for (let folder = inner; folder.startsWith(outermost); folder = path.dirname(folder)) {
      if (fs.existsSync(folder)) fs.rmdirSync(folder)
    }
  } catch {
    // It is used, or it may not go: an empty folder says nothing.
  }
}

/**
 * Puts files into a folder, or nothing in its place. `done` is what has to hold for that to count: where it throws, all
 * is as it was. What is being made lies beside the folder of all plugins, since in there it would be found as one.
 */
export const exchange = (folder: string, files: ReadonlyArray<PluginFile> | undefined, done: () => void): void => {
  const plugins = path.dirname(folder)
  const made = firstMissing(plugins)
  const aside = path.join(path.dirname(plugins), `.hookline-${randomBytes(6).toString("hex")}.tmp`)
  const [next, old] = [path.join(aside, "next"), path.join(aside, "old")]
  let isKept = false
  try {
    fs.mkdirSync(aside, { recursive: true, mode: 0o700 })
    if (files !== undefined) {
      write(next, files)
      fs.mkdirSync(plugins, { recursive: true })
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

/** A record of what is installed, and what it was made from. */
export interface Record {
  readonly file: string
  readonly before: Buffer | undefined
  /** Nothing where the file goes. */
  readonly text: string | undefined
}

/** Writes the record as a whole, unless somebody else has written it since. */
export const record = ({ before, file, text }: Record): void => {
  const found = disk.read(file)
  disk.mayWrite(found)
  const isStill = (): boolean => isSame(disk.read(found.real).bytes, before)
  if (text !== undefined && disk.replace(found.real, Buffer.from(text), found.stat, isStill)) return
  if (!isStill()) throw new disk.Blocked("somebody else has installed or removed a plugin meanwhile; try again")
  disk.takeAway(found.real)
}
