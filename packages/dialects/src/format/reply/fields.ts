/** The fields of a reply's object, of all dialects together. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as decisions from "./decisions.ts"
import * as doubts from "./doubts.ts"
import * as Draft from "./Draft.ts"
import { isTop, tellIgnored } from "./fieldNames.ts"
import type { ReplyRules } from "./ReplyRules.ts"
import * as hookSpecificOutput from "./hookSpecificOutput.ts"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

const decision = (draft: Draft.Draft, manner: ReplyRules, eventName: string, value: unknown): void => {
  if (value === undefined) return
  if (isJson(value)) {
    // It belongs into `hookSpecificOutput`: a complaint removes its grants, and keeps its denial.
    Draft.complain(draft, "decision is no text")
    hookSpecificOutput.behavior(draft, manner, eventName, value)
  } else {
    // There every agent's hooks may grant what is asked for.
    const isAsked = eventName === "PermissionRequest" && manner.grantsFlatOnly !== true
    const approves = isAsked || (manner.approves && eventName === "PreToolUse")
    hookSpecificOutput.decide(draft, "decision", value, approves ? decisions.approving : decisions.plain)
  }
}

/** Reads a permission's decision at the top, which hosts ignore, as far as it is strict. */
const misplaced = (draft: Draft.Draft, fields: Json): void => {
  if (fields.permissionDecision === undefined) return
  hookSpecificOutput.decide(draft, "permissionDecision", fields.permissionDecision, decisions.permissionUngranted)
  Draft.reason(draft, Draft.text(draft, "permissionDecisionReason", fields.permissionDecisionReason))
}

/** Reads `{ block: true, message }`, by which amplihack's guards block. */
const block = (draft: Draft.Draft, fields: Json): void => {
  if (Draft.flag(draft, "block", fields.block) !== true) return
  Draft.decide(draft, "Deny")
  Draft.reason(draft, Draft.text(draft, "message", fields.message))
}

const newContent = (draft: Draft.Draft, event: HookEvent.HookEvent, value: unknown): void => {
  if (value === undefined || value === null) return
  if (ExactJson.isObject(value)) Draft.change(draft, "input", "replace", value)
  else if (typeof value !== "string") Draft.complain(draft, "newContent is neither an object nor a text")
  else if (event._tag === "UserPromptSubmit") Draft.change(draft, "prompt", "replace", value)
  else if ("toolInput" in event && !Object.hasOwn(event.toolInput, "content")) {
    // A key that the tool does not know would change nothing, although the hook meant a change.
    Draft.complain(draft, `newContent is a text, and the input of ${event.toolName} has no content to replace`)
  } else Draft.change(draft, "input", "merge", { content: value })
}

/** Checks whether a reply has a field beside the part for its event. Most have none. */
const hasMore = (fields: Json): boolean => {
  for (const name in fields) if (name !== "hookSpecificOutput") return true
  return false
}

/** Reads all fields of a reply but its message and the part for its event. */
const readMore = (draft: Draft.Draft, manner: ReplyRules, event: HookEvent.HookEvent, fields: Json): void => {
  const eventName = HookEvent.nameOf(event)
  Draft.reason(draft, Draft.text(draft, "reason", fields.reason))
  decision(draft, manner, eventName, fields.decision)
  if (manner.own?.names.has("permissionDecision") !== true) misplaced(draft, fields)
  block(draft, fields)
  const stopReason = Draft.text(draft, "stopReason", fields.stopReason)
  if (Draft.flag(draft, "continue", fields.continue) === false) {
    if (manner.own?.blocksBy?.has(eventName) === true) Draft.decide(draft, "Deny")
    else Draft.halt(draft, stopReason)
  }
  if (Draft.flag(draft, "suppressOutput", fields.suppressOutput) === true) draft.said.quiet = [draft.by]
  hookSpecificOutput.effect(draft, "terminalSequence", fields.terminalSequence)
  Draft.inform(draft, Draft.text(draft, "contextInjection", fields.contextInjection))
  Draft.inform(draft, Draft.text(draft, "feedback", fields.feedback))
  newContent(draft, event, fields.newContent)
  hookSpecificOutput.must(draft, fields.mustApply)
  let ignored: Array<string> | undefined
  for (const name in fields) {
    if (isTop(name) || manner.own?.names.has(name) === true) continue
    if (!(name === "message" && fields.block === true)) (ignored ??= []).push(name)
  }
  if (ignored !== undefined) tellIgnored(draft, fields, ignored, "specific")
}

/**
 * Checks for a reply with nothing but a reason: its decision may be missing. A reply that does something else has its
 * reason for that.
 */
const aboutReasonAlone = (draft: Draft.Draft, fields: Json, own: Json | undefined): void => {
  const { doubt, issues, said, tag } = draft
  if (tag !== "Pass" || issues.length > 0 || doubt !== undefined) return
  if (said.halts.length + said.changes.length + said.context.length + said.effects.length > 0) return
  const alone = doubts.reasonAlone(own === undefined ? fields : { ...fields, ...own })
  if (alone === undefined) return
  Draft.suspect(draft, alone)
  Draft.notify(draft, "warning", `${draft.by} has a reason in its reply, and no decision: ${alone.field}`)
}

/** Reads a reply's object into the draft. */
export const read = (draft: Draft.Draft, manner: ReplyRules, event: HookEvent.HookEvent, fields: Json): void => {
  manner.own?.read(draft, event, fields)
  draft.message ??= Draft.text(draft, "systemMessage", fields.systemMessage)
  if (draft.message !== undefined) Draft.notify(draft, "info", draft.message)
  const own = Draft.object(draft, "hookSpecificOutput", fields.hookSpecificOutput)
  if (own !== undefined) hookSpecificOutput.read(draft, manner, HookEvent.nameOf(event), own)
  if (hasMore(fields)) readMore(draft, manner, event, fields)
  if (draft.reasons.length > 0 || fields.stopReason !== undefined) aboutReasonAlone(draft, fields, own)
}
