// Amplifier's events by their names: the event that a name means, the fields that the name alone implies, what its payload
// leaves out, and which second event it brings.
import * as HookEvent from "@hookline/schema/HookEvent"
import type { AmplifierName } from "./eventNames.ts"
import type { Known } from "../format/wire/eventNames.ts"
import { commonTable, type Spellings } from "../format/wire/fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"

/** Amplifier's own names of fields, beside the names that all hosts are read under. */
export const amplifierSpellings: Spellings = {
  toolUseId: ["tool_call_id"],
  toolResponse: ["result"],
  "Stop.lastAssistantMessage": ["response", "response_preview"]
}

export interface Row {
  readonly event: Known
  /** The fields that the name implies, whatever the payload has. */
  readonly instead?: (data: Json) => Json
  /** The fields' defaults where a payload of Amplifier has none. */
  readonly absent?: Json
  /** The second event of the same payload. */
  readonly brings?: (event: HookEvent.HookEvent) => HookEvent.HookEvent | undefined
}

const common = commonTable({})

/** Returns the fields that two events of one payload share: all common ones, but the agent's. */
const shared = (event: HookEvent.HookEvent): Json => {
  const fields: Json = event
  return Object.fromEntries(
    ["host", ...common.fields.map(({ field }) => field)]
      .filter((field) => field !== "agentId" && field !== "agentType" && fields[field] !== undefined)
      .map((field) => [field, fields[field]])
  )
}

/** The names under which hosts know the tool that hands work to another agent. */
const taskTools: ReadonlySet<string> = new Set(["Task", "Agent", "task", "delegate"])

const agentOf = (input: Json): string => {
  const named = [input["subagent_type"], input["agent_type"], input["agent"]]
  return named.find((name) => typeof name === "string") ?? ""
}

const agentEvent =
  (make: (fields: { readonly agentType: string }) => HookEvent.HookEvent): NonNullable<Row["brings"]> =>
  (event) =>
    "toolInput" in event && taskTools.has(event.toolName)
      ? make({ ...shared(event), agentType: agentOf(event.toolInput) })
      : undefined

/** Reads the message of an error, which Amplifier sends with its type. */
const errorText = ({ error }: Json): Json => {
  const text = isJson(error) ? (error["msg"] ?? error["message"]) : undefined
  return typeof text === "string" ? { error: text } : {}
}

/** A session starts anew, or in the place of one that was cleared. Other words for why are the host's own. */
const startOf = ({ clear, source, trigger }: Json): Json => ({
  source: clear === true || source === "clear" || trigger === "clear" ? "clear" : "startup"
})

/** The input that Amplifier never sends of a call that waits for permission, was refused or failed. */
const noInput = { toolInput: {} }

/** The rows of names. An event is written by the last that holds, if several names mean it. */
export const amplifierRows: Partial<Record<AmplifierName, Row>> = {
  "tool:pre": { event: "PreToolUse", brings: agentEvent((fields) => HookEvent.cases.SubagentStart.make(fields)) },
  "tool:post": { event: "PostToolUse", brings: agentEvent((fields) => HookEvent.cases.SubagentStop.make(fields)) },
  "tool:error": { event: "PostToolUseFailure", instead: errorText, absent: noInput },
  "prompt:submit": { event: "UserPromptSubmit" },
  "orchestrator:complete": { event: "Stop" },
  "prompt:complete": { event: "Stop" },
  "session:start": { event: "SessionStart", instead: startOf },
  "session:resume": { event: "SessionStart", instead: () => ({ source: "resume" }) },
  "session:fork": { event: "SessionStart", instead: () => ({ source: "fork" }) },
  "session:end": { event: "SessionEnd" },
  "context:pre_compact": { event: "PreCompact" },
  "context:post_compact": {
    event: "PostCompact",
    brings: (event) => HookEvent.cases.SessionStart.make({ ...shared(event), source: "compact" })
  },
  "approval:required": { event: "PermissionRequest", absent: noInput },
  "approval:denied": { event: "PermissionDenied", absent: noInput },
  "user:notification": { event: "Notification", absent: { message: "" } }
}
