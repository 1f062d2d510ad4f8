/**
 * Answers GitHub Copilot CLI by one flat object on standard output and exit code 0. Before a tool the answer has Claude Code's
 * form beside it: which of both is read depends on the spelling of the event's name in Copilot's file.
 */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import type { ReplyRules } from "../format/reply/ReplyRules.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"
import { copilotFailuresDeny, copilotHookName, isCamelCase } from "./hostRuns.ts"
import { copilotFields } from "./ownFields.ts"

/** Returns what an answer to Copilot can have. Only a refused permission can end its turn. */
export const copilotSupports = hostCapabilities({
  SessionStart: { context: true },
  UserPromptSubmit: { verdicts: ["Deny"], changes: "prompt", context: true },
  // Where there is no user to ask, it denies.
  PreToolUse: { verdicts: ["Allow", "Ask", "Deny"], changes: "input", context: true },
  PermissionRequest: { verdicts: ["Allow", "Deny"], halts: true },
  PostToolUse: { changes: "result", context: true },
  PostToolUseFailure: { context: true },
  Stop: { verdicts: ["Deny"] },
  SubagentStop: { verdicts: ["Deny"] }
})

const changedIn = (event: HookEvent, meant: Outcome): { readonly value: unknown } | undefined => {
  switch (event._tag) {
    case "PreToolUse":
      return encodeAnswer.changed(meant, "input", event.toolInput)
    case "PostToolUse":
      return encodeAnswer.changed(meant, "result", event.toolResponse)
    case "UserPromptSubmit":
      return encodeAnswer.changed(meant, "prompt", event.prompt)
    default:
      return undefined
  }
}

/**
 * Checks whether an answer can have a change. It was not seen whether a changed input replaces its own or is laid over it, so that
 * no key can be taken away, nor what becomes of one beside a question.
 */
const isSayable = (event: HookEvent, { verdict }: Outcome, value: unknown): boolean => {
  if (event._tag === "UserPromptSubmit") return typeof value === "string"
  if (event._tag !== "PreToolUse") return true
  return (
    verdict._tag !== "Ask" && isJson(value) && Object.keys(event.toolInput).every((key) => Object.hasOwn(value, key))
  )
}

const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = copilotSupports(event)
  const changed = changedIn(event, meant)
  return changed === undefined || isSayable(event, meant, changed.value) ? carries : { ...carries, changes: [] }
}

/** Returns the result in Copilot's form. A hook may change the text in the result that it was given. */
const resultOf = (value: unknown): Json => {
  const text = isJson(value) ? (value["text_result_for_llm"] ?? value["textResultForLlm"]) : value
  return {
    resultType: "success",
    textResultForLlm: typeof text === "string" ? text : JSON.stringify(value)
  }
}

const decision = (event: HookEvent, { halts, verdict }: Outcome): Json => {
  if (verdict._tag === "Pass") return {}
  const isDenied = verdict._tag === "Deny"
  const reason = isDenied ? encodeAnswer.denial(verdict) : encodeAnswer.reasons(verdict)
  switch (event._tag) {
    case "PreToolUse":
      return {
        permissionDecision: verdict._tag.toLowerCase(),
        ...encodeAnswer.field("permissionDecisionReason", reason)
      }
    case "PermissionRequest":
      return isDenied
        ? { behavior: "deny", message: reason, ...(halts.length > 0 && { interrupt: true }) }
        : { behavior: "allow" }
    default:
      return { decision: "block", reason }
  }
}

/** The names of a change in an answer: Copilot's own, and Claude Code's for an input. */
const change = (event: HookEvent, said: Outcome): { readonly flat: Json; readonly nested: Json } => {
  const changed = changedIn(event, said)
  if (changed === undefined) return { flat: {}, nested: {} }
  const { value } = changed
  switch (event._tag) {
    case "PreToolUse":
      return { flat: { modifiedArgs: value }, nested: { updatedInput: value } }
    case "PostToolUse":
      return { flat: { modifiedResult: resultOf(value) }, nested: {} }
    default:
      return { flat: { modifiedPrompt: value }, nested: {} }
  }
}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const { _tag: tag } = event
  const host = {
    title: "Copilot CLI",
    supports: (meant: Outcome) => encodeAnswer.endingByItself(supports(event, meant), event)
  }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const { flat, nested } = change(event, said)
  const common = { ...decision(event, said), ...encodeAnswer.field("additionalContext", encodeAnswer.context(said)) }
  const own = tag === "PreToolUse" ? { ...common, ...nested } : {}
  const body = {
    ...common,
    ...flat,
    ...encodeAnswer.field("systemMessage", encodeAnswer.messages(said, unsupported)),
    ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: tag, ...own } })
  }
  return { ...(Object.keys(body).length === 0 ? {} : { body }), exit: 0, unsupported }
}

/** The rules for replies of hooks below events in PascalCase. */
const rules: ReplyRules = {
  approves: false,
  input: "replace",
  feedback: false,
  isUnnamed: true,
  hasProgress: true,
  grantsFlatOnly: true,
  failuresDeny: new Set(copilotFailuresDeny),
  own: copilotFields
}

const readPascalCase = makeRead(rules)

/** Below an event in camelCase Claude Code's form is ignored; here it may still deny, and grants nothing. */
const readCamelCase = makeRead({ ...rules, grants: false })

const read: ReplyWire["read"] = (reply, hook, event) => {
  const name = copilotHookName(hook)
  return (name !== undefined && isCamelCase(name) ? readCamelCase : readPascalCase)(reply, hook, event)
}

export const copilotReplies: ReplyWire = {
  read,
  write,
  // It was seen to show no message on any event.
  shows: () => undefined,
  supports
}
