/**
 * Creates the payloads of Cursor's hooks, by its documents: the fields of the event below which a hook is written, beside those
 * that all hooks know.
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import { textOfResult } from "../format/wire/modelContent.ts"
import { cursorName } from "./host.ts"

const jsonOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

const mcpTool = /^mcp__.+?__(.+)$/s

/** Tools that Cursor has under the name of another one. */
const oneName: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "NotebookEdit"])

/** Returns Cursor's name of a tool: one for all that change files, and a mark without the server for a server's. */
const toolName = (name: string): string => {
  const [, tool] = mcpTool.exec(name) ?? []
  return tool === undefined ? (oneName.has(name) ? "Write" : name) : `MCP:${tool}`
}

const pathOf = ({ file_path: file, path }: Json): unknown => file ?? path

/** Returns both names of a file's path, because versions differ. */
const withPath = (input: Json): Json => {
  const path = pathOf(input)
  return path === undefined ? input : { ...input, path, file_path: path }
}

/** Returns the changes of a file in Cursor's form. */
const editsOf = (input: Json): unknown => {
  const { content, contents, edits, new_string: after, old_string: before } = input
  if (Array.isArray(edits)) return edits
  return [{ old_string: before ?? "", new_string: after ?? content ?? contents ?? "" }]
}

/** The fields of all events. */
const base = (fields: Json): Json => ({
  conversation_id: fields["session_id"],
  generation_id: fields["prompt_id"] ?? fields["session_id"],
  workspace_roots: typeof fields["cwd"] === "string" ? [fields["cwd"]] : []
})

const callOf = (event: HookEvent): { readonly name: string; readonly input: Json } =>
  "toolInput" in event ? { name: event.toolName, input: event.toolInput } : { name: "", input: {} }

/** The fields of an event that Cursor fires for one tool. */
const ofOneTool = (event: HookEvent, configured: string): Json | undefined => {
  const { input, name } = callOf(event)
  const response = event._tag === "PostToolUse" ? event.toolResponse : undefined
  const [, tool = name] = mcpTool.exec(name) ?? []
  switch (configured) {
    case "beforeShellExecution":
      return { command: input["command"], sandbox: false }
    case "afterShellExecution":
      return { command: input["command"], output: textOfResult(response) }
    case "beforeMCPExecution":
      return { tool_name: tool, tool_input: jsonOf(input) }
    case "afterMCPExecution":
      return { tool_name: tool, tool_input: jsonOf(input), result_json: jsonOf(response) }
    case "beforeReadFile":
      return { file_path: pathOf(input), attachments: [] }
    case "afterFileEdit":
      return { file_path: pathOf(input), edits: editsOf(input) }
    default:
      return undefined
  }
}

/** The fields of an event that Cursor has under names of its own. */
const renamed = (event: HookEvent, fields: Json): Json => {
  switch (event._tag) {
    case "PostToolUse":
      return { tool_output: jsonOf(event.toolResponse) }
    case "PostToolUseFailure":
      return { error_message: event.error, failure_type: "error" }
    case "Stop":
      return { status: "completed", loop_count: event.stopHookActive ? 1 : 0 }
    case "SubagentStart":
      return { subagent_id: event.agentId, subagent_type: event.agentType }
    case "SubagentStop":
      return {
        subagent_id: event.agentId,
        subagent_type: event.agentType,
        status: "completed",
        summary: event.lastAssistantMessage,
        loop_count: event.stopHookActive ? 1 : 0
      }
    case "SessionStart":
      return { composer_mode: "agent", is_background_agent: false }
    case "UserPromptSubmit":
      return { attachments: fields["attachments"] ?? [] }
    default:
      return {}
  }
}

const defined = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Creates the payload for hooks below a name of an event, from the one that all hosts know. */
export const cursorPayload = (event: HookEvent, fields: Json, configured: string | undefined): Json => {
  if (event._tag === "Other") return fields
  const own = configured === undefined ? undefined : ofOneTool(event, configured)
  const { name, input } = callOf(event)
  const call =
    configured === undefined || name === ""
      ? {}
      : { tool_name: toolName(name), tool_input: withPath(isJson(input) ? input : {}) }
  return defined({
    ...fields,
    ...base(fields),
    hook_event_name: configured ?? cursorName(event._tag),
    ...call,
    ...renamed(event, fields),
    ...own
  })
}
