/** Models Cursor by its documents: what it does with what a hook printed. No version of it was run. */
import type { HostReading, Printed } from "./HostReading.ts"
import { objectOf } from "./printedJson.ts"

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Events that an exit code of 2 denies. */
const deniable = new Set(["preToolUse", "beforeSubmitPrompt", "subagentStart"])

/** Returns what Cursor does on an event of this name. `failClosed` is that of the entry. */
export const reads = ({ exit, stderr, stdout }: Printed, event: string, failClosed = false): HostReading => {
  if (exit === 2 && deniable.has(event)) return { verdict: "Deny", reason: stderr.trim() }
  const reply = exit === 0 ? objectOf(stdout) : undefined
  if (reply === undefined) return failClosed && deniable.has(event) ? { verdict: "Deny", reason: "" } : {}
  const { additional_context: context, agent_message: reason, followup_message: followUp, permission } = reply
  const message = text(reply["user_message"])
  const heard = {
    ...(message !== undefined && { message }),
    ...((event === "sessionStart" || event === "postToolUse") && typeof context === "string" && { context })
  }
  switch (event) {
    case "preToolUse":
      if (permission === "deny") return { ...heard, verdict: "Deny", reason: text(reason) ?? "" }
      return {
        ...heard,
        ...(permission === "allow" && { verdict: "Allow" as const, reason: "" }),
        ...("updated_input" in reply && { input: reply["updated_input"] })
      }
    case "subagentStart":
      return permission === "deny" ? { ...heard, verdict: "Deny", reason: text(reason) ?? "" } : heard
    case "beforeSubmitPrompt":
      return reply["continue"] === false ? { ...heard, verdict: "Deny", reason: message ?? "" } : heard
    case "stop":
    case "subagentStop":
      return typeof followUp === "string" ? { ...heard, verdict: "Deny", reason: followUp } : heard
    default:
      return heard
  }
}
