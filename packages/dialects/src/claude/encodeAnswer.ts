/** Writes Claude Code's answers: one object, no output for an empty answer, or an exit code where it reads no object. */
import type { HostReply } from "@hookline/core/Dialect"
import type { Capabilities } from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { nameOf } from "@hookline/schema/HookEvent"
import type { Notice, Outcome } from "@hookline/schema/Outcome"
import type { Part } from "./answerParts.ts"
import { effectsPart, inputOf, verdictPart } from "./answerParts.ts"
import { claudeSupports, isHeard } from "./capabilities.ts"
import * as effects from "../format/reply/effects.ts"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

/** The host's support, less the words that go only with others. */
const supports = (event: HookEvent, meant: Outcome): Capabilities => {
  const carries = claudeSupports(event)
  const input = inputOf(event, meant)
  const lawful = input === undefined || isJson(input.value)
  const granted = meant.verdict._tag === "Allow" && lawful
  if (event._tag === "PermissionRequest" && !granted) return { ...encodeAnswer.without(carries, "input"), effects: [] }
  // A call that is put off comes back as it was.
  if (meant.verdict._tag === "Defer") return { ...encodeAnswer.without(carries, "input"), context: false }
  return lawful ? carries : encodeAnswer.without(carries, "input")
}

const result = (event: HookEvent, said: Outcome): Part => {
  const changed = event._tag === "PostToolUse" ? encodeAnswer.changed(said, "result", event.toolResponse) : undefined
  return {
    specific: {
      ...encodeAnswer.field("updatedToolOutput", changed?.value),
      ...encodeAnswer.field("additionalContext", encodeAnswer.context(said))
    }
  }
}

/** Events after a tool on which the host shows the model a block as an error of a hook. */
const blocksAfter: ReadonlySet<string> = new Set(["PostToolUse", "PostToolUseFailure"])

/** Divides the context of an event after a tool: the reasons of blocks are a decision, and the rest is context. */
const afterTool = (event: HookEvent, said: Outcome): { readonly said: Outcome; readonly blocked: Part } => {
  const reasons = blocksAfter.has(event._tag) ? said.context.filter(({ objection }) => objection === true) : []
  const reason = encodeAnswer.joined(
    reasons.map(({ text }) => text),
    "\n\n"
  )
  if (reason === undefined) return { said, blocked: {} }
  const context = said.context.filter((one) => !reasons.includes(one))
  return { said: { ...said, context }, blocked: { top: { decision: "block", reason } } }
}

const toAll = ({ halts, quiet }: Outcome, { values }: effects.Settled): Part => ({
  top: {
    ...(halts.length === 0 ? {} : { continue: false, ...encodeAnswer.field("stopReason", halts[0]?.reason) }),
    ...(quiet.length === 0 ? {} : { suppressOutput: true }),
    ...encodeAnswer.field("terminalSequence", values.get("terminalSequence"))
  }
})

/** A worktree's path, which is printed alone, because the host takes the last line for it. */
const path = (said: Outcome, { values }: effects.Settled, lost: ReadonlyArray<Notice>): HostReply => {
  const unsupported = [
    ...lost,
    ...said.effects.filter(({ kind }) => kind !== "worktreePath").map(encodeAnswer.unsupportedEffect)
  ]
  if (said.verdict._tag === "Deny") return { exit: 2, stderr: encodeAnswer.denial(said.verdict), unsupported }
  const value = values.get("worktreePath")
  return typeof value === "string" ? { text: value, exit: 0, unsupported } : { exit: 0, unsupported }
}

const merged = (parts: ReadonlyArray<Json | undefined>): Json =>
  Object.fromEntries(parts.flatMap((part = {}) => Object.entries(part)))

const isEmpty = (fields: Json): boolean => Object.keys(fields).length === 0

/** Returns the answer for Claude Code. */
export const claudeAnswer = (outcome: Outcome, event: HookEvent): HostReply => {
  const host = { title: "Claude Code", supports: (meant: Outcome) => supports(event, meant) }
  const { dropped, outcome: divided } = encodeAnswer.divide(outcome, event, host)
  const { blocked, said } = afterTool(event, divided)
  const settled = effects.settle(said.effects)
  const verdict = verdictPart(event, said, settled)
  const parts = [verdict, blocked, result(event, said), effectsPart(event, said, settled), toAll(said, settled)]
  const lost = [
    ...dropped,
    ...settled.lost.map(encodeAnswer.unsupportedEffect),
    ...parts.flatMap(({ unsupported = [] }) => unsupported)
  ]
  const unsupported = isHeard(event) ? lost : [...said.notices, ...lost]
  if (event._tag === "WorktreeCreate") return path(said, settled, unsupported)
  const specific = merged(parts.map((part) => part.specific))
  const body = merged([
    ...parts.map((part) => part.top),
    isHeard(event) ? encodeAnswer.field("systemMessage", encodeAnswer.messages(said, lost)) : {},
    isEmpty(specific) ? {} : { hookSpecificOutput: { hookEventName: nameOf(event), ...specific } }
  ])
  const answer = isEmpty(body) ? { unsupported } : { body, unsupported }
  return verdict.stderr === undefined ? { ...answer, exit: 0 } : { ...answer, exit: 2, stderr: verdict.stderr }
}
