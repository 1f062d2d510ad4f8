/** Models GitHub Copilot CLI 1.0.102: what it does with what a hook printed. */
import { isJson, type Json } from "@hookline/schema/Json"
import type { HostReading, Printed } from "./HostReading.ts"
import { objectOf } from "./printedJson.ts"

/** Reads the object on standard output, which reports of progress may precede. What else is there is ignored. */
const replyOf = ({ stdout }: Printed): Json =>
  objectOf(
    stdout
      .trim()
      .split("\n")
      .filter((line) => objectOf(line)?.["type"] !== "progress")
      .join("\n")
  ) ?? {}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const noReason = "No reason provided"

const canonicalNames: Readonly<Record<string, string>> = { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" }

/** Reads Claude Code's form, which counts before the flat one, before a tool only. */
const nestedIn = ({ hookSpecificOutput: specific }: Json): Json => {
  if (!isJson(specific)) return {}
  const { updatedInput, ...others } = specific
  return { ...others, ...(updatedInput !== undefined && { modifiedArgs: updatedInput }) }
}

const call = (printed: Printed, reply: Json): HostReading => {
  const { modifiedArgs, permissionDecision: word, permissionDecisionReason: why } = reply
  const reason = textOf(why) ?? noReason
  if (printed.exit === 2) return { verdict: "Deny", reason: word === "deny" ? reason : "hook exited with code 2" }
  if (printed.exit !== 0) return { verdict: "Deny", reason: "hook errored" }
  if (word === "deny") return { verdict: "Deny", reason }
  if (word === "ask") return { verdict: "Ask", reason }
  return {
    ...(word === "allow" && { verdict: "Allow", reason }),
    ...(isJson(modifiedArgs) && { input: modifiedArgs })
  }
}

const request = ({ exit }: Printed, { behavior, interrupt, message }: Json): HostReading => {
  if (exit !== 0 && exit !== 2) return { verdict: "Deny", reason: "Permission request hook failed" }
  if (exit !== 2 && behavior === "allow") return { verdict: "Allow" }
  if (exit !== 2 && behavior !== "deny") return {}
  const reason = textOf(message) ?? "Permission denied by hook."
  return { verdict: "Deny", reason, ...(interrupt === true && { stops: reason }) }
}

const result = ({ decision, modifiedResult, reason }: Json): HostReading => {
  if (decision === "block") return { result: `Tool result blocked: ${textOf(reason) ?? noReason}` }
  const text = isJson(modifiedResult) ? modifiedResult["textResultForLlm"] : undefined
  return text === undefined ? {} : { result: text }
}

const withContext = new Set(["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"])

/** Returns what Copilot does on an event, by the name in its file: its spelling decides which form of an answer counts. */
export const reads = (printed: Printed, name: string): HostReading => {
  const event = canonicalNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
  const flat = replyOf(printed)
  const reply = name === "PreToolUse" ? { ...flat, ...nestedIn(flat) } : flat
  const { decision, modifiedPrompt, reason, systemMessage } = reply
  const guidance = event === "PostToolUseFailure" && printed.exit === 2 ? printed.stderr : reply["additionalContext"]
  const context = withContext.has(event) ? textOf(guidance) : undefined
  const heard = {
    ...(typeof systemMessage === "string" && { message: systemMessage }),
    ...(context !== undefined && { context })
  }
  const isBlocked = printed.exit === 0 && decision === "block"
  switch (event) {
    case "PreToolUse":
      return { ...heard, ...call(printed, reply) }
    case "PermissionRequest":
      return { ...heard, ...request(printed, reply) }
    case "PostToolUse":
      return { ...heard, ...result(reply) }
    case "UserPromptSubmit": {
      if (isBlocked) return { ...heard, verdict: "Deny", reason: textOf(reason) ?? noReason }
      return { ...heard, ...(typeof modifiedPrompt === "string" && { prompt: modifiedPrompt }) }
    }
    case "Stop":
    case "SubagentStop":
      return isBlocked ? { ...heard, verdict: "Deny", reason: textOf(reason) ?? noReason } : heard
    default:
      return heard
  }
}
