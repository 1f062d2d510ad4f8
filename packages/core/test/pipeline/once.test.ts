// A hook that is to run once has run when it has done its work, and not before.
import { assert, describe, it } from "@effect/vitest"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { allow, answer, context, deny, statuses } from "./fixtures.ts"

const acts: ReadonlyArray<readonly [what: string, first: TestRunner.Act, second: string]> = [
  ["said nothing", {}, "a skipped"],
  ["said something", context("x"), "a skipped"],
  ["allowed", allow, "a skipped"],
  ["denied", deny("no"), "a ran"],
  ["denied by its exit code", { exit: 2, stderr: "no" }, "a ran"],
  ["failed", { exit: 1 }, "a ran"],
  ["failed, and was heard all the same", { exit: 1, ...context("x") }, "a ran"],
  ["printed what nobody understands", { stdout: "{broken}" }, "a ran"],
  ["broke", { dies: new Error("broken") }, "a ran"]
]

describe("a hook that is to run once", () => {
  for (const [what, first, second] of acts) {
    it.effect(`and ${what} ${second === "a ran" ? "runs again" : "does not run again"}`, () => {
      const script = [first, {}]
      return Effect.gen(function* () {
        yield* answer()
        assert.deepStrictEqual(statuses(yield* answer()), [second])
      }).pipe(
        Effect.provide(
          TestPipeline.layerOf([{ ...TestPipeline.hookOf("a"), once: true }], { a: () => script.shift() ?? {} })
        )
      )
    })
  }
})
