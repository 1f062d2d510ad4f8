/** What went wrong with the state of sessions: whoever relies on it is told, and no hook is kept from running. */
import * as Outcome from "@hookline/schema/Outcome"

/** The outcome, and a notice for each problem. */
export const ofState = (outcome: Outcome.Outcome, problems: ReadonlyArray<string>): Outcome.Outcome =>
  problems.length === 0
    ? outcome
    : Outcome.reducer.combine(
        outcome,
        Outcome.make({
          notices: problems.map((text) => ({ by: "the session's state", level: "warning" as const, text }))
        })
      )
