// What Amplifier's events are to us: which event a name means, what the name alone says of its fields, what its payload
// leaves out, and which second event it brings.
import * as HookEvent from "@hookline/schema/HookEvent"
import type { AmplifierName } from "./eventNames.ts"
import type { Known } from "../format/wire/eventNames.ts"
import { commonTable, type Spellings } from "../format/wire/fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"

/** What Amplifier calls fields, beside the names that all hosts are read under. */
export const amplifierSpellings: Spellings = {
  toolUseId: ["tool_call_id"],
  toolResponse: ["result"],
  "Stop.lastAssistantMessage": ["response", "response_preview"]
}

export interface Row {
  readonly event: Known
  /** What the name says of the fields, whatever the payload says. */
  readonly instead?: (data: Json) => Json
  /** What Amplifier means where its payload has no such field. */
  readonly absent?: Json
  /** The second event that the same payload tells. */
  readonly brings?: (event: HookEvent.HookEvent) => HookEvent.HookEvent | undefined
}

const common = commonTable({})

/** What two events of one payload share: all that is common, but whose agent it is. */
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

/** Amplifier tells an error as its type and its message; what a hook is told is the message. */
const errorText = ({ error }: Json): Json => {
  const text = isJson(error) ? (error["msg"] ?? error["message"]) : undefined
  return typeof text === "string" ? { error: text } : {}
}

/** A session starts anew, or in the place of one that was cleared. Other words for why are the host's own. */
const startOf = ({ clear, source, trigger }: Json): Json => ({
  source: clear === true || source === "clear" || trigger === "clear" ? "clear" : "startup"
})

/** What Amplifier never says of a call that waits for leave, was refused or went wrong. */
const noInput = { toolInput: {} }

/** Where several names mean one event, the last that holds is the one that we write. */
export const amplifierRows: Partial<Record<AmplifierName, Row>> = {
  "tool:pre": { event: "PreToolUse", brings: agentEvent(HookEvent.cases.SubagentStart.make) },
  "tool:post": { event: "PostToolUse", brings: agentEvent(HookEvent.cases.SubagentStop.make) },
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
