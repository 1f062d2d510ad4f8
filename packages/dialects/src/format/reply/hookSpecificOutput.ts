/** The part of a reply for its event: `hookSpecificOutput`, and its decisions. */
import * as decisions from "./decisions.ts"
import * as Draft from "./Draft.ts"
import * as effects from "./effects.ts"
import { isSpecific, tellIgnored } from "./fieldNames.ts"
import type { ReplyRules } from "./ReplyRules.ts"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

/** Adds the decision of a word, or a complaint about it. */
export const decide = (
  draft: Draft.Draft,
  name: string,
  value: unknown,
  tagOf: (word: string) => ReturnType<typeof decisions.permission>
): void => {
  const word = Draft.text(draft, name, value)
  if (word === undefined) return
  const tag = tagOf(word)
  if (tag === undefined) Draft.complain(draft, `${name} is no word that we know`)
  else Draft.decide(draft, tag)
}

/** Adds a host effect. */
export const effect = (draft: Draft.Draft, kind: string, value: unknown): void => {
  // A false flag is the default.
  if (value === undefined || value === null || value === false) return
  if (!effects.isLawful(kind, value)) return Draft.complain(draft, `${kind} holds something that it can't`)
  Draft.effect(draft, kind, value)
  // To decline for the user is to deny, and must override other hooks' `accept`.
  if (kind === "action" && value === "decline") Draft.decide(draft, "Deny")
}

/** Reads the decision of PermissionRequest, which is an object. On other events it grants nothing. */
export const behavior = (draft: Draft.Draft, manner: ReplyRules, eventName: string, decision: Json): void => {
  const message = Draft.text(draft, "decision.message", decision.message)
  Draft.reason(draft, message)
  if (decision.behavior === undefined || decision.behavior === null) {
    Draft.complain(draft, "decision.behavior is missing")
  }
  const grants = eventName === "PermissionRequest" && manner.grantsFlatOnly !== true
  decide(draft, "decision.behavior", decision.behavior, grants ? decisions.permission : decisions.permissionUngranted)
  if (Draft.flag(draft, "decision.interrupt", decision.interrupt) === true) Draft.halt(draft, message)
  const input = Draft.object(draft, "decision.updatedInput", decision.updatedInput)
  if (input !== undefined) Draft.change(draft, "input", manner.input, input)
  effect(draft, "updatedPermissions", decision.updatedPermissions)
}

const name = (draft: Draft.Draft, eventName: string, value: unknown): void => {
  const named = Draft.text(draft, "hookEventName", value)
  // Everything else is kept, because a denial must not depend on a name. `finish` removes its grants.
  if (named === undefined) Draft.complain(draft, "hookEventName is missing")
  else if (named !== eventName) Draft.complain(draft, "hookEventName is another event's")
}

/** Reads whether the action must not happen without the changes of this reply. */
export const must = (draft: Draft.Draft, value: unknown): void => {
  if (Draft.flag(draft, "mustApply", value) === true) draft.mustApply = true
}

/** Checks whether there is a field beside the most frequent ones. */
const hasMore = (fields: Json): boolean => {
  for (const field in fields) {
    switch (field) {
      case "hookEventName":
      case "permissionDecision":
      case "permissionDecisionReason":
      case "updatedInput":
      case "additionalContext":
        break
      default:
        return true
    }
  }
  return false
}

const changeInput = (draft: Draft.Draft, { input: mode }: ReplyRules, input: Json | undefined): void => {
  if (input !== undefined) Draft.change(draft, "input", mode, input)
}

/** Reads the fields that few replies have, in their places between the others. */
const readAll = (draft: Draft.Draft, manner: ReplyRules, eventName: string, fields: Json): void => {
  Draft.reason(draft, Draft.text(draft, "reason", fields.reason))
  permission(draft, manner, fields)
  if (isJson(fields.decision)) behavior(draft, manner, eventName, fields.decision)
  else decide(draft, "decision", fields.decision, decisions.plain)
  const { inputField = "updatedInput" } = manner
  const own = Draft.object(draft, inputField, fields[inputField])
  changeInput(
    draft,
    manner,
    own ?? (inputField === "updatedInput" ? undefined : Draft.object(draft, "updatedInput", fields.updatedInput))
  )
  // Three names of one field, the newest first.
  const result = fields.updatedToolOutput ?? fields.updatedMCPToolOutput ?? fields.updatedResponse
  if (result !== undefined && result !== null) Draft.change(draft, "result", "replace", result)
  must(draft, fields.mustApply)
  Draft.inform(draft, Draft.text(draft, "additionalContext", fields.additionalContext))
  let ignored: Array<string> | undefined
  for (const field in fields) {
    if (isSpecific(field) || field === inputField) continue
    if (effects.isEffect(field)) effect(draft, field, fields[field])
    else (ignored ??= []).push(field)
  }
  if (ignored !== undefined) tellIgnored(draft, fields, ignored, "top")
}

const permission = (draft: Draft.Draft, { grants }: ReplyRules, { permissionDecision }: Json): void =>
  decide(
    draft,
    "permissionDecision",
    permissionDecision,
    grants === false ? decisions.permissionUngranted : decisions.permission
  )

/** Reads `hookSpecificOutput` into the draft. */
export const read = (draft: Draft.Draft, manner: ReplyRules, eventName: string, fields: Json): void => {
  if (manner.isUnnamed !== true) name(draft, eventName, fields.hookEventName)
  Draft.reason(draft, Draft.text(draft, "permissionDecisionReason", fields.permissionDecisionReason))
  // Most replies have few fields, and a short function is inlined.
  if (hasMore(fields)) return readAll(draft, manner, eventName, fields)
  permission(draft, manner, fields)
  changeInput(draft, manner, Draft.object(draft, "updatedInput", fields.updatedInput))
  Draft.inform(draft, Draft.text(draft, "additionalContext", fields.additionalContext))
}
