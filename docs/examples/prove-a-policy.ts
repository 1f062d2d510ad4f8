// Proves a team's policy by random calls and outcomes. The same proof
// finds the mistake in an earlier version of it, and shows the smallest call that gets past.
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as HookEvents from "@hookline/testing/HookEvents"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

type Policy = (event: HookEvent) => Outcome.Outcome

/** Denies what `isForbidden` finds in the path that a tool is about to write. */
const deny =
  (isForbidden: (path: string) => boolean): Policy =>
  (event) => {
    const path = event._tag === "PreToolUse" ? event.toolInput["file_path"] : undefined
    return typeof path === "string" && isForbidden(path)
      ? Outcome.make({ verdict: Verdict.deny({ by: "infra", reason: "Infrastructure is for people." }) })
      : Outcome.empty
  }

/** The policy: only people write below `infra/`. */
const infra = deny((path) => path.split("/").includes("infra"))

/** Its first version, with a mistake: the pattern knows no folder with a dot or a hyphen in its name. */
const mistaken = deny((path) => /^(\/\w+)*\/infra\//.test(path))

/** Calls that it is about: a tool that writes, and a path below `infra/`. */
const tool = Arbitrary.schema(Schema.Literals(["Edit", "MultiEdit", "Write"]))
const names = Arbitrary.array(Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[a-z0-9._-]+$/))))
const writes = Arbitrary.map(
  Arbitrary.all([HookEvents.of("PreToolUse"), tool, names, names]),
  ([event, toolName, above, below]) => ({
    ...event,
    toolName,
    toolInput: { file_path: `/${[...above, "infra", ...below, "main.tf"].join("/")}` }
  })
)

const others = Arbitrary.array(Arbitrary.schema(Outcome.Outcome), { maxLength: 3 })

/** Whatever other hooks return, before it or after it, such a call does not happen. */
const prove = (policy: Policy) =>
  Arbitrary.checkEffect(
    Arbitrary.all({ before: others, call: writes, after: others }),
    ({ after, before, call }) => !Outcome.proceeds(Outcome.reducer.combineAll([...before, policy(call), ...after])),
    { runs: 200, size: 20, seed: "team" }
  )

export const holds = await Effect.runPromise(prove(infra))
export const broken = await Effect.runPromise(prove(mistaken))

console.log(holds._tag) // Passed
console.log(Arbitrary.formatCheckFailure(broken))
