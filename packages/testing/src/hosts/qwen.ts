/** Models Qwen Code 0.24.4: what it does with what a hook printed. */
import { isJson, type Json } from "@hookline/schema/Json"
import type { HostReading, Printed } from "./HostReading.ts"
import { twiceJsonOf } from "./printedJson.ts"

const withPlainText = new Set(["SessionStart", "UserPromptSubmit"])

/** Reads a text that is no object: after exit code 2 a denial, and otherwise context for some events. */
const plain = (text: string, exit: number | string, event: string): Json => {
  if (exit === 2) return { decision: "deny", reason: text }
  return exit === 0 && withPlainText.has(event) ? { hookSpecificOutput: { additionalContext: text } } : {}
}

/** Standard error takes the place of an empty standard output, and of any after exit code 2. */
const replyOf = ({ exit, stderr, stdout }: Printed, event: string): Json => {
  const printed = exit === 2 ? "" : stdout.trim()
  const text = printed === "" ? stderr.trim() : printed
  if (text === "") return {}
  const value = twiceJsonOf(text)
  if (value === undefined) return plain(text, exit, event)
  return isJson(value) ? value : {}
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const noReason = "No reason provided"

const withContext = new Set(["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"])

const call = (reply: Json, specific: Json): HostReading => {
  const { decision, reason, stopReason } = reply
  if (reply["continue"] === false) return { verdict: "Deny", reason: textOf(stopReason) ?? textOf(reason) ?? noReason }
  const { permissionDecision: own, permissionDecisionReason: why } = specific
  const word = own === "allow" || own === "ask" || own === "deny" ? own : decision
  const heard = textOf(why) ?? textOf(reason) ?? noReason
  if (word === "deny" || word === "block") return { verdict: "Deny", reason: heard }
  // A grant has no effect: its own question, if it has one, came before.
  return word === "ask" ? { verdict: "Ask", reason: heard } : {}
}

const request = ({ decision }: Json): HostReading => {
  if (!isJson(decision)) return {}
  const { behavior, message, updatedInput } = decision
  if (behavior === "deny") return { verdict: "Deny", reason: textOf(message) ?? noReason }
  if (behavior !== "allow") return {}
  return { verdict: "Allow", ...(isJson(updatedInput) && { input: updatedInput }) }
}

/** Returns what Qwen Code does on an event. */
export const reads = (printed: Printed, event: string): HostReading => {
  const reply = replyOf(printed, event)
  const { decision, hookSpecificOutput, reason, stopReason, systemMessage } = reply
  const specific = isJson(hookSpecificOutput) ? hookSpecificOutput : {}
  const isStopped = reply["continue"] === false
  const isBlocked = isStopped || decision === "deny" || decision === "block"
  const why = textOf(stopReason) ?? textOf(reason) ?? noReason
  const context = textOf(specific["additionalContext"])
  const heard = {
    ...(typeof systemMessage === "string" && { message: systemMessage }),
    ...(context !== undefined && withContext.has(event) && { context })
  }
  switch (event) {
    case "PreToolUse":
      return { ...heard, ...call(reply, specific) }
    case "PermissionRequest":
      return { ...heard, ...request(specific) }
    case "PostToolUse": {
      if (!isStopped) return heard
      const { context: _none, ...others } = heard
      return { ...others, result: why }
    }
    case "UserPromptSubmit":
      return { ...heard, ...(isBlocked && { verdict: "Deny", reason: why }), ...(isStopped && { stops: why }) }
    case "UserPromptExpansion":
      return decision === "deny" || decision === "block" ? { ...heard, verdict: "Deny", reason: why } : heard
    case "PostToolBatch":
    case "Stop":
    case "SubagentStop":
      // A stop does not stop it: it goes on, as after a block.
      return isBlocked ? { ...heard, verdict: "Deny", reason: why } : heard
    default:
      return heard
  }
}
