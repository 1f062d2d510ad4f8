/**
 * A folder that no other process can find, not even one of the same user in a sandbox that sees the same files: its name
 * can't be guessed, and the folder around it can't be listed.
 */
import { randomHex } from "../randomHex.ts"
import { mkdirSync, rmdirSync, unlinkSync } from "node:fs"
import path from "node:path"
import { errnoOf } from "./supervise.ts"

export interface SecretFolder {
  readonly folder: string
  /** Removes the folder with these files. Returns false if that fails. It opens nothing, because too much may be open. */
  readonly remove: (files?: ReadonlyArray<string>) => boolean
}

const unguessable = (): string => randomHex(16)

/** The number of attempts: a process that creates files there may end during the first. */
const mostAttempts = 3

const succeeds = (remove: () => void): boolean => {
  try {
    remove()
    return true
  } catch (error) {
    return errnoOf(error).code === "ENOENT"
  }
}

/** Creates a folder below the first root in which it can be created. */
export const makeSecretFolder = (roots: ReadonlyArray<string>): SecretFolder | undefined => {
  for (const root of roots) {
    const outer = path.join(root, `hookline-${process.pid}-${unguessable()}`)
    const folder = path.join(outer, unguessable())
    const remove = (files: ReadonlyArray<string> = []): boolean => {
      for (let attempts = 0; attempts < mostAttempts; attempts++) {
        for (const file of files) succeeds(() => unlinkSync(path.join(folder, file)))
        if (succeeds(() => rmdirSync(folder)) && succeeds(() => rmdirSync(outer))) return true
      }
      return false
    }
    try {
      // The mode is set when it is created, so that it never can be listed.
      mkdirSync(outer, { mode: 0o300 })
      mkdirSync(folder, { mode: 0o700 })
      return { folder, remove }
    } catch {
      // The root is missing, full, or not writable, so the next one is tried.
      remove()
    }
  }
  return undefined
}
