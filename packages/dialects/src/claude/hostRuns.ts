/** The hooks of its own files that Claude Code runs, and the problems for which it refuses a file. */
import type { Kind } from "@hookline/schema/Handler"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const claudeTypes: ReadonlyArray<EntryType> = ["command", "http", "mcp_tool", "prompt", "agent"]

export const claudeKinds: ReadonlyArray<Kind> = ["Command", "Http", "Prompt", "Agent", "McpTool"]

/** Claude Code ignores hooks in the front matter of a plugin's agents, so that they are left to others. */
const isPluginAgents = ({ carrier, plugin }: Hook["source"]): boolean => carrier === "agent" && plugin !== undefined

export const claudeRuns = ({ handler: { _tag }, source }: Hook): boolean =>
  claudeKinds.includes(_tag) && !isPluginAgents(source)

/** One of these in a settings file costs all hooks of the file, as the client was seen to do. */
export const claudeRefuses: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "json-comments",
  "hooks-is-list",
  "hooks-not-object",
  "event-not-list",
  "group-not-object",
  "group-without-hooks",
  "handler-without-group",
  "handler-not-object",
  "matcher-not-text",
  "type-missing",
  "type-unknown",
  "type-foreign",
  "field-missing",
  "field-type",
  "timeout-invalid"
])
