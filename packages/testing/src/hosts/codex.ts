/** A model of Codex 0.169.0: what it does with what a hook printed. */
import { isJson, type Json } from "@hookline/schema/Json"
import type { HostReading, Printed } from "./HostReading.ts"
import { outputSchemas, parsed } from "./codexSchemas.ts"

/** An entry of a hook's run, as Codex shows it. */
export interface Entry {
  readonly kind: "warning" | "context" | "feedback" | "stop" | "error"
  readonly text: string
}

/** A run of a hook, as Codex lists it. One that failed has no effect beside its message, and the action goes on. */
export interface Run {
  readonly status: "completed" | "blocked" | "stopped" | "failed"
  readonly entries: ReadonlyArray<Entry>
  readonly reading: HostReading
}

const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+"
const ends = new RegExp(`^${space}|${space}$`, "g")
const trim = (text: string): string => text.replace(ends, "")

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
const filled = (value: unknown): string | undefined => {
  const trimmed = trim(text(value) ?? "")
  return trimmed === "" ? undefined : trimmed
}

const plainIsContext = new Set(["UserPromptSubmit", "SessionStart", "SubagentStart"])
const denies = new Set(["PreToolUse", "PermissionRequest", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"])
const stops = new Set([
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "PostCompact"
])
const commands = new Set(["Bash", "apply_patch"])

const failed = (why: string, before: ReadonlyArray<Entry> = [], reading: HostReading = {}): Run => ({
  status: "failed",
  entries: [...before, { kind: "error", text: why }],
  reading
})

const completed: Run = { status: "completed", entries: [], reading: {} }

/** Returns the effect of a denial: after a tool its reason takes the result's place. */
const denial = (event: string, reason: string): HostReading =>
  event === "PostToolUse" ? { result: reason } : { verdict: "Deny", reason }

/** Returns the effect of `continue: false`. A turn goes on after a tool. */
const stopped = (event: string, { reason, stopReason }: Json): HostReading => {
  const why = text(stopReason) ?? ""
  if (event === "PostToolUse")
    return { result: filled(reason) ?? (why === "" ? `${event} hook stopped execution` : why) }
  if (event === "PreCompact") return { verdict: "Deny", reason: why }
  return event === "UserPromptSubmit" ? { verdict: "Deny", reason: why, stops: why } : { stops: why }
}

/** Returns the word for which an answer fails, although it is of the right form. */
const unsupported = (event: string, reply: Json, specific: Json): string | undefined => {
  const { decision, reason, stopReason, suppressOutput } = reply
  if (event === "PreToolUse" || event === "PermissionRequest") {
    if (reply["continue"] === false) return "continue:false"
    if (text(stopReason) !== undefined) return "stopReason"
    if (suppressOutput === true) return "suppressOutput"
  }
  if (event === "PermissionRequest") {
    const made = isJson(specific["decision"]) ? specific["decision"] : {}
    if ((made["updatedInput"] ?? null) !== null) return "updatedInput"
    if ((made["updatedPermissions"] ?? null) !== null) return "updatedPermissions"
    return made["interrupt"] === true ? "interrupt:true" : undefined
  }
  if (event === "PostToolUse") {
    if (suppressOutput === true) return "suppressOutput"
    if ((specific["updatedMCPToolOutput"] ?? null) !== null) return "updatedMCPToolOutput"
    if (decision !== "block" && reply["continue"] !== false && text(reason) !== undefined) return "a reason alone"
  }
  if (decision === "block" && filled(reason) === undefined && event !== "PreToolUse") return "a block without a reason"
  return event === "PreToolUse" ? unsupportedCall(reply, specific) : undefined
}

const unsupportedCall = ({ decision, reason }: Json, specific: Json): string | undefined => {
  const { permissionDecision: word, permissionDecisionReason: why, updatedInput: input } = specific
  const hasInput = (input ?? null) !== null
  if ((word ?? why ?? null) !== null || hasInput) {
    if (hasInput && word !== "allow") return "updatedInput without permissionDecision:allow"
    if (word === "ask" || (word === "allow" && !hasInput)) return `permissionDecision:${word}`
    if (word === "deny" && filled(why) === undefined) return "a denial without a reason"
    return (word ?? null) === null ? "a reason without a decision" : undefined
  }
  if (decision === "approve") return "decision:approve"
  if (decision === "block") return filled(reason) === undefined ? "a block without a reason" : undefined
  return text(reason) === undefined ? undefined : "a reason without a decision"
}

/** Returns what an object decides, beside its message and its context. */
const decided = (
  event: string,
  tool: string | undefined,
  reply: Json,
  specific: Json
): Pick<Run, "status" | "reading"> => {
  const { decision, reason } = reply
  if (event === "PermissionRequest") {
    const made = isJson(specific["decision"]) ? specific["decision"] : {}
    if (made["behavior"] === "allow") return { status: "completed", reading: { verdict: "Allow" } }
    const why = filled(made["message"]) ?? "PermissionRequest hook denied approval"
    return made["behavior"] === "deny" ? { status: "blocked", reading: denial(event, why) } : completed
  }
  if (specific["permissionDecision"] === "deny") {
    return { status: "blocked", reading: denial(event, filled(specific["permissionDecisionReason"]) ?? "") }
  }
  if (specific["permissionDecision"] === "allow") {
    const { updatedInput: input } = specific
    const isTaken = !commands.has(tool ?? "") || (isJson(input) && typeof input["command"] === "string")
    const refused = denial(event, "hook returned updatedInput without string field `command`")
    return { status: "completed", reading: isTaken ? { input } : refused }
  }
  const why = event === "PostToolUse" ? text(reason) : filled(reason)
  return decision === "block" ? { status: "blocked", reading: denial(event, why ?? "") } : completed
}

const entry = (kind: Entry["kind"], value: unknown): ReadonlyArray<Entry> =>
  typeof value === "string" ? [{ kind, text: value }] : []

const ofReply = (event: string, tool: string | undefined, reply: Json): Run => {
  const { hookSpecificOutput, stopReason, systemMessage } = reply
  const specific = isJson(hookSpecificOutput) ? hookSpecificOutput : {}
  const message = text(systemMessage)
  const told = message === undefined ? {} : { message }
  const isStopped = reply["continue"] === false && stops.has(event)
  const why = isStopped && event !== "PostToolUse" ? undefined : unsupported(event, reply, specific)
  if (why !== undefined && !isStopped) return failed(why, entry("warning", message), told)
  const context = why === undefined ? text(specific["additionalContext"]) : undefined
  const heard = { ...told, ...(context !== undefined && { context }) }
  const entries = [...entry("warning", message), ...entry("context", context)]
  if (isStopped) {
    const reading = { ...heard, ...stopped(event, reply) }
    return { status: "stopped", entries: [...entries, ...entry("stop", stopReason)], reading }
  }
  const { reading, status } = decided(event, tool, reply, specific)
  const feedback = status === "blocked" ? (reading.reason ?? reading.result) : undefined
  return { status, entries: [...entries, ...entry("feedback", feedback)], reading: { ...heard, ...reading } }
}

/** Returns what Codex does on an event of this name, and about a tool of this name. */
export const runOf = ({ exit, stderr, stdout }: Printed, event: string, tool?: string): Run => {
  if (exit === 2 && denies.has(event)) {
    const reason = filled(stderr)
    if (reason === undefined) return failed("exit code 2 without a reason")
    return { status: "blocked", entries: entry("feedback", reason), reading: denial(event, reason) }
  }
  if (exit !== 0) return failed(`exit ${exit}`)
  const printed = trim(stdout)
  if (printed === "" || outputSchemas[event] === undefined) return completed
  const reply = parsed(printed, event)
  if (reply !== undefined) return ofReply(event, tool, reply)
  if (/^[{[]/.test(printed) || event === "Stop" || event === "SubagentStop") return failed("no such object")
  if (!plainIsContext.has(event)) return completed
  return { status: "completed", entries: entry("context", printed), reading: { context: printed } }
}

/** Returns the effect of an answer. */
export const reads = (printed: Printed, event: string, tool?: string): HostReading =>
  runOf(printed, event, tool).reading
