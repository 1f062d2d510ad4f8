/** The approver's answer about a call of a tool. */
import * as Approval from "@hookline/coordinator/Approval"
import { askInTime } from "@hookline/coordinator/kit/approval/askInTime"
import { cases } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import type { Called } from "./names.ts"
import { textOf } from "./sentence.ts"

/** A call with the input that will run. */
export interface Proposed {
  readonly event: Called["event"]
  readonly name: string
  readonly params: unknown
  /** The changes of hooks that the event does not have yet. */
  readonly changes?: Outcome.Outcome["changes"]
}

/**
 * Asks the approver. Returns `undefined` if the call is approved, or the reason of the denial. An approver that is late,
 * breaks or interrupts itself has not approved it.
 */
export const asked = Effect.fnUntraced(function* (
  { ask }: Approval.Approving,
  { changes, event, name, params }: Proposed
): Effect.fn.Return<string | undefined> {
  const prompt = `Run ${name} with ${textOf(params)}?`
  const request = yield* Approval.request(
    { by: "HookedAgent", prompt, options: ["Allow once", "Deny"] },
    cases.PermissionRequest.make(event),
    changes
  )
  const answer = yield* askInTime(ask, request)
  if (answer._tag !== "Answered") return `This needs approval, and ${answer.why}.`
  return Approval.isGrant(answer.answer) ? undefined : "The person who was asked refused this."
})
