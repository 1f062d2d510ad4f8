/**
 * The folder in which Python keeps what it compiles for hooks. Its own is `__pycache__` beside each module: a project
 * could have code there that runs in the place of a module, and that no seal covers.
 */
import { chmodSync, existsSync, lstatSync, statSync } from "node:fs"
import path from "node:path"
import type { Variables } from "../../HookEnv.ts"
import { makeFolders } from "../makeFolders.ts"
import { homeOf } from "../process/homeOf.ts"

const variable = "PYTHONPYCACHEPREFIX"

/** A folder that never exists, so that Python compiles each time. */
const none = process.platform === "win32" ? "NUL\\python" : "/dev/null/python"

/** Checks whether a path is a folder of this user, in which no other user writes. */
const isOwn = (folder: string): boolean => {
  const found = lstatSync(folder)
  const mine = process.geteuid?.()
  return found.isDirectory() && (mine === undefined || (found.uid === mine && (found.mode & 0o022) === 0))
}

/** Creates the folder. Returns one that never exists if there is no home folder, or others could put code into it. */
const made = (home: string, folder: string): string => {
  try {
    if (!statSync(home).isDirectory()) return none
    if (!existsSync(folder)) {
      makeFolders(folder)
      chmodSync(folder, 0o700)
    }
    return isOwn(folder) ? folder : none
  } catch {
    // Python compiles each time then, which is slower and runs the same.
    return none
  }
}

const known = new Map<string, string>()

/** Returns the folder of a user, created once in this process. */
const folderOf = (parent: Readonly<Record<string, string | undefined>>): string => {
  const { XDG_STATE_HOME: state = "" } = parent
  const home = homeOf(parent)
  const folder = path.join(path.isAbsolute(state) ? state : path.join(home, ".local/state"), "hookline/python")
  const found = known.get(folder) ?? made(home, folder)
  known.set(folder, found)
  return found
}

/**
 * Returns a function that adds the folder to variables, unless they name another one. A relative one is refused, because it
 * would be a folder of the project. The folder is created at once: a shell that waits inside a sandbox is not used after a
 * change of the home folder.
 */
export const compiledPython = (
  parent: Readonly<Record<string, string | undefined>>
): ((variables: Variables) => Variables) => {
  const folder = folderOf(parent)
  return (variables) => (path.isAbsolute(variables[variable] ?? "") ? variables : { ...variables, [variable]: folder })
}
