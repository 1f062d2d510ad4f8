// What keeps the hooks after it from running: a denial where the dialect says so, and nothing less.
import { assert, describe, it } from "@effect/vitest"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { allow, amplifier, answer, change, claude, context, deny, hook, statuses } from "./fixtures.ts"

const ask = { json: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } } }
const words: Readonly<Record<string, TestRunner.Act>> = {
  "says nothing": {},
  "has a text": context("x"),
  "changes the input": change({ command: "ls -l" }),
  allows: allow,
  asks: ask,
  fails: { exit: 1 }
}

describe("a hook", () => {
  for (const parallel of [false, true]) {
    const how = parallel ? "together" : "in order"

    for (const [what, act] of Object.entries(words)) {
      it.live(`of a group that runs ${how} and ${what} keeps nobody from running`, () =>
        Effect.gen(function* () {
          const [first, second] = statuses(yield* answer())
          assert.strictEqual(first, what === "fails" ? "a failed" : "a ran")
          assert.strictEqual(second, "b ran")
        }).pipe(
          Effect.provide(
            TestPipeline.layer(amplifier([hook("a"), hook("b")], { parallel }), { a: act, b: { after: "1 millis" } })
          )
        )
      )
    }

    it.effect(`of a group that runs ${how} and denies ends it`, () =>
      Effect.gen(function* () {
        const [first, second] = statuses(yield* answer())
        assert.strictEqual(first, "a ran")
        assert.strictEqual(second, parallel ? "b interrupted" : "b skipped")
      }).pipe(
        Effect.provide(
          TestPipeline.layer(amplifier([hook("a"), hook("b")], { parallel }), { a: deny("no"), b: { hangs: true } })
        )
      )
    )
  }

  it.effect("that denies ends nothing where its dialect runs all", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* answer()), ["a ran", "b ran"])
    }).pipe(Effect.provide(TestPipeline.layer(claude([hook("a"), hook("b")]), { a: deny("no"), b: {} })))
  )
})
