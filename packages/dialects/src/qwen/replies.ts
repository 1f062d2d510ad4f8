/**
 * Answers Qwen Code by one object on standard output and exit code 0, always: it reads Claude Code's words, and many of
 * them otherwise. Without output it would read standard error in its place.
 */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import { deferredCall } from "./deferredCall.ts"
import { hostCapabilities } from "../format/reply/hostCapabilities.ts"

/**
 * Returns what an answer to Qwen Code can have. Nothing but a prompt is stopped by a halt: before a tool it denies the
 * tool, and at the end of a turn it makes the agent go on.
 */
export const qwenSupports = hostCapabilities({
  SessionStart: { context: true },
  UserPromptSubmit: { verdicts: ["Deny"], context: true, halts: true },
  UserPromptExpansion: { verdicts: ["Deny"] },
  // It asks its user, also in a mode that asks for nothing; where there is none it denies. An `allow` saves no question, and
  // undoes others' denials.
  PreToolUse: { verdicts: ["Ask", "Deny"] },
  PermissionRequest: { verdicts: ["Allow", "Deny"], changes: "input" },
  PostToolUse: { changes: "result", context: true },
  PostToolUseFailure: { context: true },
  PostToolBatch: { verdicts: ["Deny"] },
  Stop: { verdicts: ["Deny"] },
  SubagentStop: { verdicts: ["Deny"] }
})

/** Returns the changed input in Qwen Code's form, where the event has one. */
const inputOf = (event: HookEvent, meant: Outcome): { readonly value: unknown } | undefined => {
  const changed = event._tag === "PermissionRequest" ? encodeAnswer.changed(meant, "input", event.toolInput) : undefined
  const call = changed === undefined ? undefined : deferredCall(event.host)
  return changed === undefined || call === undefined ? changed : { value: call.around(changed.value) }
}

const resultOf = (event: HookEvent, meant: Outcome): { readonly value: unknown } | undefined =>
  event._tag === "PostToolUse" ? encodeAnswer.changed(meant, "result", event.toolResponse) : undefined

/** An input is changed only with a grant, and a result that is replaced has no text beside it. */
const supports = (event: HookEvent, meant: Outcome): Capabilities.Capabilities => {
  const carries = qwenSupports(event)
  const input = inputOf(event, meant)
  const isLawful = input === undefined || (meant.verdict._tag === "Allow" && isJson(input.value))
  const sayable = isLawful ? carries : encodeAnswer.without(carries, "input")
  return resultOf(event, meant) === undefined ? sayable : { ...sayable, context: false }
}

const stop = (reason: string): Json => ({ continue: false, stopReason: reason })

/**
 * Creates the fields for all events. Before a tool a denial has a stop beside it, because an `allow` of a hook that
 * comes later undoes any other denial; after a tool a stop is the only form of another result.
 */
const top = (event: HookEvent, said: Outcome): Json => {
  const { halts, verdict } = said
  const reason = verdict._tag === "Deny" ? encodeAnswer.denial(verdict) : ""
  const result = resultOf(event, said)
  if (result !== undefined) return stop(encodeAnswer.textOf(result.value))
  if (verdict._tag !== "Deny" || event._tag === "PermissionRequest") return {}
  const isStopped = event._tag === "PreToolUse" || (event._tag === "UserPromptSubmit" && halts.length > 0)
  return { ...(isStopped ? stop(reason) : {}), decision: "block", reason }
}

const specific = (event: HookEvent, said: Outcome): Json => {
  const { verdict } = said
  const isDenied = verdict._tag === "Deny"
  const context = encodeAnswer.field("additionalContext", encodeAnswer.context(said))
  if (verdict._tag === "Pass") return context
  switch (event._tag) {
    case "PreToolUse": {
      const reason = isDenied ? encodeAnswer.denial(verdict) : encodeAnswer.reasons(verdict)
      return {
        permissionDecision: isDenied ? "deny" : "ask",
        ...encodeAnswer.field("permissionDecisionReason", reason)
      }
    }
    case "PermissionRequest":
      return {
        decision: isDenied
          ? { behavior: "deny", message: encodeAnswer.denial(verdict) }
          : { behavior: "allow", ...encodeAnswer.field("updatedInput", inputOf(event, said)?.value) }
      }
    default:
      return context
  }
}

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const { _tag: tag } = event
  const host = {
    title: "Qwen Code",
    supports: (meant: Outcome) => encodeAnswer.endingByItself(supports(event, meant), event)
  }
  const { said, unsupported } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const own = specific(event, said)
  const body = {
    ...top(event, said),
    ...encodeAnswer.field("systemMessage", encodeAnswer.messages(said, unsupported)),
    ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: tag, ...own } })
  }
  return { body, exit: 0, unsupported }
}

/** Returns the text that Qwen Code shows to its user: at the end of a turn. It was seen to show none before a tool. */
const shows = ({ body }: HostReply, event: HookEvent): string | undefined => {
  const message = event._tag === "Stop" ? body?.["systemMessage"] : undefined
  return typeof message === "string" ? message : undefined
}

export const qwenReplies: ReplyWire = {
  // Hooks that run for this dialect are Claude Code's.
  // A denial that Qwen Code drops is one here: an exit code 2 without a text, or beside another hook's grant.
  read: makeRead({
    approves: false,
    grants: false,
    input: "replace",
    feedback: false,
    isUnnamed: true,
    readsStderr: true
  }),
  write,
  shows,
  supports
}
