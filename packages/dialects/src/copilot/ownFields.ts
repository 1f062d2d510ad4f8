/** The fields at the top of a reply that only Copilot CLI's hooks have. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as decisions from "../format/reply/decisions.ts"
import * as Draft from "../format/reply/Draft.ts"
import { decide } from "../format/reply/hookSpecificOutput.ts"
import type { OwnFields } from "../format/reply/ReplyRules.ts"

/** Reads the decision about a call, which grants before a tool only. */
const permission = (draft: Draft.Draft, event: HookEvent, fields: Json): void => {
  const { permissionDecision, permissionDecisionReason } = fields
  Draft.reason(draft, Draft.text(draft, "permissionDecisionReason", permissionDecisionReason))
  const tagOf = event._tag === "PreToolUse" ? decisions.permission : decisions.permissionUngranted
  decide(draft, "permissionDecision", permissionDecision, tagOf)
}

/** Reads the decision about a request of a permission. On other events it grants nothing. */
const behavior = (draft: Draft.Draft, event: HookEvent, fields: Json): void => {
  if (fields["behavior"] === undefined) return
  const message = Draft.text(draft, "message", fields["message"])
  Draft.reason(draft, message)
  const tagOf = event._tag === "PermissionRequest" ? decisions.permission : decisions.permissionUngranted
  decide(draft, "behavior", fields["behavior"], tagOf)
  if (Draft.flag(draft, "interrupt", fields["interrupt"]) === true) Draft.halt(draft, message)
}

const changes = (draft: Draft.Draft, fields: Json): void => {
  const input = Draft.object(draft, "modifiedArgs", fields["modifiedArgs"])
  if (input !== undefined) Draft.change(draft, "input", "replace", input)
  const prompt = Draft.text(draft, "modifiedPrompt", fields["modifiedPrompt"])
  if (prompt !== undefined) Draft.change(draft, "prompt", "replace", prompt)
  const result = Draft.object(draft, "modifiedResult", fields["modifiedResult"])
  if (result === undefined) return
  const text = isJson(result) ? Draft.text(draft, "textResultForLlm", result["textResultForLlm"]) : undefined
  if (text === undefined) Draft.complain(draft, "modifiedResult has no textResultForLlm")
  else Draft.change(draft, "result", "replace", text)
}

export const copilotFields: OwnFields = {
  names: new Set([
    "permissionDecision",
    "permissionDecisionReason",
    "behavior",
    "message",
    "interrupt",
    "modifiedArgs",
    "modifiedPrompt",
    "modifiedResult",
    "additionalContext"
  ]),
  read: (draft, event, fields) => {
    permission(draft, event, fields)
    behavior(draft, event, fields)
    changes(draft, fields)
    Draft.inform(draft, Draft.text(draft, "additionalContext", fields["additionalContext"]))
  }
}
