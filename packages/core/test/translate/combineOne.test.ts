// The outcome of a single hook is the outcome of its event, as if it were combined with nothing.
import { assert, describe, it } from "@effect/vitest"
import { combine } from "@hookline/core/kit/translate/combine"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Schema from "effect/Schema"

describe("combine", () => {
  it.prop(
    "returns the outcome of a single hook, whatever others stay silent",
    [Outcome.Outcome, Schema.Int],
    ([one, at]) => {
      const silent = { run: { id: "silent" }, outcome: Outcome.empty, sawChanges: 0 }
      const own = { run: { id: "own" }, outcome: one, sawChanges: 0 }
      const all = at % 2 === 0 ? [own, silent] : [silent, own]
      const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })
      assert.deepStrictEqual(combine(event, all, 0), Outcome.reducer.combineAll([one]))
    }
  )
})
