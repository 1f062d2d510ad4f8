/**
 * Answers our plugin in opencode by one small object on standard output, and exit code 0 always. The plugin acts on it:
 * `plugin/reply.ts` has its fields.
 */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import { isPart } from "./events.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"

/** Returns the capabilities of the plugin in opencode. */
export const opencodeSupports = hostCapabilities({
  SessionStart: { context: true, halts: true },
  UserPromptSubmit: { verdicts: ["Deny"], context: true, halts: true },
  PreToolUse: { verdicts: ["Deny"], changes: "input", halts: true },
  // One that is asked stays with the user if no hook decides.
  PermissionRequest: { verdicts: ["Allow", "Deny"] },
  PostToolUse: { changes: "result", context: true, halts: true },
  PostToolUseFailure: { halts: true },
  Stop: { verdicts: ["Deny"], halts: true }
})

/** Returns the capabilities for an outcome. An input of one file can't be put back into the patch, and the input of a call is an object. */
const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = opencodeSupports(event)
  if (event._tag === "PermissionRequest") {
    // It would allow the input that the agent sent.
    const isChanged = meant.changes.some(({ target }) => target === "input")
    return isChanged ? { ...carries, verdicts: ["Deny"] } : carries
  }
  if (event._tag === "UserPromptSubmit" || event._tag === "SessionStart") {
    // A prompt that is denied is no part of the conversation, and neither is its context.
    const isDenied = meant.halts.length > 0 || Verdict.isStricter(meant.verdict._tag, "Allow")
    return isDenied ? { ...carries, context: false } : carries
  }
  if (event._tag !== "PreToolUse") return carries
  const input = encodeAnswer.changed(meant, "input", event.toolInput)
  return input === undefined || (isJson(input.value) && !isPart(event))
    ? carries
    : encodeAnswer.without(carries, "input")
}

const ofCall = (sent: Json, said: Outcome): Json => {
  const input = said.verdict._tag === "Deny" ? undefined : encodeAnswer.changed(said, "input", sent)
  return input === undefined ? {} : { input: input.value }
}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "opencode", supports: (meant: Outcome) => supports(event, meant) }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const { verdict } = said
  const result = event._tag === "PostToolUse" ? encodeAnswer.changed(said, "result", event.toolResponse) : undefined
  const body = {
    ...(verdict._tag === "Deny" ? { deny: encodeAnswer.denial(verdict) } : {}),
    ...(verdict._tag === "Allow" && event._tag === "PermissionRequest" ? { allow: true } : {}),
    ...(event._tag === "PreToolUse" ? ofCall(event.toolInput, said) : {}),
    ...(result === undefined ? {} : { result: result.value }),
    ...encodeAnswer.field("stop", said.halts[0]?.reason),
    ...encodeAnswer.field("context", encodeAnswer.context(said)),
    ...encodeAnswer.field("message", encodeAnswer.messages(said, unsupported))
  }
  // An empty output would be no answer.
  return { body, exit: 0, unsupported }
}

/** Returns the text that the plugin shows: as a toast, or as a line. */
const shows = ({ body }: HostReply): string | undefined => {
  const message = body?.["message"]
  return typeof message === "string" ? message : undefined
}

export const opencodeReplies: ReplyWire = {
  // Hooks that run for this dialect are Claude Code's.
  read: makeRead({ approves: false, input: "replace", feedback: false }),
  write,
  shows,
  supports
}
