import type { Context } from "@hookline/executor/ImportModuleRunner"
import type { HookEvent } from "@hookline/schema/HookEvent"

// A hook of the kind `module`, on PreToolUse. The event has our names; `payload` is what a process would get.
export default (event: HookEvent, { payload, signal }: Context) => {
  if (event._tag !== "PreToolUse" || signal.aborted) return undefined
  if (!String(event.toolInput["command"]).includes("--force")) return undefined
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: `${event.toolName} would force. As a process sees it: ${JSON.stringify(payload)}`
    }
  }
}
