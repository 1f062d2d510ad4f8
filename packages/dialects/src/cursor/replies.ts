/** Answers Cursor by one object on standard output. It has fields of its own for each event, and no question before a tool. */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"
import { cursorFields } from "./ownFields.ts"

/** Returns what an answer to Cursor can have. A question before a tool is accepted, and not asked. */
export const cursorSupports = hostCapabilities({
  SessionStart: { context: true },
  UserPromptSubmit: { verdicts: ["Deny"] },
  PreToolUse: { verdicts: ["Allow", "Deny"], changes: "input" },
  PostToolUse: { context: true },
  SubagentStart: { verdicts: ["Deny"] },
  Stop: { verdicts: ["Deny"] },
  SubagentStop: { verdicts: ["Deny"] }
})

const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = cursorSupports(event)
  const input = event._tag === "PreToolUse" ? encodeAnswer.changed(meant, "input", event.toolInput) : undefined
  return input === undefined || isJson(input.value) ? carries : encodeAnswer.without(carries, "input")
}

const decision = (event: HookEvent, said: Outcome, message: string | undefined): Json => {
  const { verdict } = said
  const input =
    event._tag === "PreToolUse"
      ? encodeAnswer.field("updated_input", encodeAnswer.changed(said, "input", event.toolInput)?.value)
      : {}
  if (verdict._tag === "Allow") return { permission: "allow", ...input }
  if (verdict._tag !== "Deny") return input
  const reason = encodeAnswer.denial(verdict)
  switch (event._tag) {
    case "UserPromptSubmit":
      return { continue: false, user_message: message === undefined ? reason : `${reason}\n${message}` }
    case "Stop":
    case "SubagentStop":
      return { followup_message: reason }
    default:
      return {
        permission: "deny",
        agent_message: reason,
        user_message: message === undefined ? reason : `${reason}\n${message}`
      }
  }
}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "Cursor", supports: (meant: Outcome) => supports(event, meant) }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const message = encodeAnswer.messages(said, unsupported)
  const body = {
    ...decision(event, said, message),
    ...encodeAnswer.field("additional_context", encodeAnswer.context(said)),
    ...(event._tag === "PreCompact" ? encodeAnswer.field("user_message", message) : {})
  }
  // Messages have no field beside an answer that denies nothing.
  const isShown = shows({ body, exit: 0, unsupported }, event) !== undefined
  return { body, exit: 0, unsupported: isShown ? unsupported : [...said.notices, ...unsupported] }
}

/** Returns the text that Cursor shows to its user. */
const shows = ({ body }: HostReply, _event: HookEvent): string | undefined => {
  const message = body?.["user_message"]
  return typeof message === "string" ? message : undefined
}

export const cursorReplies: ReplyWire = {
  read: makeRead({
    approves: false,
    grants: false,
    input: "replace",
    feedback: false,
    isUnnamed: true,
    grantsFlatOnly: true,
    own: cursorFields
  }),
  write,
  shows,
  supports
}
