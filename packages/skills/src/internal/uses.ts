/**
 * The skills and commands that an event puts into use, and the agent in which it happens.
 *
 * @since 0.1.0
 */
import type { CatalogScope } from "@hookline/core/kit/discover/WatchedCatalog"
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { keyOf, type Kind } from "../Skill.ts"
import type { Found } from "./files.ts"
import { bringsHooks, hidingOf, isUsers, type SkillCatalog } from "./SkillCatalog.ts"

/** Checks for a tool by which a model uses a skill or a command, by its canonical name. Two comparisons are faster than a set. */
const isUse = (toolName: string): boolean => toolName === "Skill" || toolName === "SlashCommand"

/** Matches a prompt that is a command, with its name. */
const command = /^\s*\/(\S+)/

/**
 * Checks whether an event may put a skill or a command into use, without reading any file.
 *
 * @category guards
 * @since 0.1.0
 */
export const may = (event: HookEvent): boolean => {
  switch (event._tag) {
    case "PreToolUse":
    case "PostToolUse":
      return isUse(event.toolName)
    case "UserPromptExpansion":
      return true
    case "UserPromptSubmit":
      return command.test(event.prompt)
    default:
      return false
  }
}

/** Returns the names in a value: its first word, because it may be a command with arguments, and all of it. */
const namesIn = (value: unknown): ReadonlyArray<string> | undefined => {
  const [, name, first] = typeof value === "string" ? (/^\s*\/?((\S+)[^]*?)\s*$/.exec(value) ?? []) : []
  if (name === undefined || first === undefined) return undefined
  return name === first ? [name] : [first, name]
}

/** Returns the names of the skill or command that an event may put into use. */
const namesOf = (event: HookEvent): ReadonlyArray<string> | undefined => {
  switch (event._tag) {
    case "PreToolUse":
    case "PostToolUse": {
      const { command: line, name, skill } = event.toolInput
      return namesIn(skill) ?? namesIn(line) ?? namesIn(name)
    }
    case "UserPromptExpansion":
      return namesIn(event.commandName)
    case "UserPromptSubmit": {
      const name = command.exec(event.prompt)?.[1]
      return name === undefined ? undefined : [name]
    }
    default:
      return undefined
  }
}

/** Returns the last part of a name that has the names of folders before it. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf(":") + 1)

/** Returns a name in the form that it has as part of an id: small letters and digits, with hyphens between them. */
const inId = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

/** Finds what has a name, or has it without its plugin's: the project's and the user's. */
const exactly = ({ byKey, byUserKey }: SkillCatalog, kind: Kind, name: string): ReadonlyArray<Found> => {
  const [one, own] = [byKey.get(keyOf(kind, name)), byUserKey.get(keyOf(kind, name))]
  return [one, own === one ? undefined : own].filter((found) => found !== undefined)
}

/**
 * Returns the nearest of several meanings of a name, and the nearest among the user's: a project does not switch off what
 * is the user's by a name that is nearer.
 */
const nearest = (meanings: ReadonlyArray<() => ReadonlyArray<Found>>): ReadonlyArray<Found> => {
  let first: ReadonlyArray<Found> = []
  for (const meaning of meanings) {
    const found = meaning()
    const own = found.filter(isUsers)
    if (first.length === 0) first = found
    if (own.length > 0) return [...new Set([...first, ...own])]
  }
  return first
}

/** Returns the folder of a skill, by which a host may call it, too: the name in its front matter may be one to be shown. */
const folderOf = ({ file }: Found): string => file.folder.slice(file.folder.lastIndexOf("/") + 1)

/**
 * Finds what is called by a name, else by the last part of it, because hosts differ in the folders that a name has. What a
 * host has found is also found by its folder, and regardless of case and separators.
 */
const called = (shelf: SkillCatalog, kind: Kind, name: string, isFoundByHost: boolean): ReadonlyArray<Found> => {
  const such = (isMeant: (one: Found) => boolean) => () =>
    shelf.found.filter((one) => one.kind === kind && isMeant(one))
  const last = inId(lastPart(name))
  return nearest([
    () => exactly(shelf, kind, name),
    such((one) => lastPart(one.name) === name),
    ...(isFoundByHost
      ? [
          such((one) => kind === "skill" && folderOf(one) === lastPart(name)),
          such((one) => last !== "" && inId(lastPart(one.name)) === last)
        ]
      : [])
  ])
}

const mayHide = (shelf: SkillCatalog, kind: Kind, name: string): boolean => hidingOf(shelf, kind, name).length > 0

/** Checks whether the host itself has found what an event names. A prompt may also be a command that the host has built in. */
const isFound = ({ _tag }: HookEvent): boolean => _tag !== "UserPromptSubmit"

/**
 * Returns the skills and commands with hooks that an event puts into use. One that is not found is among them if it may be in
 * a folder that can't be read.
 *
 * @category getters
 * @since 0.1.0
 */
export const by = (event: HookEvent, shelf: SkillCatalog): ReadonlyArray<OpenSkill> => {
  const [name, ...others] = (may(event) ? namesOf(event) : undefined) ?? []
  if (name === undefined) return []
  const isFoundByHost = isFound(event)
  const all = [name, ...others].flatMap((each) => [
    ...called(shelf, "command", each, isFoundByHost),
    ...called(shelf, "skill", each, isFoundByHost)
  ])
  if (all.length === 0 && isFoundByHost) {
    if (mayHide(shelf, "skill", name)) return [{ name }]
    return mayHide(shelf, "command", name) ? [{ name, carrier: "command" }] : []
  }
  const used = all.filter(bringsHooks)
  return Array.from(new Map(used.map((one) => [keyOf(one.kind, one.name), one])).values(), ({ kind, name: own }) =>
    kind === "skill" ? { name: own } : { name: own, carrier: "command" }
  )
}

/**
 * Returns the name of the agent in which an event happens.
 *
 * @category getters
 * @since 0.1.0
 */
export const agentOf = ({ agentType }: CatalogScope): string | undefined => (agentType === "" ? undefined : agentType)

/**
 * An agent in which an event happens: the project's and the user's of its name, as far as they bring hooks. The main
 * agent is the one that a session was started with.
 *
 * @category models
 * @since 0.1.0
 */
export interface Running {
  readonly found: ReadonlyArray<Found>
  readonly isMain: boolean
}

/**
 * An agent that is not found, and agents with hooks whose names are nearly its name: other ones, of which the user may have
 * meant one.
 */
export interface Unknown {
  readonly name: string
  readonly near: ReadonlyArray<Found>
}

/** Compares the name of a plugin's agent, which a host may call by the folders in between, too. */
const isPluginAgent = (name: string, { name: own, prefix }: Found): boolean =>
  prefix !== undefined && name.startsWith(prefix) && lastPart(name) === lastPart(own)

/** Names of agents that hosts have themselves: an agent of nearly such a name is another one. */
const builtIn: ReadonlySet<string> = new Set([
  "Explore",
  "Plan",
  "claude",
  "claude-code-guide",
  "general-purpose",
  "output-style-setup",
  "statusline-setup"
])

/** Ways in which the name of an agent that is not in the catalog as it is may be meant, the nearest first. */
const likenesses: ReadonlyArray<(name: string, one: Found) => boolean> = [
  isPluginAgent,
  (name, one) => inId(one.name) === name,
  (name, { name: own, prefix }) => prefix !== undefined && inId(lastPart(own)) === name,
  // Hosts find an agent regardless of case and separators.
  (name, one) => isAlike(one.name, name),
  (name, { name: own, prefix }) => prefix !== undefined && !name.includes(":") && isAlike(lastPart(own), name)
]

/** Checks whether a name is that of an agent but for case and separators. */
const isAlike = (own: string, name: string): boolean => !builtIn.has(name) && inId(own) === inId(name)

/** Returns the agents with hooks whose last parts are the last part of a name. */
const nearTo = (name: string, shelf: SkillCatalog): ReadonlyArray<Found> =>
  shelf.found.filter((one) => one.kind === "agent" && bringsHooks(one) && isAlike(lastPart(one.name), lastPart(name)))

/** Finds the agents of a name. */
const agentsOf = (name: string, shelf: SkillCatalog): ReadonlyArray<Found> => {
  const alike = likenesses.map(
    (isAlike) => () => shelf.found.filter((one) => one.kind === "agent" && isAlike(name, one))
  )
  return nearest([() => exactly(shelf, "agent", name), ...alike])
}

/**
 * Finds the agent in which an event happens. Returns `undefined` if it brings no hooks.
 *
 * @category getters
 * @since 0.1.0
 */
export const runningIn = (scope: CatalogScope, shelf: SkillCatalog): Running | Unknown | undefined => {
  const name = agentOf(scope)
  if (name === undefined) return undefined
  const agents = agentsOf(name, shelf)
  if (agents.length === 0) return { name, near: nearTo(name, shelf) }
  const found = agents.filter(bringsHooks)
  return found.length === 0 ? undefined : { found, isMain: scope._tag === "Stop" }
}
