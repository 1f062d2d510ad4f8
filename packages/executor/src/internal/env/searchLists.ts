/**
 * Lists of folders from which interpreters load code before their own. An empty or relative entry means the current
 * folder, which is the project's: a file there would run inside of the user's guards.
 */
import { realpathSync } from "node:fs"
import path from "node:path"
import type { Variables } from "../../HookEnv.ts"

const names = ["PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "NODE_PATH", "PERL5LIB", "RUBYLIB"]

/** Returns the folder without links. A folder that can't be resolved is compared as it is written. */
const real = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return path.resolve(folder)
  }
}

const isWithin = (folder: string, outer: string): boolean => {
  const relative = path.relative(outer, folder)
  return relative === "" || !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
}

/**
 * Drops the entries that are relative, or inside of the project. Where the project contains the user's home, its folders
 * are the user's own, so that only relative entries are dropped. Returns the same object if it drops none.
 */
export const withoutProject = (variables: Variables, project: string, home: string | undefined): Variables => {
  let cleaned: Record<string, string> | undefined
  for (const name of names) {
    const list = variables[name]
    if (list === undefined) continue
    const folder = real(project)
    const isForeign = home === undefined || !isWithin(real(home), folder)
    const entries = list.split(path.delimiter)
    const kept = entries.filter((entry) => path.isAbsolute(entry) && !(isForeign && isWithin(real(entry), folder)))
    if (kept.length === entries.length) continue
    cleaned ??= { ...variables }
    if (kept.length === 0) delete cleaned[name]
    else cleaned[name] = kept.join(path.delimiter)
  }
  return cleaned ?? variables
}
