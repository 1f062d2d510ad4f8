/** Files of other agents: recognised, so that they can be called by their names and their guards be missed. */
import type { File } from "@hookline/schema/Source"
import { camelCased, foreignAgents } from "./foreignAgents.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { looksLikeHandler } from "./written.ts"
import { lookup } from "../lookup.ts"

/** Whose an event is, where only one agent has it. */
const agentOf = new Map(foreignAgents.flatMap((agent) => Object.keys(agent.events).map((name) => [name, agent])))

/** The handlers of a file that has no groups. */
const flatHandlers = (hooks: Json): ReadonlyArray<Json> =>
  Object.values(hooks).flatMap((value) => (Array.isArray(value) ? value.filter(isJson) : []))

/** The agent that the file was written for, where it is none of ours. */
export const foreignAgent = (file: File, root: unknown, hooks: Json): string | undefined => {
  const names = Object.keys(hooks)
  for (const name of names) {
    const agent = agentOf.get(name)
    if (agent !== undefined) return agent.title
  }
  if (!names.some((name) => Object.hasOwn(camelCased, name))) return undefined
  // Names such as `preToolUse` and `stop` are both Cursor's and Copilot's: the file's place tells, or a handler's keys.
  const byPlace = foreignAgents.find(({ folder }) => folder.test(file.file))
  if (byPlace !== undefined) return byPlace.title
  const handlers = flatHandlers(hooks)
  const byKeys = foreignAgents.find(({ keys }) => handlers.some((handler) => keys.some((key) => key in handler)))
  const versioned = isJson(root) && typeof root["version"] === "number"
  const flat = handlers.length > 0 && handlers.every(looksLikeHandler)
  return byKeys?.title ?? (versioned || flat ? "Cursor or Copilot" : undefined)
}

/** Whether an event is some foreign agent's own way to call it, so that its entries mean nothing to us. */
export const isForeignEvent = (name: string): boolean => Object.hasOwn(camelCased, name) || agentOf.has(name)

/** What comes nearest to a foreign agent's event here. */
export const ourEvent = (name: string): string | undefined =>
  lookup(camelCased, name) ?? lookup(agentOf.get(name)?.events ?? {}, name)
