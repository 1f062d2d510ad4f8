/** The fields at the top of a reply that only Cursor's hooks have. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as decisions from "../format/reply/decisions.ts"
import * as Draft from "../format/reply/Draft.ts"
import { decide } from "../format/reply/hookSpecificOutput.ts"
import type { OwnFields } from "../format/reply/ReplyRules.ts"

/** Reads what makes an agent go on at its end. */
const followUp = (draft: Draft.Draft, event: HookEvent, fields: Json): void => {
  const text = Draft.text(draft, "followup_message", fields["followup_message"])
  if (text === undefined || (event._tag !== "Stop" && event._tag !== "SubagentStop")) return
  Draft.decide(draft, "Deny")
  Draft.reason(draft, text)
}

const changes = (draft: Draft.Draft, fields: Json): void => {
  const input = Draft.object(draft, "updated_input", fields["updated_input"])
  if (input !== undefined) Draft.change(draft, "input", "replace", input)
  const { updated_mcp_tool_output: result } = fields
  if (result !== undefined && result !== null) Draft.change(draft, "result", "replace", result)
}

export const cursorFields: OwnFields = {
  names: new Set([
    "permission",
    "user_message",
    "agent_message",
    "updated_input",
    "updated_mcp_tool_output",
    "followup_message",
    "additional_context"
  ]),
  // Such a prompt is not submitted, and nothing else is stopped.
  blocksBy: new Set(["UserPromptSubmit"]),
  read: (draft, event, fields) => {
    // Scripts answer `allow` where they have nothing against a call, so that it grants nothing.
    decide(draft, "permission", fields["permission"], decisions.permissionUngranted)
    Draft.reason(draft, Draft.text(draft, "agent_message", fields["agent_message"]))
    draft.message = Draft.text(draft, "user_message", fields["user_message"])
    followUp(draft, event, fields)
    changes(draft, fields)
    Draft.inform(draft, Draft.text(draft, "additional_context", fields["additional_context"]))
  }
}
