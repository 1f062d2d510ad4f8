/** Files of other agents, which are detected so that a diagnostic can name the agent and count the losses. */
import type { File } from "@hookline/schema/Source"
import { camelCased, foreignAgents } from "./foreignAgents.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { looksLikeHandler } from "./written.ts"
import { lookup } from "../lookup.ts"

/** The agents of events that only one agent has. */
const agentOf = new Map(foreignAgents.flatMap((agent) => Object.keys(agent.events).map((name) => [name, agent])))

/** Returns the handlers of a file without groups. */
const flatHandlers = (hooks: Json): ReadonlyArray<Json> =>
  Object.values(hooks).flatMap((value) => (Array.isArray(value) ? value.filter(isJson) : []))

/** Returns the title of the agent that a file is written for, if it has no dialect here. */
export const foreignAgent = (file: File, root: unknown, hooks: Json): string | undefined => {
  const names = Object.keys(hooks)
  for (const name of names) {
    const agent = agentOf.get(name)
    if (agent !== undefined) return agent.title
  }
  if (!names.some((name) => Object.hasOwn(camelCased, name))) return undefined
  // Cursor and Copilot share names such as `preToolUse` and `stop`: the file's folder decides, or a handler's keys.
  const byPlace = foreignAgents.find(({ folder }) => folder.test(file.file))
  if (byPlace !== undefined) return byPlace.title
  const handlers = flatHandlers(hooks)
  const byKeys = foreignAgents.find(({ keys }) => handlers.some((handler) => keys.some((key) => key in handler)))
  const versioned = isJson(root) && typeof root["version"] === "number"
  const flat = handlers.length > 0 && handlers.every(looksLikeHandler)
  return byKeys?.title ?? (versioned || flat ? "Cursor or Copilot" : undefined)
}

/** Checks whether a name belongs to a foreign agent, so that its entries don't run. */
export const isForeignEvent = (name: string): boolean => Object.hasOwn(camelCased, name) || agentOf.has(name)

/** Returns the canonical event that is most similar to a foreign agent's event. */
export const ourEvent = (name: string): string | undefined =>
  lookup(camelCased, name) ?? lookup(agentOf.get(name)?.events ?? {}, name)
