// A policy of one's own, and what it must keep whatever else happens: proved by events and outcomes made at random.
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as HookEvents from "@hookline/testing/HookEvents"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The policy: nobody writes below `infra/` but people. */
const infra = (event: HookEvent): Outcome.Outcome => {
  if (event._tag !== "PreToolUse") return Outcome.empty
  const path = event.toolInput["file_path"]
  return typeof path === "string" && path.split("/").includes("infra")
    ? Outcome.make({ verdict: Verdict.deny({ by: "infra", reason: "Infrastructure is for people." }) })
    : Outcome.empty
}

/** Calls that it is about: any tool, with any input, and a path below `infra/`. */
const path = Arbitrary.schema(Schema.String)
const writes = Arbitrary.map(Arbitrary.all([HookEvents.of("PreToolUse"), path, path]), ([event, above, below]) => ({
  ...event,
  toolInput: { file_path: `${above}/infra/${below}` }
}))

// Whatever other hooks say, before it or after it, such a call does not happen.
export const holds = await Effect.runPromise(
  Arbitrary.checkEffect(
    Arbitrary.all([writes, Arbitrary.schema(Outcome.Outcome), Arbitrary.schema(Outcome.Outcome)]),
    ([event, before, after]) => !Outcome.proceeds(Outcome.reducer.combineAll([before, infra(event), after])),
    { runs: 200, size: 20 }
  )
)

console.log(holds._tag) // Passed
