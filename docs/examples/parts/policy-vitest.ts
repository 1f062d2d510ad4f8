import { it } from "@effect/vitest"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as HookEvents from "@hookline/testing/HookEvents"

/** The policy: no tool of the server `production` runs. */
const policy = (toolName: string): Outcome.Outcome =>
  toolName.startsWith("mcp__production__")
    ? Outcome.make({ verdict: Verdict.deny({ by: "team", reason: "Production is for people." }) })
    : Outcome.empty

it.prop(
  "denies each tool of the server",
  [HookEvents.of("PreToolUse")],
  ([{ toolName }]) => !Outcome.proceeds(policy(`mcp__production__${toolName}`))
)
