// An agent that a hook sends on each time, on a host that sets no limit: it was asked 925 times in 23 seconds.
import { assert, describe, it } from "@effect/vitest"
import { SessionState } from "@hookline/core/SessionState"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { GeminiCli } from "@hookline/dialects/kit/gemini/Dialect"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Pipeline } from "@hookline/core/Pipeline"
import { answer } from "./fixtures.ts"

const hooks = (["Stop", "SubagentStop"] as const).map((event) => ({ ...TestPipeline.hookOf("on"), id: event, event }))
const script = { on: { exit: 2, stderr: "go on" } }

const endless = TestPipeline.layerOf(hooks, script, { host: GeminiCli })

/** The ends of a turn, each with what sent the agent there: its own work, or a hook. */
const ends = (count: number, more: Partial<typeof HookEvent.cases.Stop.Type> = {}) =>
  Array.from({ length: count }, (_, index) =>
    HookEvent.cases.Stop.make({ sessionId: "s", stopHookActive: index > 0, ...more })
  )

const verdicts = Effect.fnUntraced(function* (events: ReadonlyArray<HookEvent.HookEvent>) {
  const found: Array<string> = []
  for (const event of events) found.push((yield* answer(event)).outcome.verdict._tag)
  return found.map((tag) => (tag === "Deny" ? "on" : "ends")).join(" ")
})

const on = (times: number): string => Array.from({ length: times }, () => "on").join(" ")

describe("on a host that sets no limit, an agent", () => {
  it.effect("is sent on eight times, and then ends", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdicts(ends(10)), `${on(8)} ends ends`)
      const last = yield* answer(HookEvent.cases.Stop.make({ sessionId: "s", stopHookActive: true }))
      assert.match(last.outcome.notices.map(({ text }) => text).join(), /has gone on 8 times/)
    }).pipe(Effect.provide(endless))
  )

  it.effect.prop(
    "has eight times in each turn that it ends by itself, however many turns and sessions there are",
    [Arbitrary.array(Arbitrary.schema(Schema.Literals([1, 3, 8, 9, 12])), { minLength: 1, maxLength: 4 })],
    ([turns]) =>
      Effect.gen(function* () {
        for (const session of ["a", "b"]) {
          for (const length of turns) {
            const expected = Array.from({ length }, (_, index) => (index < 8 ? "on" : "ends")).join(" ")
            assert.strictEqual(yield* verdicts(ends(length, { sessionId: session })), expected)
          }
        }
      }).pipe(Effect.provide(endless)),
    { arbitrary: { runs: 30 } }
  )

  it.effect("is counted apart from the agents below it", () =>
    Effect.gen(function* () {
      const below = Array.from({ length: 9 }, (_, index) =>
        HookEvent.cases.SubagentStop.make({ sessionId: "s", agentType: "x", agentId: "1", stopHookActive: index > 0 })
      )
      assert.strictEqual(yield* verdicts(below), `${on(8)} ends`)
      assert.strictEqual(yield* verdicts(ends(9)), `${on(8)} ends`)
    }).pipe(Effect.provide(endless))
  )

  it.effect("is counted by the program where that counts", () =>
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      for (const [index, event] of ends(10).entries()) {
        const { outcome } = yield* pipeline.answer(event, { continuations: index === 9 ? 8 : 0 })
        assert.strictEqual(outcome.verdict._tag, index === 9 ? "Pass" : "Deny")
      }
    }).pipe(Effect.provide(endless))
  )

  it.effect("ends where its count is lost, with a notice", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer(HookEvent.cases.Stop.make({ sessionId: "s" }))
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.match(outcome.notices.map(({ text }) => text).join(), /the session's state broke: no disk/)
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf(hooks, script, {
          host: GeminiCli,
          provide: [
            SessionState.layerEffect(
              Effect.map(SessionState, (state) => ({ ...state, mark: () => Effect.die(new Error("no disk")) }))
            )
          ]
        })
      )
    )
  )
})

describe("on a host that has a limit of its own, an agent", () => {
  it.effect("is not counted", () =>
    Effect.map(verdicts(ends(10)), (found) => assert.strictEqual(found, on(10))).pipe(
      Effect.provide(TestPipeline.layerOf(hooks, script, { host: ClaudeCode }))
    )
  )
})
