// Reads the payloads that our plugin sends: flat, with canonical names of events, and opencode's own tools. A patch is one
// call there, and one event for each of its files here, because hooks guard files by Write and Edit.
import type { EventWire } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"
import { fileCalls } from "../codex/fileCalls.ts"
import { firedEvents } from "../firedEvents.ts"
import { flat } from "../format/wire/flat.ts"
import { opencodeHost } from "./host.ts"

/** The tool by which some models change files. */
const patchTool = "apply_patch"

/** Names a tool of a server by the plugin's own field, because its name alone does not show the server. */
const serverTool = ({ mcp_context: context }: Json): Json => {
  if (!isJson(context)) return {}
  const { server_name: server, tool_name: tool } = context
  return typeof server === "string" && typeof tool === "string" ? { toolName: `mcp__${server}__${tool}` } : {}
}

const wire = flat({ dialect: "opencode", instead: (_event, payload) => serverTool(payload) })

/** Returns the events of a call: those of a patch's files, each with the patch as the host's own input, or the call itself. */
const eventsOf = (event: HookEvent): ReadonlyArray<HookEvent> => {
  if (!("toolName" in event) || event.toolName !== patchTool || !("toolInput" in event)) return [event]
  const { host, toolInput, toolName } = event
  const { patchText } = toolInput
  const told = { ...(isJson(host) ? host : {}), host_tool_name: toolName, host_tool_input: toolInput }
  const calls = typeof patchText === "string" ? fileCalls(patchText, event.cwd) : []
  return calls.length === 0 ? [event] : calls.map((call) => ({ ...event, ...call, host: told }))
}

/** Checks whether an event is a part of a call, with the host's own tool beside it. */
export const isPart = ({ host }: HookEvent): boolean => isJson(host) && typeof host["host_tool_name"] === "string"

export const opencodeEvents: EventWire = {
  ...wire,
  read: (payload) =>
    Result.map(wire.read(payload), (decoded) => ({ ...decoded, events: decoded.events.flatMap(eventsOf) })),
  fires: firedEvents(opencodeHost),
  meanings: { "tool.execute.before": ["PreToolUse"], "tool.execute.after": ["PostToolUse"] },
  endless: true
}

/** Returns further names of an event's tool, so that guards of files see a deletion, and a patch that names no file. */
export const opencodeAlsoNamed = (event: HookEvent): ReadonlyArray<string> => {
  if (!("toolName" in event)) return []
  if (event.toolName === patchTool) return ["Write", "Edit", "MultiEdit"]
  if (!isPart(event)) return []
  if (event.toolName === "Delete") return [patchTool, "Write", "Edit", "MultiEdit"]
  return event.toolName === "Edit" ? [patchTool, "MultiEdit"] : [patchTool]
}
