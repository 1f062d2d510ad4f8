/** A reply's object, field by field: the fields of all dialects together. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as decisions from "./decisions.ts"
import * as Draft from "./Draft.ts"
import { isTop, tellIgnored } from "./fieldNames.ts"
import type { Manner } from "./Manner.ts"
import * as specific from "./specific.ts"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

const decision = (draft: Draft.Draft, manner: Manner, eventName: string, value: unknown): void => {
  if (value === undefined) return
  if (isJson(value)) {
    // It belongs further in: a complaint takes its grants, and leaves its denial.
    Draft.complain(draft, "decision is no text")
    specific.behavior(draft, manner, eventName, value)
  } else {
    const approves = manner.approves && eventName === "PreToolUse"
    specific.decide(draft, "decision", value, approves ? decisions.approving : decisions.plain)
  }
}

/** A permission's decision at the top is where no host looks for it: it is heard as far as it is strict. */
const misplaced = (draft: Draft.Draft, fields: Json): void => {
  if (fields.permissionDecision === undefined) return
  specific.decide(draft, "permissionDecision", fields.permissionDecision, decisions.permissionUngranted)
  Draft.reason(draft, Draft.text(draft, "permissionDecisionReason", fields.permissionDecisionReason))
}

/** amplihack's guards block by `{ block: true, message }`. */
const block = (draft: Draft.Draft, fields: Json): void => {
  if (Draft.flag(draft, "block", fields.block) !== true) return
  Draft.decide(draft, "Deny")
  Draft.reason(draft, Draft.text(draft, "message", fields.message))
}

const newContent = (draft: Draft.Draft, eventName: string, value: unknown): void => {
  if (value === undefined || value === null) return
  if (isJson(value)) Draft.change(draft, "input", "replace", value)
  else if (typeof value !== "string") Draft.complain(draft, "newContent is neither an object nor a text")
  else if (eventName === "UserPromptSubmit") Draft.change(draft, "prompt", "replace", value)
  else Draft.change(draft, "input", "merge", { content: value })
}

/** Reads what a reply's object says into the draft. */
export const read = (draft: Draft.Draft, manner: Manner, event: HookEvent.HookEvent, fields: Json): void => {
  const eventName = HookEvent.nameOf(event)
  draft.message = Draft.text(draft, "systemMessage", fields.systemMessage)
  if (draft.message !== undefined) Draft.notify(draft, "info", draft.message)
  const own = Draft.object(draft, "hookSpecificOutput", fields.hookSpecificOutput)
  if (own !== undefined) specific.read(draft, manner, eventName, own)
  Draft.reason(draft, Draft.text(draft, "reason", fields.reason))
  decision(draft, manner, eventName, fields.decision)
  misplaced(draft, fields)
  block(draft, fields)
  const stopReason = Draft.text(draft, "stopReason", fields.stopReason)
  if (Draft.flag(draft, "continue", fields.continue) === false) Draft.halt(draft, stopReason)
  if (Draft.flag(draft, "suppressOutput", fields.suppressOutput) === true) draft.said.quiet = [draft.by]
  specific.effect(draft, "terminalSequence", fields.terminalSequence)
  Draft.inform(draft, Draft.text(draft, "contextInjection", fields.contextInjection))
  Draft.inform(draft, Draft.text(draft, "feedback", fields.feedback))
  newContent(draft, eventName, fields.newContent)
  let ignored: Array<string> | undefined
  for (const name in fields) {
    if (!isTop(name) && !(name === "message" && fields.block === true)) (ignored ??= []).push(name)
  }
  if (ignored !== undefined) tellIgnored(draft, ignored, "specific")
}
