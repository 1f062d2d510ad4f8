// amplihack speaks Claude Code's wire, and is given GitHub Copilot's payloads too: camelCase, a tool's input as JSON in
// a text, the time as a number, a prompt's text inside of a message, and some events under Copilot's own names.
import type { EventWire } from "@hookline/core/Dialect"
import { firedEvents } from "../firedEvents.ts"
import { amplihackHost } from "./host.ts"
import type { Known } from "../format/wire/eventNames.ts"
import { flat } from "../format/wire/flat.ts"
import { isJson, type Json } from "@hookline/schema/Json"

/** Reads a prompt from the message that holds it, where the payload has none of its own. */
const absent = (event: Known, payload: Json): Json | undefined => {
  const message = payload["userMessage"] ?? undefined
  if (event !== "UserPromptSubmit" || message === undefined) return undefined
  return { prompt: isJson(message) ? message["text"] : message }
}

export const amplihackEvents: EventWire = {
  ...flat({
    dialect: "amplihack",
    absent,
    names: { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" }
  }),
  fires: firedEvents(amplihackHost)
}
