/** The names of a reply's fields, and the notices about fields at a wrong place. */
import * as HookReply from "@hookline/schema/HookReply"
import type { Json } from "@hookline/schema/Json"
import * as doubts from "./doubts.ts"
import * as Draft from "./Draft.ts"
import { isEffect } from "./effects.ts"

/** Checks whether a field has a meaning at the top of a reply. The version of the contract is one of the host only. */
export const isTop = (name: string): boolean => HookReply.isField(name) || name === "version"

/** Checks whether a field has a meaning in `hookSpecificOutput`, without effects. */
export const isSpecific = (name: string): boolean => {
  switch (name) {
    case "hookEventName":
    case "permissionDecision":
    case "permissionDecisionReason":
    case "updatedInput":
    case "additionalContext":
    case "decision":
    case "reason":
    case "updatedToolOutput":
    case "updatedMCPToolOutput":
    case "updatedResponse":
    case "mustApply":
      return true
    default:
      return false
  }
}

const isElsewhere = {
  top: isTop,
  specific: (name: string) => isSpecific(name) || isEffect(name)
}

/**
 * Reports ignored fields. A field that belongs elsewhere, or may be a decision, may have been a guard's whole answer, so that
 * each reply is reported. Other fields are reported once in a session.
 */
export const tellIgnored = (
  draft: Draft.Draft,
  fields: Json,
  ignored: ReadonlyArray<string>,
  elsewhere: keyof typeof isElsewhere
): void => {
  const text = `${draft.by} has fields in its reply that mean nothing there, and were passed over: ${ignored.join(", ")}`
  const doubt = doubts.inIgnored(fields, ignored)
  if (doubt !== undefined) Draft.suspect(draft, doubt)
  if (doubt !== undefined || ignored.some(isElsewhere[elsewhere])) Draft.notify(draft, "warning", text)
  else Draft.remark(draft, text)
}
