/** Problems of the state of sessions: they are reported, or decided by the policy for failures, and keep no hook from running. */
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Result from "effect/Result"
import { decideOnPort, readPort, stateName } from "../execute/port.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import type { SessionState } from "../session/SessionState.ts"

type Problems = (typeof SessionState.Service)["problems"]

/**
 * Adds a notice for each problem of the state, or of another port, to an outcome. If one is a failure, or they can't be read,
 * the policy for failures decides.
 */
export const ofState = (
  outcome: Outcome.Outcome,
  problems: Problems,
  onFailure: () => OnFailure,
  event: HookEvent,
  by: string = stateName
): Outcome.Outcome => {
  if (problems === undefined) return outcome
  const found = readPort(by, problems)
  if (Result.isFailure(found)) {
    return Outcome.reducer.combine(outcome, decideOnPort(onFailure(), found.failure, event))
  }
  return found.success.length === 0
    ? outcome
    : Outcome.reducer.combineAll([
        outcome,
        ...found.success.map((problem) =>
          typeof problem === "string"
            ? Outcome.make({ notices: [{ by, level: "warning" as const, text: problem }] })
            : FailurePolicy.decide(problem.onFailure ?? onFailure(), { by, text: problem.issue }, event)
        )
      ])
}
