/** What went wrong with the state of sessions: whoever relies on it is told, and no hook is kept from running. */
import * as Outcome from "@hookline/schema/Outcome"
import * as Result from "effect/Result"
import { readPort, stateName } from "../execute/port.ts"
import type { SessionState } from "../session/SessionState.ts"

type Problems = (typeof SessionState.Service)["problems"]

/** Reads the problems of a state. That they can't be read is one. */
const read = (problems: Problems): ReadonlyArray<string> =>
  Result.getOrElse(
    readPort(stateName, () => problems?.() ?? []),
    ({ message }) => [message]
  )

/** Adds a notice for each problem of the state to an outcome. */
export const ofState = (outcome: Outcome.Outcome, problemsOf: Problems): Outcome.Outcome => {
  const problems = read(problemsOf)
  return problems.length === 0
    ? outcome
    : Outcome.reducer.combine(
        outcome,
        Outcome.make({
          notices: problems.map((text) => ({ by: "the session's state", level: "warning" as const, text }))
        })
      )
}
