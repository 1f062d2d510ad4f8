/**
 * Answers Codex. It drops an answer, with the denial in it, for one key or word that the event does not have, so that
 * nothing is written that was not seen to count, and exit code 0 always: it reads no object beside another one.
 */
import type { HostReply, Interpretation, ReplyWire } from "@hookline/core/Dialect"
import { InvalidReply } from "@hookline/core/PipelineError"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Verdict } from "@hookline/schema/Verdict"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"
import { codexSupportsOf } from "./capabilities.ts"
import { codexCommonEvents } from "./hostRuns.ts"
import { inputOf, patchOf } from "./writePatch.ts"

/** Events on which it shows a message. `Interrupt` is its own. */
const heard: ReadonlySet<string> = new Set([
  ...codexCommonEvents.filter((event) => event !== "SessionEnd"),
  "Interrupt"
])

/** Returns the text, or another one for a blank text, beside which Codex ignores a denial. */
const filled = (text: string, otherwise: string): string => (/[^\s\u0085]/.test(text) ? text : otherwise)

const reasonOf = (verdict: Verdict): string =>
  filled(encodeAnswer.denial(verdict), "A hook denied this without a reason.")

/** The fields of an answer: at its top, and for its event alone. */
interface Part {
  readonly top?: Json
  readonly specific?: Json
}

const stop = ({ halts: [halt] }: Outcome): Json => ({
  continue: false,
  ...encodeAnswer.field("stopReason", halt?.reason)
})

const block = (verdict: Verdict): Part => ({ top: { decision: "block", reason: reasonOf(verdict) } })

/** Creates the answer to a call: a denial alone, or the changed input, which counts only beside a grant. */
const ofCall = (sent: Json, said: Outcome): Part => {
  const { verdict } = said
  if (verdict._tag === "Deny") {
    return { specific: { permissionDecision: "deny", permissionDecisionReason: reasonOf(verdict) } }
  }
  const input = encodeAnswer.changed(said, "input", sent)
  return input === undefined ? {} : { specific: { permissionDecision: "allow", updatedInput: input.value } }
}

/** Creates the answer to a question for permission. */
const ofQuestion = ({ verdict }: Outcome): Part => {
  if (verdict._tag === "Allow") return { specific: { decision: { behavior: "allow" } } }
  if (verdict._tag !== "Deny") return {}
  return { specific: { decision: { behavior: "deny", message: reasonOf(verdict) } } }
}

/**
 * Creates the answer after a call. A block puts its reason in the result's place, for which there is no other form. A hook
 * that stops the agent keeps the result from it, because the agent itself goes on.
 */
const ofResult = (response: unknown, meant: Outcome): Part => {
  const result = encodeAnswer.changed(meant, "result", response)
  const [halt] = meant.halts
  if (result !== undefined) {
    return {
      top: { decision: "block", reason: filled(encodeAnswer.textOf(result.value), "A hook removed this result.") }
    }
  }
  return halt === undefined
    ? {}
    : { top: { decision: "block", reason: filled(halt.reason, "A hook stopped the agent without a reason.") } }
}

const ofEnd = (said: Outcome): Part => {
  if (said.halts.length > 0) return { top: stop(said) }
  return said.verdict._tag === "Deny" ? block(said.verdict) : {}
}

/** Creates the decision about an event. */
const decision = (event: HookEvent, said: Outcome, meant: Outcome): Part => {
  switch (event._tag) {
    case "PreToolUse":
      return ofCall(event.toolInput, said)
    case "PermissionRequest":
      return ofQuestion(said)
    case "PostToolUse":
      return ofResult(event.toolResponse, meant)
    case "UserPromptSubmit":
    case "Stop":
    case "SubagentStop":
    case "SessionStart":
      return ofEnd(said)
    case "PreCompact":
      return said.verdict._tag === "Deny" ? { top: { continue: false, stopReason: reasonOf(said.verdict) } } : {}
    default:
      return {}
  }
}

/** Replaces halves of characters in all texts, because Codex refuses an object with one. An input has none. */
const wellFormed = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string"
        ? value.toWellFormed()
        : isJson(value) && key !== "updatedInput"
          ? wellFormed(value)
          : value
    ])
  )

const isEmpty = (fields: Json): boolean => Object.keys(fields).length === 0

const write = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "Codex", supports: (meant: Outcome) => codexSupportsOf(event, meant) }
  const { said, unsupported: lost } = encodeAnswer.divideWithoutEffects(outcome, event, host)
  const isHeard = heard.has(nameOf(event))
  const unsupported = isHeard ? lost : [...said.notices, ...lost]
  const { specific = {}, top = {} } = decision(event, said, outcome)
  const told = { ...specific, ...encodeAnswer.field("additionalContext", encodeAnswer.context(said)) }
  const body = {
    ...top,
    ...(isHeard ? encodeAnswer.field("systemMessage", encodeAnswer.messages(said, lost)) : {}),
    ...(isEmpty(told) ? {} : { hookSpecificOutput: { hookEventName: nameOf(event), ...told } })
  }
  return isEmpty(body) ? { exit: 0, unsupported } : { body: wellFormed(body), exit: 0, unsupported }
}

/** Returns the text that Codex shows to its user. */
const shows = ({ body }: HostReply, event: HookEvent): string | undefined => {
  const message = heard.has(nameOf(event)) ? body?.["systemMessage"] : undefined
  return typeof message === "string" ? message : undefined
}

const readWords = makeRead({ approves: false, grants: false, input: "replace", feedback: false })

/** Converts a changed patch to the input of the tool that is called. One that means other calls is a failure. */
const inTheToolsWords = (read: Interpretation, event: HookEvent, hook: string): Interpretation => {
  if (!("toolInput" in event) || patchOf(event.toolName, event.toolInput) === undefined) return read
  const { changes } = read.outcome
  const converted = changes.map((change) => {
    const patch = change.target === "input" && isJson(change.value) ? change.value["command"] : undefined
    if (typeof patch !== "string") return change
    const value = inputOf(patch, event, event.cwd)
    return value === undefined ? undefined : { ...change, value }
  })
  const outcome = { ...read.outcome, changes: converted.filter((change) => change !== undefined) }
  if (outcome.changes.length === changes.length) return { ...read, outcome }
  const issue = `its patch is no change of the same file that ${event.toolName} can make`
  return { failure: new InvalidReply({ hook, issue }), ...read, outcome }
}

/** A denial that Codex drops is one here: an exit code 2 without a text, or beside a key that it does not know. */
const read: ReplyWire["read"] = (reply, hook, event) => inTheToolsWords(readWords(reply, hook, event), event, hook.id)

export const codexReplies: ReplyWire = {
  read,
  write,
  shows,
  supports: codexSupportsOf
}
