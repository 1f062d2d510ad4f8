/** Files without a name, for the input of hooks: no other process can find them, and they end with their last descriptor. */
import { constants, openSync } from "node:fs"
import path from "node:path"
import { crowded } from "./crowded.ts"
import { makeSecretFolder } from "./SecretFolder.ts"
import { errnoOf } from "./supervise.ts"

/** Linux creates a file without a name. Node has no constant for it. */
const withoutName =
  process.platform === "linux" ? 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR | constants.O_EXCL : undefined

/** Creates the file under a name that is removed at once. */
const renounced = (root: string): number => {
  const secret = makeSecretFolder([root])
  if (secret === undefined) throw new Error(`no file can be created in ${root}`)
  try {
    return openSync(path.join(secret.folder, "file"), "wx+", 0o600)
  } finally {
    secret.remove(["file"])
  }
}

const fileIn = (root: string): number => {
  if (withoutName === undefined) return renounced(root)
  try {
    return openSync(root, withoutName, 0o600)
  } catch (error) {
    if (crowded.has(errnoOf(error).code)) throw error
    // The file system has no such files.
    return renounced(root)
  }
}

/** Opens a new file below the first root in which it can be created. Throws if too many files are open. */
export const unnamedFile = (roots: ReadonlyArray<string>): number => {
  let failure: unknown
  for (const root of roots) {
    try {
      return fileIn(root)
    } catch (error) {
      if (crowded.has(errnoOf(error).code)) throw error
      failure = error
    }
  }
  throw failure
}
