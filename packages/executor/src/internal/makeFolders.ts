/** Folders with all that are missing above them, which only their owner can open unless a mode is given. */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * One by one: asked for all at once, Node tells of a folder that is missing, and not of what keeps it from being made, and
 * below some folders of the system it never ends asking.
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
