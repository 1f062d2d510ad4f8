/** The parts of Claude Code's answers: the fields of the verdict, and those of the effects. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Notice, Outcome } from "@hookline/schema/Outcome"
import { wayOf } from "./capabilities.ts"
import type { Settled } from "../format/reply/effects.ts"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import type { Json } from "@hookline/schema/Json"

/** Fields at the top of the answer, fields for its event alone, and the parts that the host can't be given. */
export interface Part {
  readonly top?: Json
  readonly specific?: Json
  readonly stderr?: string
  readonly unsupported?: ReadonlyArray<Notice>
}

/** The changed input of a tool call. */
export const inputOf = (event: HookEvent, said: Outcome) =>
  event._tag === "PreToolUse" || event._tag === "PermissionRequest"
    ? encodeAnswer.changed(said, "input", event.toolInput)
    : undefined

const behavior = ({ halts, verdict }: Outcome, input: Json, { values }: Settled): Json | undefined => {
  switch (verdict._tag) {
    case "Deny":
      return {
        behavior: "deny",
        message: encodeAnswer.denial(verdict),
        ...(halts.length === 0 ? {} : { interrupt: true })
      }
    case "Allow":
      return {
        behavior: "allow",
        ...input,
        ...encodeAnswer.field("updatedPermissions", values.get("updatedPermissions"))
      }
    default:
      return undefined
  }
}

/** Returns the fields of the verdict, with the changed input. */
export const verdictPart = (event: HookEvent, said: Outcome, settled: Settled): Part => {
  const { verdict } = said
  const input = encodeAnswer.field("updatedInput", inputOf(event, said)?.value)
  const denied = verdict._tag === "Deny"
  switch (wayOf(event)) {
    case "permission": {
      if (verdict._tag === "Pass") return { specific: input }
      const reason = encodeAnswer.field(
        "permissionDecisionReason",
        denied ? encodeAnswer.denial(verdict) : encodeAnswer.reasons(verdict)
      )
      return { specific: { permissionDecision: verdict._tag.toLowerCase(), ...reason, ...input } }
    }
    case "behavior":
      return { specific: encodeAnswer.field("decision", behavior(said, input, settled)) }
    case "decision":
      return denied ? { top: { decision: "block", reason: encodeAnswer.denial(verdict) } } : {}
    case "exit":
      return denied ? { stderr: encodeAnswer.denial(verdict) } : {}
  }
}

/** An elicitation is answered for the user: by an action, and by what was entered only where that is to accept. */
const elicited = ({ effects, verdict }: Outcome, { values }: Settled): Part => {
  const action = verdict._tag === "Deny" ? "decline" : values.get("action")
  if (action === "accept") return { specific: { action, ...encodeAnswer.field("content", values.get("content")) } }
  return {
    specific: encodeAnswer.field("action", action),
    unsupported: effects.filter(({ kind }) => kind === "content").map(encodeAnswer.unsupportedEffect)
  }
}

const elsewhere: ReadonlySet<string> = new Set(["terminalSequence", "updatedPermissions", "worktreePath"])

/** Returns the fields of the effects, but those that go with the verdict or that are no field. */
export const effectsPart = (event: HookEvent, said: Outcome, settled: Settled): Part => {
  if (event._tag === "Elicitation" || event._tag === "ElicitationResult") return elicited(said, settled)
  return { specific: Object.fromEntries([...settled.values].filter(([kind]) => !elsewhere.has(kind))) }
}
