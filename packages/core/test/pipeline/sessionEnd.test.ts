// With a session what is remembered of it is over, also where hooks of its end have run.
import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { answer, deny, statuses } from "./fixtures.ts"

const end = HookEvent.cases.SessionEnd.make({ sessionId: "s" })
const other = HookEvent.cases.SessionEnd.make({ sessionId: "t" })

const layer = (last: TestRunner.Act) =>
  TestPipeline.layerOf(
    [
      { ...TestPipeline.hookOf("a"), once: true },
      { ...TestPipeline.hookOf("last"), event: "SessionEnd" }
    ],
    { a: {}, last }
  )

describe("a session that ends with hooks", () => {
  for (const [what, last] of Object.entries({ "say nothing": {}, deny: deny("no"), fail: { exit: 1 } })) {
    it.effect(`that ${what} is forgotten, and no other is`, () =>
      Effect.gen(function* () {
        const first = yield* answer()
        yield* answer(other)
        const second = yield* answer()
        yield* answer(end)
        const third = yield* answer()
        assert.deepStrictEqual([first, second, third].flatMap(statuses), ["a ran", "a skipped", "a ran"])
      }).pipe(Effect.provide(layer(last)))
    )
  }
})
