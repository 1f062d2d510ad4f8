// Reads Gemini CLI's payloads: flat, with its own names of events. A tool that failed has the same event as another: the error
// is in the response, and of a shell command only its exit code is, in the text for the model.
import type { EventWire } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import { firedEvents } from "../firedEvents.ts"
import { lookup } from "../format/lookup.ts"
import type { Known, Names } from "../format/wire/eventNames.ts"
import { flat } from "../format/wire/flat.ts"
import { modelContent } from "../format/wire/modelContent.ts"
import { without } from "../format/wire/payload.ts"
import { geminiOwnEvents } from "./config.ts"
import { geminiHost, geminiHostNames } from "./host.ts"

const hostNames: Readonly<Record<string, string | undefined>> = geminiHostNames

/** The canonical names of events by those of Gemini CLI. A failure is one only by its payload. */
const canonicalNames: Names = {
  BeforeTool: "PreToolUse",
  AfterTool: "PostToolUse",
  BeforeAgent: "UserPromptSubmit",
  AfterAgent: "Stop",
  PreCompress: "PreCompact"
}

/** Returns the name by which Gemini CLI calls an event. */
export const geminiName = (event: string): string => lookup(hostNames, event) ?? event

/** Matches the line of a shell command's answer that has its exit code, if that is not 0. */
const exitLine = /^Exit Code: (?!0$)-?\d+$/m

/** Returns the error of a tool that failed, or `undefined`. */
const errorOf = (payload: Json): string | undefined => {
  const { tool_response: response, tool_name: tool } = payload
  if (!isJson(response)) return undefined
  const { error, llmContent } = response
  if (isJson(error)) return typeof error["message"] === "string" ? error["message"] : JSON.stringify(error)
  return tool === "run_shell_command" && typeof llmContent === "string" && exitLine.test(llmContent)
    ? llmContent
    : undefined
}

/** Names a tool of a server by the payload's own field, because both names may have the character between them. */
const serverTool = ({ mcp_context: context }: Json): Json => {
  if (!isJson(context)) return {}
  const { server_name: server, tool_name: tool } = context
  return typeof server === "string" && typeof tool === "string" ? { toolName: `mcp__${server}__${tool}` } : {}
}

const errorKeys: ReadonlySet<string> = new Set(["error"])

const inItsWords = (event: Known, payload: Json): Json => {
  const name = lookup(hostNames, event)
  // Words that would be read as those of another event are left as they are.
  if (name === undefined || (event === "PostToolUse" && errorOf(payload) !== undefined)) return payload
  if (event !== "PostToolUseFailure") return { ...payload, hook_event_name: name }
  const { error, tool_response: response } = payload
  const told = { ...(isJson(response) ? response : {}), error: { message: error } }
  return { ...without(payload, errorKeys), hook_event_name: name, tool_response: told }
}

const wire = flat({
  dialect: "gemini",
  names: canonicalNames,
  spellings: { "Stop.lastAssistantMessage": ["prompt_response"] },
  told: (event, payload) =>
    event === "PostToolUse" && payload["hook_event_name"] === "AfterTool" && errorOf(payload) !== undefined
      ? "PostToolUseFailure"
      : event,
  instead: (event, payload) => ({
    ...serverTool(payload),
    ...(event === "PostToolUseFailure" && payload["hook_event_name"] === "AfterTool" && { error: errorOf(payload) })
  }),
  inItsWords
})

/** Returns the fields that hooks of Gemini CLI know under other names, or in another form. */
const ownFields = (event: HookEvent): Json =>
  event._tag === "Stop" && event.lastAssistantMessage !== undefined
    ? { prompt_response: event.lastAssistantMessage }
    : modelContent(event)

export const geminiEvents: EventWire = {
  ...wire,
  encodeForHook: (event, tool) => ({
    ...wire.encodeForHook(event, tool),
    ...(event._tag !== "Other" && { hook_event_name: geminiName(event._tag) }),
    ...ownFields(event)
  }),
  ownEvents: geminiOwnEvents,
  // One name may be that of two events.
  meanings: Object.fromEntries(
    Object.values(geminiHostNames).map((name) => [
      name,
      Object.keys(geminiHostNames).filter((event) => hostNames[event] === name)
    ])
  ),
  fires: firedEvents(geminiHost),
  endless: true
}
