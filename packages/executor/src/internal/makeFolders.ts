/** Makes folders, one by one. */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Makes a folder with all that are missing above it, which only their owner can open unless a mode is given.
 *
 * Node's own way to make all at once reports a missing folder in the place of its cause, and never ends below some folders of
 * the system.
 */
export const makeFolders = (folder: string, mode = 0o700): void => {
  if (fs.existsSync(folder)) return
  if (!fs.existsSync(path.dirname(folder))) makeFolders(path.dirname(folder), mode)
  try {
    fs.mkdirSync(folder, mode)
  } catch (error) {
    // Another process has made it.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
}
