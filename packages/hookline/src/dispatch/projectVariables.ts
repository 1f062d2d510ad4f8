/**
 * Variables that a project sets for its host, and that the host passes on to us. They would decide which files are the
 * user's, and which programs the user's guards run, so that a repository could disarm them.
 */
import type { Dialect } from "@hookline/core/Dialect"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import { strict } from "@hookline/core/kit/discover/internal/looseJson"
import { isTransient } from "@hookline/core/kit/discover/transientErrors"
import { isDeciding } from "@hookline/core/kit/session/decidingNames"
import { boundedText } from "@hookline/node/kit/node/boundedText"
import { settingsVariables } from "@hookline/dialects/kit/settingsPaths"
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { isJson, type Json } from "@hookline/schema/Json"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import { ancestors, isAgent } from "../ownGuard/agents.ts"

type Env = Record<string, string | undefined>

/**
 * Returns the variables that a settings file sets. A file that can't be read sets none for the host either, unless it is for
 * lack of resources: then the host may have read it. Throws that error.
 */
const variablesIn = (file: string, key: string): Json => {
  try {
    const root: unknown = JSON.parse(strict((boundedText(file) ?? "").replace(/^\uFEFF/, "")))
    const variables = isJson(root) ? root[key] : undefined
    return isJson(variables) ? variables : {}
  } catch (error) {
    if (isTransient(codeOf(error))) throw error
    return {}
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

/** A process above this one, with the variables with which it began. */
export interface Above {
  readonly isAgent: boolean
  readonly variables: ReadonlyMap<string, string>
}

const variablesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split("\0")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

/** Returns the processes above this one with their variables, the nearest first, as far as the system shows them. */
const processesAbove = (): ReadonlyArray<Above> => {
  const found: Array<Above> = []
  try {
    for (const one of ancestors())
      found.push({ isAgent: isAgent(one), variables: variablesOf(fs.readFileSync(`/proc/${one.pid}/environ`, "utf8")) })
  } catch {
    // A process of another user, and what is above it.
  }
  return found
}

/** The `PATH` where the user's own is unknown: without one, no program that a guard names would be found. */
const plainPath = (): string =>
  [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(path.delimiter)

/**
 * Returns the value with which the host was started, where the project sets these values. A host sets variables for what it
 * starts, and the programs between may have changed them, so that the value is that of the first agent above the last
 * process that has the project's, or else of the first process above. Returns `undefined` if none is known.
 */
const startedWith = (
  name: string,
  values: ReadonlySet<string>,
  above: ReadonlyArray<Above>
): { readonly value: string | undefined } | undefined => {
  const isProjects = ({ variables }: Above): boolean => values.has(variables.get(name) ?? "")
  const from = above.findLastIndex(isProjects) + 1
  const agent = above.findIndex((one, at) => at >= from && one.isAgent)
  const host = above[agent < 0 ? from : agent]
  if (host !== undefined) return { value: host.variables.get(name) }
  // The agent itself was started with that value, so that it is the user's, too.
  const started = above.findLast((one) => one.isAgent)
  return started === undefined ? undefined : { value: started.variables.get(name) }
}

/** The folder that is current, and the processes above this one. */
export interface Surroundings {
  readonly cwd?: string
  readonly above?: () => ReadonlyArray<Above>
}

/** The names that a project sets, and a sentence for each one that has its former value again. */
export interface Dropped {
  readonly names: ReadonlySet<string>
  readonly texts: ReadonlyArray<string>
}

/**
 * Gives the variables of an environment that a project sets for the host the values that they have without the project.
 * `see` is called with each path of a project that is read.
 */
export const drop = (
  env: Env,
  host: Dialect,
  see: (path: string) => void,
  { above = processesAbove, cwd = workingFolder().folder }: Surroundings = {}
): Dropped => {
  const { projectEnv } = host
  const home = accountHome()
  const decides = (name: string): boolean => isDeciding(name) || Object.hasOwn(settingsVariables, name)
  const present = Object.keys(env).filter((name) => decides(name) && (name !== "HOME" || env[name] !== home))
  const setBy = new Map<string, { readonly file: string; readonly values: Set<string> }>()
  if (projectEnv !== undefined && present.length > 0) {
    for (const folder of foldersOf(env, host, home ?? "/", cwd)) {
      for (const name of projectEnv.files) {
        const file = `${folder}/${name}`
        see(file)
        const variables = variablesIn(file, projectEnv.key)
        for (const one of present) {
          if (!Object.hasOwn(variables, one)) continue
          const known = setBy.get(one) ?? { file, values: new Set() }
          setBy.set(one, known)
          known.values.add(String(variables[one]))
        }
      }
    }
  }
  const texts: Array<string> = []
  if (projectEnv === undefined || setBy.size === 0) return { names: new Set(), texts }
  const [userFile = ""] = projectEnv.files
  const users = variablesIn(`${home ?? ""}/${userFile}`, projectEnv.key)
  const processes = above()
  const original = (name: string, values: ReadonlySet<string>): string | undefined => {
    if (name === "HOME" && home !== undefined) return home
    const own = Object.hasOwn(users, name) ? users[name] : undefined
    if (typeof own === "string") return own
    const started = startedWith(name, values, processes)
    return started === undefined && name === "PATH" ? plainPath() : started?.value
  }
  for (const [name, { file, values }] of setBy) {
    const value = original(name, values)
    if (value === env[name]) continue
    if (value === undefined) Reflect.deleteProperty(env, name)
    else env[name] = value
    texts.push(`${name} is set by ${file}, so that it does not count`)
  }
  return { names: new Set(setBy.keys()), texts }
}
