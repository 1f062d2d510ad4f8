// Reads Cursor's payloads: flat, with its own names of events, of sessions and of folders. A result is a text of JSON, and the
// tool of a server has a mark without the server's name.
import type { EventWire } from "@hookline/core/Dialect"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import type { Json } from "@hookline/schema/Json"
import { firedEvents } from "../firedEvents.ts"
import { lookup } from "../format/lookup.ts"
import type { Known, Names } from "../format/wire/eventNames.ts"
import { flat } from "../format/wire/flat.ts"
import { cursorEventNames, cursorOwnEvents } from "./config.ts"
import { cursorHost, cursorHostNames } from "./host.ts"
import { cursorPayload } from "./payload.ts"

const hostNames: Readonly<Record<string, string | undefined>> = cursorHostNames

const canonicalNames: Names = { beforeSubmitPrompt: "UserPromptSubmit" }

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/** Reads a result that is a text of JSON. */
const resultOf = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  try {
    return ExactJson.parse(value)
  } catch {
    // A plain text is a result as it is.
    return value
  }
}

/** The first folder of the workspace: hooks of the user run in a folder of their own. */
const folderOf = ({ cwd, workspace_roots: roots }: Json): string | undefined =>
  textIn(cwd) ?? (Array.isArray(roots) ? textIn(roots[0]) : undefined)

const mcpName = (name: unknown): string | undefined =>
  typeof name === "string" && name.startsWith("MCP:") ? `mcp__cursor__${name.slice("MCP:".length)}` : undefined

/** Checks whether a payload is Cursor's own, and not one in words that all hosts know. */
const isOwn = (payload: Json): boolean => typeof payload["conversation_id"] === "string"

const instead = (event: Known, payload: Json): Json => {
  if (!isOwn(payload)) return {}
  const { error_message: error, tool_output: output } = payload
  const cwd = folderOf(payload)
  const toolName = mcpName(payload["tool_name"])
  return {
    sessionId: payload["session_id"] ?? payload["conversation_id"],
    ...(cwd !== undefined && { cwd }),
    ...(toolName !== undefined && { toolName }),
    ...(event === "PostToolUse" && output !== undefined && { toolResponse: resultOf(output) }),
    ...(event === "PostToolUseFailure" && error !== undefined && { error }),
    ...(event === "SubagentStart" && { agentType: payload["subagent_type"], agentId: payload["subagent_id"] }),
    ...(event === "SubagentStop" && { agentType: payload["subagent_type"], agentId: payload["subagent_id"] }),
    ...(event === "Stop" && { stopHookActive: Number(payload["loop_count"] ?? 0) > 0 })
  }
}

const wire = flat({
  dialect: "cursor",
  names: canonicalNames,
  instead,
  inItsWords: (event, payload) => {
    const name = lookup(hostNames, event)
    return name === undefined ? payload : { ...payload, hook_event_name: name }
  }
})

export const cursorEvents: EventWire = {
  ...wire,
  encodeForHook: (event, tool, configured) => cursorPayload(event, wire.encodeForHook(event, tool), configured),
  ownEvents: cursorOwnEvents,
  meanings: Object.fromEntries(
    Object.entries(cursorEventNames).flatMap(([name, event]) => (name === event ? [] : [[name, [event]] as const]))
  ),
  fires: firedEvents(cursorHost),
  endless: true
}
