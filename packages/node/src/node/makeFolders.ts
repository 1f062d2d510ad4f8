/** Folders that only their owner can open, with all that are missing above them. */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * One by one: asked for all at once, Node tells of a folder that is missing, and not of what keeps it from being made, and
 * below some folders of the system it never ends asking.
 */
export const makeFolders = (folder: string): void => {
  if (!fs.existsSync(path.dirname(folder))) makeFolders(path.dirname(folder))
  try {
    fs.mkdirSync(folder, 0o700)
  } catch (error) {
    // Another process has made it.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
}
