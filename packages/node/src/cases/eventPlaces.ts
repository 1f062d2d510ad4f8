/** The parts of an event that a user or a program names, and their fields in a payload. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const placesIn = (name: string): Readonly<Record<string, string>> => {
  const target = Target.fieldOf(name)
  const isTool = Target.isTool(name)
  return {
    session: "session_id",
    cwd: "cwd",
    ...(isTool && { tool: "tool_name", input: "tool_input" }),
    ...(name === "PostToolUse" && { result: "tool_response" }),
    ...(name === "PostToolUseFailure" && { error: "error" }),
    ...((name === "UserPromptSubmit" || name === "UserPromptExpansion") && { prompt: "prompt" }),
    ...(target !== undefined && !isTool && { source: snake(target) })
  }
}

const places = new Map(HookEvent.names.map((name) => [name as string, placesIn(name)]))
const ofOthers = placesIn("")

/** Returns the field of each part of an event in a payload of this name. Parts that the event does not have are absent. */
export const eventPlaces = (name: string): Readonly<Record<string, string>> => places.get(name) ?? ofOthers
