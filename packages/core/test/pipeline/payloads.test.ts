// A payload that is two events: the second runs where the first goes on, and not otherwise.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { context, deny, hook, name } from "./fixtures.ts"

const payload = {
  event: "tool:pre",
  data: { session_id: "s", tool_name: "delegate", tool_input: { agent: "explorer" } }
}

const files = {
  ".claude/settings.json": {
    hooks: { PreToolUse: [{ hooks: [hook("before")] }], SubagentStart: [{ hooks: [hook("start")] }] }
  }
}

const ran = (before: TestRunner.Act) =>
  Effect.flatMap(Pipeline, (pipeline) => pipeline.run(payload)).pipe(
    Effect.map(({ outcome, reports }) => ({
      outcome,
      ids: reports.flatMap(({ runs }) => runs.map(({ id }) => name(id)))
    })),
    Effect.provide(TestPipeline.layer(files, { before, start: {} }, { host: Amplifier }))
  )

const acts: ReadonlyArray<readonly [what: string, act: TestRunner.Act, goesOn: boolean]> = [
  ["says nothing", {}, true],
  ["has a text", context("x"), true],
  ["fails", { exit: 1 }, true],
  ["denies", deny("no"), false],
  ["halts the agent", { json: { continue: false, stopReason: "enough" } }, false]
]

describe("a call that starts an agent", () => {
  for (const [what, act, goesOn] of acts) {
    it.effect(`${goesOn ? "starts it" : "starts none"} where a hook of the call ${what}`, () =>
      Effect.gen(function* () {
        const { ids } = yield* ran(act)
        assert.deepStrictEqual(ids, goesOn ? ["before", "start"] : ["before"])
      })
    )
  }
})
