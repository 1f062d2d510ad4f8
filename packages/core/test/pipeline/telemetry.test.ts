import { assert, describe, it } from "@effect/vitest"
import * as Telemetry from "@hookline/core/kit/Telemetry"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { answer, bash, claude, hook } from "./fixtures.ts"

/** Keeps the spans that are made. */
const recorder = (spans: Array<Tracer.NativeSpan>) =>
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })

describe("what is measured", () => {
  // proves: docs/agents.md, docs/answering-events.md, docs/security.md
  it.effect("is a span for the event and one for each hook, without what the event holds", () => {
    const spans: Array<Tracer.NativeSpan> = []
    return Effect.gen(function* () {
      yield* answer({ ...bash, toolInput: { command: "echo a-secret" } })
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["hookline.event", "hookline.hook"]
      )
      const told = spans.map(({ attributes }) => Object.fromEntries(attributes))
      assert.deepInclude(told[0], { "hookline.event": "PreToolUse", "hookline.hooks": 1, "hookline.verdict": "Deny" })
      assert.deepInclude(told[1], { "hookline.hook": "claude/PreToolUse/a", "hookline.status": "ran" })
      assert.notInclude(JSON.stringify(told), "a-secret")
    }).pipe(
      Effect.withTracer(recorder(spans)),
      Effect.provide(TestPipeline.layer(claude([hook("a")]), { a: { exit: 2 } }))
    )
  })

  it.effect("is nothing where nothing runs", () => {
    const spans: Array<Tracer.NativeSpan> = []
    return Effect.gen(function* () {
      yield* answer()
      assert.deepStrictEqual(spans, [])
    }).pipe(Effect.withTracer(recorder(spans)), Effect.provide(TestPipeline.layer(claude([hook("a")], "Stop"), {})))
  })

  it.effect("is nothing where nothing runs, though hooks are disabled", () => {
    const spans: Array<Tracer.NativeSpan> = []
    const disabled = {
      ".amplifier/hooks/off/hooks.json": { hooks: { PreToolUse: [{ hooks: [hook("b", { enabled: false })] }] } }
    }
    return Effect.gen(function* () {
      yield* answer()
      assert.deepStrictEqual(spans, [])
    }).pipe(
      Effect.withTracer(recorder(spans)),
      Effect.provide(TestPipeline.layer({ ...claude([hook("a")], "Stop"), ...disabled }, {}))
    )
  })

  it.effect("counts runs and failures", () =>
    Effect.gen(function* () {
      const counts = Effect.all([Metric.value(Telemetry.runs), Metric.value(Telemetry.failures)])
      const [runs, failures] = yield* counts
      yield* answer()
      const [runsAfter, failuresAfter] = yield* counts
      assert.deepStrictEqual([runsAfter.count - runs.count, failuresAfter.count - failures.count], [2, 1])
    }).pipe(Effect.provide(TestPipeline.layer(claude([hook("a"), hook("b")]), { a: {}, b: { exit: 1 } })))
  )
})
