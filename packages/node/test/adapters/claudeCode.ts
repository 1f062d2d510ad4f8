// A stand-in of Claude Code as the Claude Agent SDK drives it: the contract of the option `hooks`, written from the types of
// 0.3.328 and from runs of it. What callbacks answer is read as Claude Code reads it.
import type { HookMatchers, HookOutput } from "@hookline/node/adapters/ClaudeAgentSdk"

/** The effect of callbacks on an event. */
export interface Effect {
  readonly decision: "none" | "allow" | "ask" | "defer" | "deny"
  readonly reason?: string
  readonly input?: unknown
  readonly result?: unknown
  readonly context?: string
  readonly message?: string
  readonly stops?: string
}

const base = { session_id: "s1", transcript_path: "/tmp/s1.jsonl", cwd: "/tmp", permission_mode: "default" }

/** Returns the payload of an event. */
export const payload = (event: string, fields: object = {}, session = "s1"): object => ({
  ...base,
  session_id: session,
  hook_event_name: event,
  ...fields
})

export const bash = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" }

const readingOf = (output: HookOutput): Effect => {
  const { hookSpecificOutput: specific } = output
  const fields: Readonly<Record<string, unknown>> = { ...specific }
  const text = (name: string): string | undefined => {
    const value = fields[name]
    return typeof value === "string" ? value : undefined
  }
  const decided = specific?.hookEventName === "PreToolUse" ? specific.permissionDecision : undefined
  const decision = decided ?? (output.decision === "block" ? "deny" : "none")
  const reason = text("permissionDecisionReason") ?? output.reason
  const context = text("additionalContext")
  return {
    decision,
    ...(reason !== undefined && { reason }),
    ...(fields["updatedInput"] !== undefined && { input: fields["updatedInput"] }),
    ...(fields["updatedToolOutput"] !== undefined && { result: fields["updatedToolOutput"] }),
    ...(context !== undefined && { context }),
    ...(output.systemMessage !== undefined && { message: output.systemMessage }),
    ...(output.continue === false && { stops: output.stopReason ?? "" })
  }
}

/** Events whose callbacks can't block by a failure. */
const unblocked: ReadonlySet<string> = new Set(["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"])

/** Calls the callbacks of an event. One that fails blocks where `onFailure` is `"block"`, and otherwise the event passes. */
export const fire = async (
  matchers: HookMatchers,
  input: object,
  { signal }: { readonly signal: AbortSignal } = new AbortController()
): Promise<Effect> => {
  const event = "hook_event_name" in input ? String(input.hook_event_name) : ""
  // The name is one of the option's keys, or has no callbacks.
  const [matcher] = matchers[event as keyof HookMatchers] ?? []
  const [callback] = matcher?.hooks ?? []
  if (matcher === undefined || callback === undefined) return { decision: "none" }
  try {
    // It goes through a pipe, so that both are JSON.
    const sent = JSON.parse(JSON.stringify(input)) as object
    return readingOf(JSON.parse(JSON.stringify(await callback(sent, "toolu_1", { signal }))) as HookOutput)
  } catch (error) {
    const blocks = matcher.onFailure === "block" && !unblocked.has(event)
    return { decision: blocks ? "deny" : "none", reason: error instanceof Error ? error.message : String(error) }
  }
}
