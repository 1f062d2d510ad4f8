/**
 * Answers Gemini CLI by one object on standard output and exit code 0, always. Without output it would read
 * standard error in its place, and an exit code counts only where no object was printed.
 */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import { geminiName } from "./events.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"

/**
 * Returns what an answer to Gemini CLI can have. A question is no part of it: without a terminal, which no payload shows, it
 * waits for an answer for ever, and at one it puts the question in the place of its own denial.
 */
export const geminiSupports = hostCapabilities({
  SessionStart: { context: true },
  UserPromptSubmit: { verdicts: ["Deny"], context: true, halts: true },
  PreToolUse: { verdicts: ["Deny"], changes: "input", halts: true },
  PostToolUse: { changes: "result", context: true, halts: true },
  PostToolUseFailure: { context: true, halts: true },
  Stop: { verdicts: ["Deny"], halts: true }
})

/** A changed input takes the whole input's place, so that it must be an object. */
const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = geminiSupports(event)
  const input = event._tag === "PreToolUse" ? encodeAnswer.changed(meant, "input", event.toolInput) : undefined
  return input === undefined || isJson(input.value) ? carries : encodeAnswer.without(carries, "input")
}

/** Creates the decision: a denial, or after a tool the text that replaces its result, for which a denial is the only form. */
const decision = (event: HookEvent, said: Outcome): Json => {
  const { verdict } = said
  if (verdict._tag === "Deny") return { decision: "deny", reason: encodeAnswer.denial(verdict) }
  const result = event._tag === "PostToolUse" ? encodeAnswer.changed(said, "result", event.toolResponse) : undefined
  return result === undefined ? {} : { decision: "deny", reason: encodeAnswer.textOf(result.value) }
}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "Gemini CLI", supports: (meant: Outcome) => supports(event, meant) }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const specific = {
    ...(event._tag === "PreToolUse" && said.verdict._tag === "Pass"
      ? encodeAnswer.field("tool_input", encodeAnswer.changed(said, "input", event.toolInput)?.value)
      : {}),
    ...encodeAnswer.field("additionalContext", encodeAnswer.context(said))
  }
  const body = {
    ...decision(event, said),
    ...(said.halts.length === 0 ? {} : { continue: false, ...encodeAnswer.field("stopReason", said.halts[0]?.reason) }),
    // It hides messages where output is suppressed, so that no quiet is passed on.
    ...encodeAnswer.field("systemMessage", encodeAnswer.messages(said, unsupported)),
    ...(Object.keys(specific).length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: geminiName(event._tag), ...specific } })
  }
  return { body, exit: 0, unsupported }
}

/** Returns the text that Gemini CLI shows to its user: on each event that it fires but the last. */
const shows = ({ body }: HostReply, event: HookEvent): string | undefined => {
  const message = event._tag === "SessionEnd" ? undefined : body?.["systemMessage"]
  return typeof message === "string" ? message : undefined
}

export const geminiReplies: ReplyWire = {
  // A denial that Gemini CLI drops is one here: an exit code 2 without a text, or beside an object.
  read: makeRead({
    approves: false,
    grants: false,
    input: "replace",
    inputField: "tool_input",
    feedback: false,
    informsUser: true,
    isUnnamed: true,
    readsStderr: true,
    laterExitsDeny: true
  }),
  write,
  shows,
  supports
}
