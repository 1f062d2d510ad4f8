/** The parts of Claude Code's answers: what stands for the verdict, and what for the effects. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Notice, Outcome } from "@hookline/schema/Outcome"
import { wayOf } from "./claudeSupports.ts"
import type { Settled } from "./effects.ts"
import * as say from "./say.ts"
import type { Json } from "@hookline/schema/Json"

/** Fields at the top of the answer, fields for its event alone, and what the host could not be told. */
export interface Part {
  readonly top?: Json
  readonly specific?: Json
  readonly stderr?: string
  readonly unsaid?: ReadonlyArray<Notice>
}

/** The changed input of a tool call. */
export const inputOf = (event: HookEvent, said: Outcome) =>
  event._tag === "PreToolUse" || event._tag === "PermissionRequest"
    ? say.changed(said, "input", event.toolInput)
    : undefined

const behavior = ({ halts, verdict }: Outcome, input: Json, { values }: Settled): Json | undefined => {
  switch (verdict._tag) {
    case "Deny":
      return { behavior: "deny", message: say.denial(verdict), ...(halts.length === 0 ? {} : { interrupt: true }) }
    case "Allow":
      return { behavior: "allow", ...input, ...say.field("updatedPermissions", values.get("updatedPermissions")) }
    default:
      return undefined
  }
}

/** What stands for the verdict, and with it the changed input. */
export const verdictPart = (event: HookEvent, said: Outcome, settled: Settled): Part => {
  const { verdict } = said
  const input = say.field("updatedInput", inputOf(event, said)?.value)
  const denied = verdict._tag === "Deny"
  switch (wayOf(event)) {
    case "permission": {
      if (verdict._tag === "Pass") return { specific: input }
      const reason = say.field("permissionDecisionReason", denied ? say.denial(verdict) : say.reasons(verdict))
      return { specific: { permissionDecision: verdict._tag.toLowerCase(), ...reason, ...input } }
    }
    case "behavior":
      return { specific: say.field("decision", behavior(said, input, settled)) }
    case "decision":
      return denied ? { top: { decision: "block", reason: say.denial(verdict) } } : {}
    case "exit":
      return denied ? { stderr: say.denial(verdict) } : {}
  }
}

/** An elicitation is answered for the user: by an action, and by what was entered only where that is to accept. */
const elicited = ({ effects, verdict }: Outcome, { values }: Settled): Part => {
  const action = verdict._tag === "Deny" ? "decline" : values.get("action")
  if (action === "accept") return { specific: { action, ...say.field("content", values.get("content")) } }
  return {
    specific: say.field("action", action),
    unsaid: effects.filter(({ kind }) => kind === "content").map(say.unsaidEffect)
  }
}

const elsewhere: ReadonlySet<string> = new Set(["terminalSequence", "updatedPermissions", "worktreePath"])

/** What stands for the effects, but those that go with the verdict or that are no field. */
export const effectsPart = (event: HookEvent, said: Outcome, settled: Settled): Part => {
  if (event._tag === "Elicitation" || event._tag === "ElicitationResult") return elicited(said, settled)
  return { specific: Object.fromEntries([...settled.values].filter(([kind]) => !elsewhere.has(kind))) }
}
