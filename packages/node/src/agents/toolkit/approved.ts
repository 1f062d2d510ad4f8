/** The approver's answer about a call of a tool. */
import * as Approval from "@hookline/coordinator/Approval"
import { callPort } from "@hookline/core/kit/execute/port"
import { cases } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
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
  const called = callPort("the approver", () => Effect.result(ask(request)), request.timeoutMillis)
  const answer: Result.Result<Approval.Answer, { readonly message: string }> = yield* Effect.catchTag(
    called,
    "PortFailed",
    (error) => Effect.succeed(Result.fail(error))
  )
  if (answer._tag === "Failure") return `This needs approval, and ${answer.failure.message}.`
  // It is typed, and comes from the program's own code.
  const text: unknown = answer.success.answer
  return typeof text === "string" && Approval.isGrant(text) ? undefined : "The person who was asked refused this."
})
