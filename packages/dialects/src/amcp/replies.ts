/** Reads the replies of AMCP's hooks, and writes its answers: by the fields that it documents. */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent, Tag } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import { makeRead } from "../format/reply/read.ts"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

const events: ReadonlySet<Tag> = new Set<Tag>([
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "PreCompact",
  "Notification"
])

/** Returns what AMCP can express about an event. It reads `ask` as a denial, and ignores `defer`. */
export const amcpSupports = (event: HookEvent): Capabilities.Capabilities => {
  const carries = Capabilities.of(event)
  const known = events.has(event._tag)
  const allows = event._tag === "PreToolUse"
  return {
    ...carries,
    verdicts: carries.verdicts.filter((tag) => tag === "Deny" || (tag === "Allow" && allows)),
    changes: known ? carries.changes.filter((target) => target !== "prompt") : [],
    context: known && carries.context,
    halts: known && carries.halts,
    effects: []
  }
}

/** Events with a field for a denial. On others exit code 2 denies, and AMCP reads no other part. */
const worded: ReadonlySet<Tag> = new Set<Tag>(["PreToolUse", "UserPromptSubmit", "Stop"])

/** It lays a changed input over its own, so that no key can be taken away. */
const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = amcpSupports(event)
  const input = event._tag === "PreToolUse" ? encodeAnswer.changed(meant, "input", event.toolInput) : undefined
  if (event._tag !== "PreToolUse" || input === undefined) return carries
  const { value } = input
  const sayable = isJson(value) && Object.keys(event.toolInput).every((key) => Object.hasOwn(value, key))
  return sayable ? carries : encodeAnswer.without(carries, "input")
}

/** Returns the event's own part of the answer. */
const specific = (event: HookEvent, said: Outcome): Json => {
  const { verdict } = said
  const denied = verdict._tag === "Deny"
  switch (event._tag) {
    case "PreToolUse": {
      const input = encodeAnswer.field("updatedInput", encodeAnswer.changed(said, "input", event.toolInput)?.value)
      if (verdict._tag === "Pass") return input
      const reason = encodeAnswer.field(
        "permissionDecisionReason",
        denied ? encodeAnswer.denial(verdict) : encodeAnswer.reasons(verdict)
      )
      return { permissionDecision: denied ? "deny" : "allow", ...reason, ...input }
    }
    case "PostToolUse":
      return encodeAnswer.field("updatedResponse", encodeAnswer.changed(said, "result", event.toolResponse)?.value)
    case "Stop":
      return denied ? { decision: "block", reason: encodeAnswer.denial(verdict) } : {}
    default:
      return {}
  }
}

/** A prompt is only kept back by a stop: there the host looks at nothing else. The decision states which stop it is. */
const kept = (event: HookEvent, { verdict }: Outcome): Json =>
  event._tag === "UserPromptSubmit" && verdict._tag === "Deny"
    ? {
        continue: false,
        stopReason: encodeAnswer.denial(verdict),
        decision: "block",
        reason: encodeAnswer.denial(verdict)
      }
    : {}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "AMCP", supports: (meant: Outcome) => supports(event, meant) }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  if (said.verdict._tag === "Deny" && !worded.has(event._tag)) {
    return { exit: 2, stderr: encodeAnswer.denial(said.verdict), unsupported: [...said.notices, ...unsupported] }
  }
  const own = specific(event, said)
  const body = {
    ...kept(event, said),
    ...(said.halts.length === 0 ? {} : { continue: false, ...encodeAnswer.field("stopReason", said.halts[0]?.reason) }),
    ...(said.quiet.length === 0 ? {} : { suppressOutput: true }),
    ...encodeAnswer.field("systemMessage", encodeAnswer.messages(said, unsupported)),
    ...encodeAnswer.field("feedback", encodeAnswer.context(said)),
    ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event._tag, ...own } })
  }
  return { ...(Object.keys(body).length === 0 ? {} : { body }), exit: 0, unsupported }
}

/** Events that AMCP fires. It declares others, and has no code that fires them. */
const fired: ReadonlySet<Tag> = new Set<Tag>(["PreToolUse", "PostToolUse", "UserPromptSubmit"])

/** Returns the text that AMCP shows to its user. It reads no object beside another exit code than 0. */
const shows = ({ body, exit }: HostReply, event: HookEvent): string | undefined => {
  const message = exit === 0 && fired.has(event._tag) ? body?.["systemMessage"] : undefined
  return typeof message === "string" ? message : undefined
}

export const amcpReplies: ReplyWire = {
  read: makeRead({ approves: false, input: "merge", feedback: true }),
  write,
  shows,
  supports
}
