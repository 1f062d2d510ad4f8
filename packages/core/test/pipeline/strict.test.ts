// A hook that said something lawful, and ended as one that failed: heard where failures pass, and a failure where not.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { answer, claude, context, hook, statuses } from "./fixtures.ts"

const policies: ReadonlyArray<readonly [layer: TestPipeline.Provided, verdict: string, status: string]> = [
  [FailurePolicy.layerOpen, "Pass", "a ran"],
  [FailurePolicy.layerClosed, "Deny", "a failed"],
  [FailurePolicy.layerAsk, "Ask", "a failed"]
]

describe("a hook that answers, and ends with exit code 1,", () => {
  for (const [layer, verdict, status] of policies) {
    it.effect(`comes to ${verdict} under its policy, and what it had for the model is kept`, () =>
      Effect.gen(function* () {
        const report = yield* answer()
        assert.strictEqual(report.outcome.verdict._tag, verdict)
        assert.deepStrictEqual(statuses(report), [status])
        assert.strictEqual(report.outcome.context.length, 1)
      }).pipe(
        Effect.provide(
          TestPipeline.layer(claude([hook("a")]), { a: { exit: 1, ...context("careful") } }, { provide: [layer] })
        )
      )
    )
  }
})
