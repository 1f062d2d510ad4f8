// Questions over a gate: who asks, who answers, and the laws of approvals with both.
import * as Approval from "@hookline/coordinator/Approval"
import * as FleetApproval from "@hookline/fleet/FleetApproval"
import type { Calls } from "@hookline/fleet/FleetClient"
import { storable } from "@hookline/fleet/kit/ids"
import * as ApprovalTest from "@hookline/testing/ApprovalTest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { setTimeout } from "node:timers/promises"
import { clientOf, type Fleet, newOrganisation } from "./gates.ts"

/**
 * Answers a question as a person at another machine does, as soon as the fleet has it, and whenever it is asked again. A text
 * that no wire carries is no answer, so that denying is all that is left.
 */
export const answerTo = (person: Calls, { id }: Approval.Request, answer: string): Effect.Effect<never> =>
  Effect.forever(
    Effect.gen(function* () {
      const answered = yield* Effect.result(person.answer(storable(id), answer))
      if (answered._tag === "Failure" && answered.failure.message.includes("was not sent")) {
        yield* Effect.ignore(person.answer(storable(id), "Deny"))
      }
      // Real time, because some laws have a test clock.
      yield* Effect.promise(() => setTimeout(10))
    })
  )

/** A machine and a person of one organisation. */
export const pair = (
  fleet: Effect.Effect<Fleet>
): Effect.Effect<{ readonly machine: Calls; readonly person: Calls }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const at = yield* fleet
    const organisation = newOrganisation()
    return {
      machine: yield* clientOf(at, organisation),
      person: yield* clientOf(at, organisation, { role: "person", name: "ann" })
    }
  })

/** Registers the laws of approvals, with a person who answers over a gate. */
export const approvalSuite = (fleet: Effect.Effect<Fleet>): void => {
  ApprovalTest.suite("FleetApproval", (answers) =>
    Approval.layerEffect(
      Effect.gen(function* () {
        const { machine, person } = yield* pair(fleet)
        const asked = FleetApproval.ask(machine)
        const rest = [...answers]
        return {
          // Without an answer a person is silent, which takes until the deadline.
          ask: (request) => {
            const answer = rest.shift()
            return answer === undefined
              ? Effect.fail(new Approval.Unanswered({ why: "no person is there" }))
              : Effect.raceFirst(asked(request), answerTo(person, request, answer))
          }
        }
      })
    )
  )
}
