/** The folders for temporary files of confined programs: one for each, removed after it has ended. */
import { chmodSync, mkdtempSync, readdirSync, rm, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const folders = new Set<string>()

/** True once the exit of this process removes what is left: a run may end right before it, after its session has. */
let isRemovedAtExit = false

/** Creates a folder that only its user may enter. */
export const makeOwnFolder = (): string => {
  if (!isRemovedAtExit) process.on("exit", removeOwnFolders)
  isRemovedAtExit = true
  const folder = mkdtempSync(path.join(tmpdir(), `hookline-${process.pid}-tmp-`))
  folders.add(folder)
  return folder
}

/** Lets the owner into all folders below, because one that is locked can't be removed with what is in it. */
const unlock = (folder: string): void => {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(path.join(folder, entry.name))
}

const removeNow = (folder: string): void => {
  try {
    unlock(folder)
    rmSync(folder, { recursive: true, force: true })
    folders.delete(folder)
  } catch {
    // A process that was left behind still writes to it. The next process of Hookline sweeps it.
  }
}

/** Removes a folder, in the background because a hook may have filled it. */
export const removeOwnFolder = (folder: string): void => {
  rm(folder, { recursive: true, force: true }, (error) => {
    if (error === null) folders.delete(folder)
    else removeNow(folder)
  })
}

/** Leaves a folder to the next process of Hookline, which sweeps it. */
export const keepOwnFolder = (folder: string): void => {
  folders.delete(folder)
}

/** Removes all folders before this process exits. */
function removeOwnFolders(): void {
  for (const folder of folders) removeNow(folder)
}
