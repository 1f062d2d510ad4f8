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
import { machineVariables, settingsVariables } from "@hookline/dialects/kit/settingsPaths"
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { isJson, type Json } from "@hookline/schema/Json"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import { ancestors, isAgent } from "../ownGuard/agents.ts"

type Env = Record<string, string | undefined>

/** A file that sets variables of a host. */
interface Setter {
  readonly file: string
  /** True if a variable that the host has gets its value. */
  readonly replaces: boolean
  readonly sets: (name: string) => boolean
  /** Checks whether a variable with this value may have it from the file. */
  readonly gives: (name: string, value: string) => boolean
}

/** The text of a file that is too large to be read here. The host may read it. */
const tooLarge = Symbol("too large")

/**
 * Returns the text of a file. A file that can't be read sets none for the host either, unless it is for lack of resources: then
 * the host may have read it. Throws that error.
 */
const textOf = (file: string): string | typeof tooLarge => {
  try {
    return boundedText(file) ?? ""
  } catch (error) {
    const code = codeOf(error)
    if (isTransient(code)) throw error
    return code === "EFBIG" ? tooLarge : ""
  }
}

/** Returns the variables that a settings file sets. A file with a mistake sets none. */
const variablesIn = (text: string, key: string): Json => {
  try {
    const root: unknown = JSON.parse(strict(text.replace(/^\uFEFF/, "")))
    const variables = isJson(root) ? root[key] : undefined
    return isJson(variables) ? variables : {}
  } catch {
    return {}
  }
}

const ofAll = (file: string, replaces: boolean): Setter => ({ file, replaces, sets: () => true, gives: () => true })

type Settings = NonNullable<NonNullable<Dialect["projectEnv"]>["settings"]>

const ofSettings = (file: string, settings: Settings): Setter => {
  const { key } = settings
  const onlyMissing = settings.onlyMissing === true
  const text = textOf(file)
  if (text === tooLarge) return ofAll(file, !onlyMissing)
  const variables = variablesIn(text, key)
  return {
    file,
    replaces: !onlyMissing,
    sets: (name) => Object.hasOwn(variables, name),
    gives: (name, value) => {
      const written = String(variables[name])
      // A host that leaves a variable as it is expands others in the value.
      return written === value || (onlyMissing && written.includes("$"))
    }
  }
}

/** The length of a file of lines from which on it may set all variables: to look for names in it would hold up the answer. */
const longest = 1 << 20

const assigned = /(?<![\w.-])([\w.-]+)\s*[=:]/g

/**
 * Reads only names from a file of lines: hosts differ in what a value of several lines, with quotes or with a comment is, and
 * a project would choose a form that is read otherwise here.
 */
const ofLines = (file: string): Setter => {
  const text = textOf(file)
  if (text === tooLarge || text.length > longest) return ofAll(file, false)
  const found = new Set<string | undefined>()
  for (const [, name] of text.matchAll(assigned)) found.add(name)
  const isExpanded = /[$\\]/.test(text)
  return {
    file,
    replaces: false,
    sets: (name) => found.has(name),
    gives: (_, value) => isExpanded || value.includes("\n") || text.includes(value)
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
 * Returns the value with which the host was started, where these files set it. A host sets variables for what it
 * starts, and the programs between may have changed them, so that the value is that of the first agent above the last
 * process that has the project's, or else of the first process above. Returns `undefined` if none is known.
 */
const startedWith = (
  name: string,
  setters: ReadonlyArray<Setter>,
  above: ReadonlyArray<Above>
): { readonly value: string | undefined } | undefined => {
  const isProjects = ({ variables }: Above): boolean => {
    const value = variables.get(name)
    return value !== undefined && setters.some((setter) => setter.gives(name, value))
  }
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

/** The variables without which no agent starts, so that a file that leaves a variable as it is does not set them. */
const always: ReadonlySet<string> = new Set(["HOME", "PATH"])

/** Checks whether no part of a value can be from these files, such as a folder before which a launcher has put its own. */
const isOfOthers = (name: string, value: string, setters: ReadonlyArray<Setter>): boolean =>
  setters.every(
    (setter) =>
      !setter.replaces && !value.split(":").some((part) => (part !== "" || value === "") && setter.gives(name, part))
  )

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
  const { dotenv = [], settings } = host.projectEnv ?? {}
  const home = accountHome()
  const decides = (name: string): boolean =>
    isDeciding(name) || Object.hasOwn(settingsVariables, name) || machineVariables.includes(name)
  const present = Object.keys(env).filter((name) => decides(name) && (name !== "HOME" || env[name] !== home))
  const missing = present.filter((name) => !always.has(name))
  const setBy = new Map<string, Array<Setter>>()
  const take = (setter: Setter): void => {
    for (const name of setter.replaces ? present : missing) {
      if (!setter.sets(name)) continue
      const known = setBy.get(name)
      if (known === undefined) setBy.set(name, [setter])
      else known.push(setter)
    }
  }
  if (host.projectEnv !== undefined && present.length > 0) {
    for (const folder of foldersOf(env, host, home ?? "/", cwd)) {
      for (const name of settings?.files ?? []) {
        see(`${folder}/${name}`)
        if (settings !== undefined) take(ofSettings(`${folder}/${name}`, settings))
      }
      if (missing.length === 0) continue
      for (const name of dotenv) {
        see(`${folder}/${name}`)
        take(ofLines(`${folder}/${name}`))
      }
    }
  }
  const texts: Array<string> = []
  if (setBy.size === 0) return { names: new Set(), texts }
  const userText = settings === undefined ? "" : textOf(`${home ?? ""}/${settings.files[0] ?? ""}`)
  const users = settings === undefined || userText === tooLarge ? {} : variablesIn(userText, settings.key)
  const processes = above()
  const original = (name: string, setters: ReadonlyArray<Setter>): string | undefined => {
    if (name === "HOME" && home !== undefined) return home
    const own = Object.hasOwn(users, name) ? users[name] : undefined
    const started = startedWith(name, setters, processes)
    // Where settings leave a variable as it is, the user's own do, too.
    if (typeof own === "string" && (settings?.onlyMissing !== true || started?.value === undefined)) return own
    if (started !== undefined) return started.value
    if (isOfOthers(name, env[name] ?? "", setters)) return env[name]
    return name === "PATH" ? plainPath() : undefined
  }
  for (const [name, setters] of setBy) {
    const value = original(name, setters)
    if (value === env[name]) continue
    if (value === undefined) Reflect.deleteProperty(env, name)
    else env[name] = value
    texts.push(`${name} is set by ${setters[0]?.file ?? host.title}, so that it does not count`)
  }
  return { names: new Set(setBy.keys()), texts }
}
