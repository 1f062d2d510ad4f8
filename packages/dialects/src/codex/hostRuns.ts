/** The hooks of its own files that Codex runs, and the problems for which it refuses a file. */
import type { Kind } from "@hookline/schema/Handler"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const codexTypes: ReadonlyArray<EntryType> = ["command", "mcp_tool"]

/** Types that it reads and never runs. Any other type costs all hooks of the file. */
export const codexSkips: ReadonlyArray<EntryType> = ["prompt", "agent"]

/** The events that only Codex has. */
export const codexOwnEvents: ReadonlyArray<string> = ["Interrupt", "PreModelRequest", "PostModelRequest"]

/** The canonical events that it has. */
export const codexCommonEvents: ReadonlyArray<string> = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "SessionEnd"
]

const codexEvents = new Set([...codexCommonEvents, ...codexOwnEvents])

export const codexKinds: ReadonlyArray<Kind> = ["Command", "McpTool"]

/** It ignores an event that it does not have, and runs a program without its arguments, which is another hook. */
export const codexRuns = ({ event, handler }: Hook): boolean =>
  codexEvents.has(event) &&
  codexKinds.includes(handler._tag) &&
  !(handler._tag === "Command" && handler.args !== undefined)

/** One of these costs all hooks of the file, as the client was seen to do. */
export const codexRefuses: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "json-comments",
  "hooks-is-list",
  "hooks-not-object",
  "event-not-list",
  "group-not-object",
  "handler-not-object",
  "matcher-not-text",
  "type-missing",
  "type-unknown",
  "type-foreign",
  "field-missing",
  "field-type",
  "timeout-invalid",
  "file-refused"
])
