/**
 * Creates the payloads of Copilot CLI's hooks: below a name in PascalCase Claude Code's fields with Copilot's tools and results, below one in
 * camelCase its own fields, most of which do not name the event.
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import { textOfResult } from "../format/wire/modelContent.ts"
import { without } from "../format/wire/payload.ts"
import { isCamelCase } from "./hostRuns.ts"
import { claudeName, runtimeName } from "./tools.ts"

/** Returns the text of a result, which may be one of Copilot's own. */
const textOf = (response: unknown): string => {
  const text = isJson(response) ? (response["text_result_for_llm"] ?? response["textResultForLlm"]) : undefined
  return typeof text === "string" ? text : textOfResult(response)
}

/** Fields that keep their names in camelCase payloads. */
const kept: ReadonlySet<string> = new Set(["stop_hook_active", "hook_event_name"])

const camelCased = (key: string): string =>
  kept.has(key) ? key : key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Renames all fields, of which those that are there in camelCase already count. */
const inCamelCase = (fields: Json): Json =>
  Object.fromEntries([
    ...Object.entries(fields).map(([key, value]) => [camelCased(key), value] as const),
    ...Object.entries(fields).filter(([key]) => !key.includes("_"))
  ])

/** Fields of other agents' payloads, of which Copilot has one under another name. */
const replaced: ReadonlySet<string> = new Set([
  "hook_event_name",
  "timestamp",
  "tool_name",
  "tool_input",
  "tool_response",
  "tool_result",
  "last_assistant_message"
])

const millisOf = (timestamp: unknown): Json => {
  const millis = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(millis) ? {} : { timestamp: millis }
}

/** Creates the payload of an event below a name in camelCase, from the one that all hosts know. */
const own = (event: HookEvent, fields: Json): Json => {
  const { tool_name: tool, tool_input: input } = fields
  const isRequest = event._tag === "PermissionRequest"
  return {
    ...inCamelCase(without(fields, replaced)),
    ...millisOf(fields["timestamp"]),
    ...(isRequest && { hookName: "permissionRequest", permissionSuggestions: [] }),
    ...(event._tag === "Notification" && { hook_event_name: "Notification" }),
    ...(typeof tool === "string" && { toolName: runtimeName(tool) }),
    ...(input !== undefined && { [isRequest ? "toolInput" : "toolArgs"]: input }),
    ...(event._tag === "PostToolUse" && {
      toolResult: { resultType: "success", textResultForLlm: textOf(event.toolResponse) }
    }),
    ...((event._tag === "SubagentStart" || event._tag === "SubagentStop") && { agentName: event.agentType }),
    ...((event._tag === "Stop" || event._tag === "SubagentStop") && { stopReason: "end_turn" }),
    ...(event._tag === "SubagentStop" && { response: event.lastAssistantMessage ?? "" })
  }
}

/** Fields of a request of a permission, and of an agent's start, which Copilot has in camelCase in both of its forms. */
const alsoCamelCased = (event: HookEvent, fields: Json): Json => {
  switch (event._tag) {
    case "PermissionRequest": {
      const { hookName, permissionSuggestions, sessionId, toolInput, toolName } = own(event, fields)
      return { hookName, sessionId, toolName, toolInput, permissionSuggestions }
    }
    case "SubagentStart":
      return { sessionId: fields["session_id"], transcriptPath: fields["transcript_path"], agentName: event.agentType }
    default:
      return {}
  }
}

/** Returns the fields without those that are `undefined`, because JSON has none. */
const defined = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Creates the payload for hooks below a name of an event, from the one that all hosts know. */
export const copilotPayload = (event: HookEvent, fields: Json, configured: string | undefined): Json => {
  if (configured !== undefined && isCamelCase(configured)) return defined(own(event, fields))
  const { tool_name: tool } = fields
  return defined({
    ...fields,
    ...alsoCamelCased(event, fields),
    // Before a tool this is a name that Copilot itself gives; hooks that name none are given the tool as it is.
    ...(configured !== undefined && typeof tool === "string" && { tool_name: claudeName(tool) }),
    ...(event._tag === "PostToolUse" && {
      tool_result: { result_type: "success", text_result_for_llm: textOf(event.toolResponse) }
    }),
    ...((event._tag === "Stop" || event._tag === "SubagentStop") && { stop_reason: "end_turn" })
  })
}
