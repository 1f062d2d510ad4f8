/**
 * The agents of this machine and this project: which are here, in which settings Hookline is registered, and what keeps those
 * entries from running.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { HostFacts, SettingsScope, Switch } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import {
  childrenOf,
  dataOf,
  isObstacle,
  keyOf,
  parse,
  placeOf,
  propertyOf,
  valueOf
} from "@hookline/node/kit/json/tree"
import type { Catalog } from "@hookline/schema/Catalog"
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import * as fs from "node:fs"
import * as path from "node:path"
import { pathIn } from "../attach/AttachSettings.ts"
import { missingIn, missingOf } from "../attach/entryProblems.ts"
import { handlersIn, layoutOf } from "../attach/layout.ts"
import { ownEntries } from "../attach/ownEntries.ts"
import * as ModuleState from "./ModuleState.ts"
import * as PluginText from "../attach/plugin/PluginText.ts"

/**
 * A problem of an agent's settings, with its place.
 *
 * @category models
 * @since 0.1.0
 */
export interface AgentProblem {
  readonly file: string
  readonly line: number
  readonly text: string
}

/**
 * An agent, and Hookline in its settings.
 *
 * @category models
 * @since 0.1.0
 */
export interface AgentState {
  readonly name: string
  readonly title: string
  /** The path of its program, if it is on the search path. */
  readonly program?: string
  /** The scopes in which it has settings. */
  readonly settings: ReadonlyArray<SettingsScope>
  /** The scopes in which Hookline is registered, with the number of events. */
  readonly attached: ReadonlyArray<{ readonly scope: SettingsScope; readonly file: string; readonly events: number }>
  readonly problems: ReadonlyArray<AgentProblem>
}

const titleOf = ({ name }: HostFacts): string => Dialects.named(name)?.title ?? name

const isProgram = (file: string): boolean => {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

const programOf = ({ program }: HostFacts): string | undefined =>
  program === undefined
    ? undefined
    : (process.env["PATH"] ?? "")
        .split(path.delimiter)
        .filter((folder) => path.isAbsolute(folder))
        .map((folder) => path.join(folder, program))
        .find(isProgram)

const valueAt = (root: unknown, at: ReadonlyArray<string>): unknown =>
  at.reduce<unknown>((value, key) => (isJson(value) ? value[key] : undefined), root)

const isOff = (value: unknown, { has, is }: Switch): boolean =>
  has === undefined ? value === is : Array.isArray(value) && value.includes(has)

const read = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch (error) {
    // A folder or a file without rights is as good as none: the agent can't read it, either.
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? undefined : ""
  }
}

interface Found {
  readonly events: number
  readonly problems: ReadonlyArray<AgentProblem>
}

/** Finds our entries in a text, and what keeps them from running. */
const findIn = (host: HostFacts, file: string, text: string): Found => {
  const tree = parse(text)
  if (isObstacle(tree)) return { events: 0, problems: [{ file, line: tree.line, text: tree.issue }] }
  const { root } = tree
  const layout = layoutOf(host)
  const problem = (offset: number, issue: string): AgentProblem => ({
    file,
    line: placeOf(tree.text, offset).line,
    text: issue
  })
  const sites = ownEntries(tree, layout)
  const gone = sites.flatMap(({ handler }) => {
    const data = dataOf(handler)
    const command = isJson(data) ? data["command"] : undefined
    const missing = typeof command === "string" ? missingIn(command) : undefined
    return missing === undefined ? [] : [problem(handler.offset, missing)]
  })
  const [first] = gone
  const data = root === undefined ? {} : dataOf(root)
  const off = (host.settings.switches ?? [])
    .filter((each) => isOff(valueAt(data, each.at), each))
    .map(({ at, has, is }) => {
      const [top = ""] = at
      const set = has === undefined ? `${at.join(".")} is ${is}` : `${at.join(".")} has "${has}"`
      return problem(propertyOf(root, top)?.offset ?? 0, `${set}: ${titleOf(host)} runs none of our entries`)
    })
  const events = new Set(sites.map(({ event }) => event)).size
  return { events, problems: [...(first === undefined ? [] : [first]), ...off, ...dangersIn(host, tree, problem)] }
}

/** Finds entries of others whose arguments the host ignores, so that their program runs the payload. */
const dangersIn = (
  host: HostFacts,
  { root }: Exclude<ReturnType<typeof parse>, { readonly issue: string }>,
  problem: (offset: number, issue: string) => AgentProblem
): ReadonlyArray<AgentProblem> => {
  if (host.settings.runsPayload !== true) return []
  const layout = layoutOf(host)
  return childrenOf(valueOf(propertyOf(root, "hooks"))).flatMap((property) =>
    childrenOf(layout.listOf(valueOf(property))).flatMap((element) =>
      handlersIn(layout, element)
        .filter((handler) => propertyOf(handler, "args") !== undefined)
        .map((handler) =>
          problem(
            handler.offset,
            `an entry of ${keyOf(property)} has \`args\`, which are ignored: its program gets the payload as its script`
          )
        )
    )
  )
}

/**
 * The failure policies in force: those of the user's settings, and of the project's beside them.
 *
 * @category models
 * @since 0.1.0
 */
export type Policies = Pick<Catalog, "settings" | "userFailurePolicy">

/** Returns the policy for a scope. An entry of the user means the user's own policy in all projects. */
const policyFor = (scope: SettingsScope, { settings, userFailurePolicy }: Policies): OnFailure =>
  (scope === "user" ? userFailurePolicy : undefined) ?? settings.failurePolicy ?? "open"

/** Returns the problem of a plugin whose policy is weaker than the one in force. */
const weaker = (written: OnFailure, wanted: OnFailure): string | undefined =>
  stricter(written, wanted) === written
    ? undefined
    : `where Hookline can't run, it means "${written}", and the failure policy is "${wanted}": run \`hookline attach\` again`

/** Finds what keeps a plugin of ours from running, and from meaning what it should. */
const findInPlugin = (file: string, text: string, policy: OnFailure): Found => {
  const settings = PluginText.settingsIn(text)
  const problem = (issue: string): AgentProblem => ({ file, line: 1, text: issue })
  if (settings === undefined) {
    return {
      events: 0,
      problems: [problem("this is no plugin that `hookline attach` wrote, so that it may run no hook")]
    }
  }
  const gone = missingOf(settings.command)
  const changed = PluginText.isOurs(text) ? undefined : "it is not as `hookline attach` wrote it: it may run no hook"
  const old = PluginText.isCurrent(text)
    ? undefined
    : "it was written by another version of Hookline: run `hookline attach` again"
  const found = [gone, changed ?? old, weaker(settings.policy, policy)].filter((issue) => issue !== undefined)
  return { events: Object.keys(settings.limits).length, problems: found.map(problem) }
}

/** Finds our entries in a file of a host, and what keeps them from running. */
const findFor = (host: HostFacts, file: string, text: string, policy: OnFailure): Found => {
  const { isModule, isPlugin } = host.settings
  if (isModule === true) return ModuleState.find(file, text, (written) => weaker(written, policy))
  return isPlugin === true ? findInPlugin(file, text, policy) : findIn(host, file, text)
}

const stateOf = (host: HostFacts, folders: Project, policies: Policies): AgentState => {
  const scopes = (["user", "project", "local"] as const).flatMap((scope) => {
    const place = host.settings.files[scope]
    const file = place && pathIn(place, folders)
    const text = file === undefined ? undefined : read(file)
    return file === undefined || text === undefined
      ? []
      : [{ scope, file, text, ...findFor(host, file, text, policyFor(scope, policies)) }]
  })
  const hidden = host.settings.isModule === true ? ModuleState.hidden(scopes) : []
  const program = programOf(host)
  return {
    name: host.name,
    title: titleOf(host),
    ...(program !== undefined && { program }),
    settings: scopes.map(({ scope }) => scope),
    attached: scopes.flatMap(({ events, file, scope }) => (events > 0 ? [{ scope, file, events }] : [])),
    problems: [...scopes.flatMap(({ problems }) => problems), ...hidden]
  }
}

/**
 * Returns the state of an agent.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (host: HostFacts, folders: Project, policies: Policies): AgentState =>
  stateOf(host, folders, policies)

/**
 * Returns the agents that are here: those with a program or with settings.
 *
 * @category getters
 * @since 0.1.0
 */
export const all = (folders: Project, policies: Policies): ReadonlyArray<AgentState> =>
  Hosts.offered
    // Its commands are in the settings of another agent.
    .filter(({ program }) => program !== undefined)
    .map((host) => stateOf(host, folders, policies))
    .filter(({ program, settings }) => program !== undefined || settings.length > 0)
