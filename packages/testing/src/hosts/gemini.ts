/** Models Gemini CLI 0.61.0: what it does with what a hook printed. */
import { isJson, type Json } from "@hookline/schema/Json"
import type { HostReading, Printed } from "./HostReading.ts"
import { twiceJsonOf } from "./printedJson.ts"

/** Reads a text: a message, or after another exit code than 0 and 1 a denial. */
const plain = (text: string, exit: number | string): Json => {
  if (exit === 0 || typeof exit === "string") return { systemMessage: text }
  return exit === 1 ? { systemMessage: `Warning: ${text}` } : { decision: "deny", reason: text }
}

/** Standard error takes the place of an empty standard output, and an exit code that of an object only. */
const replyOf = ({ exit, stderr, stdout }: Printed): Json => {
  const text = stdout.trim() === "" ? stderr.trim() : stdout.trim()
  if (text === "") return {}
  const value = twiceJsonOf(text)
  if (value === undefined) return plain(text, exit)
  return isJson(value) ? value : {}
}

/** Returns a value as the client puts it into a text. */
const text = (value: unknown): string | undefined => {
  if (value === undefined || typeof value === "string") return value
  return typeof value === "object" ? "[object Object]" : JSON.stringify(value)
}

const deaf = new Set(["SessionStart", "SessionEnd", "PreCompress", "Notification"])
const withContext = new Set(["SessionStart", "BeforeAgent", "AfterTool"])

/** Returns what Gemini CLI does on an event of this name. */
export const reads = (printed: Printed, event: string): HostReading => {
  const reply = replyOf(printed)
  const { decision, hookSpecificOutput, reason, stopReason, systemMessage } = reply
  const specific = isJson(hookSpecificOutput) ? hookSpecificOutput : {}
  const isDenied = decision === "deny" || decision === "block"
  const denial = text(reason) ?? "No reason provided"
  const heard = {
    ...(typeof systemMessage === "string" && { message: systemMessage }),
    ...(withContext.has(event) &&
      typeof specific["additionalContext"] === "string" && { context: specific["additionalContext"] })
  }
  if (deaf.has(event)) return heard
  const stopping = { ...heard, ...(reply["continue"] === false && { stops: text(stopReason) ?? "" }) }
  if (event === "AfterTool") return isDenied ? { ...stopping, result: denial } : stopping
  if (isDenied) return { ...stopping, verdict: "Deny", reason: denial }
  if (event !== "BeforeTool") return stopping
  if (decision === "ask") return { ...stopping, verdict: "Ask", reason: denial }
  return { ...stopping, ...("tool_input" in specific && { input: specific["tool_input"] }) }
}
