/**
 * Variables that a project sets for its host, and that the host passes on to us. They would decide which files are the
 * user's, so that a repository could disarm the user's guards.
 */
import type { Dialect } from "@hookline/core/Dialect"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import { strict } from "@hookline/core/kit/discover/internal/looseJson"
import { isJson } from "@hookline/schema/Json"
import * as fs from "node:fs"
import * as os from "node:os"

type Env = Record<string, string | undefined>

/** Matches the variables that decide which settings and hooks are the user's, and what runs in our own process. */
const guarded = /^(?:HOME|USERPROFILE|XDG_\w+|NODE_OPTIONS|HOOKLINE_\w+)$/

/** Returns the variables that a file of a project sets. A file that can't be read sets none for the host either. */
const namesIn = (file: string, key: string): ReadonlyArray<string> => {
  try {
    const root: unknown = JSON.parse(strict(fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "")))
    const variables = isJson(root) ? root[key] : undefined
    return isJson(variables) ? Object.keys(variables) : []
  } catch {
    return []
  }
}

/** Returns the home folder by the accounts of this machine, which no variable changes. */
const accountHome = (): string | undefined => {
  try {
    return os.userInfo().homedir
  } catch {
    // A user without an account, as in some containers, has only the variable.
    return undefined
  }
}

/** Returns the folders whose settings the host may have read: that of its variable, the current one, and those above. */
const foldersOf = (env: Env, { projectVariable }: Dialect, home: string, cwd: string): ReadonlyArray<string> => {
  const told = ProjectFolder.told(env, projectVariable)
  const all = [...(told === undefined ? [] : [told]), cwd, ...ProjectFolder.candidates(cwd, home)]
  return [...new Set(all)].filter((folder) => folder !== home)
}

/**
 * Removes the variables of an environment that a project sets for the host, except for those that change nothing here.
 * Returns a sentence for each. `see` is called with each path that is read.
 */
export const drop = (
  env: Env,
  host: Dialect,
  see: (path: string) => void,
  cwd = process.cwd()
): ReadonlyArray<string> => {
  const { projectEnv } = host
  const home = accountHome()
  const present = Object.keys(env).filter((name) => guarded.test(name) && (name !== "HOME" || env[name] !== home))
  if (projectEnv === undefined || present.length === 0) return []
  const texts: Array<string> = []
  for (const folder of foldersOf(env, host, home ?? "/", cwd)) {
    for (const path of projectEnv.files) {
      const file = `${folder}/${path}`
      see(file)
      const names = new Set(namesIn(file, projectEnv.key))
      for (const name of present) {
        if (!names.has(name) || env[name] === undefined) continue
        Reflect.deleteProperty(env, name)
        if (name === "HOME" && home !== undefined) env["HOME"] = home
        texts.push(`${name} is set by ${file}, so that it does not count`)
      }
    }
  }
  return [...new Set(texts)]
}
