// Each decorator by itself, on the four stages alone: what it adds, and what it leaves as it is.
import { assert, describe, it } from "@effect/vitest"
import * as FastPath from "@hookline/core/kit/decorate/FastPath"
import * as Notices from "@hookline/core/kit/decorate/Notices"
import * as Tracing from "@hookline/core/kit/decorate/Tracing"
import { CompiledCatalogs } from "@hookline/core/kit/match/CompiledCatalogs"
import { compose } from "@hookline/core/kit/stack"
import * as Stages from "@hookline/core/kit/stages"
import { Pipeline } from "@hookline/core/Pipeline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import { bash, claude, hook, stop } from "./fixtures.ts"

type Decorator = Layer.Layer<Pipeline, never, CompiledCatalogs | Pipeline | Stages.Inside>

/** Builds a decorator around the four stages, and records the events that reach them. */
const around = Effect.fnUntraced(function* (decorator: Decorator, files: Readonly<Record<string, unknown>>) {
  const { project } = TestPipeline
  const reached: Array<HookEvent["_tag"]> = []
  const recording = Layer.effect(
    Pipeline,
    Effect.map(Pipeline, (pipeline) => ({
      ...pipeline,
      answer: (event, options) => {
        reached.push(event._tag)
        return pipeline.answer(event, options)
      }
    }))
  )
  const { context } = yield* compose({
    base: yield* Stages.base({ project, host: ClaudeCode, dialects: Dialects.all, files: TestPipeline.memory(files) }),
    slots: Stages.slots(),
    provide: [TestRunner.layer({ guard: { exit: 2 } })]
  })
  const layer = decorator.pipe(
    Layer.provide(recording),
    Layer.provide(Pipeline.layerStages),
    Layer.provide(CompiledCatalogs.layer(project))
  )
  // Every service that the stages need has a slot.
  const inside = Layer.succeedContext(context as Context.Context<Stages.Inside>)
  const built = yield* Layer.build(Layer.provide(layer, inside))
  return { pipeline: Context.get(built, Pipeline), reached }
})

const undecorated: Decorator = Layer.effect(Pipeline, Pipeline)

const spans = () => {
  const made: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      made.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  return { made, tracer }
}

describe("FastPath", () => {
  it.effect("answers an event without hooks before any stage, and passes on all others", () =>
    Effect.gen(function* () {
      const { pipeline, reached } = yield* around(FastPath.layer, claude([hook("guard")]))
      // The first event reads the files.
      yield* pipeline.answer(bash)
      reached.length = 0
      const nothing = yield* pipeline.answer(stop)
      assert.deepStrictEqual([nothing.event, nothing.runs, reached], ["Stop", [], []])
      assert.strictEqual((yield* pipeline.answer(bash)).outcome.verdict._tag, "Deny")
      assert.deepStrictEqual(reached, ["PreToolUse"])
      assert.deepStrictEqual([pipeline.wants(stop), pipeline.wants(bash)], [false, true])
    }).pipe(Effect.scoped)
  )

  it.effect("passes on every event of a project whose hooks were lost", () =>
    Effect.gen(function* () {
      const { pipeline, reached } = yield* around(FastPath.layer, { ".claude/settings.json": "{" })
      yield* pipeline.answer(stop)
      assert.deepStrictEqual(reached, ["Stop"])
    }).pipe(Effect.scoped)
  )
})

describe("Tracing", () => {
  it.effect("records a span for an event that runs hooks, if a tracer is enabled", () =>
    Effect.gen(function* () {
      const { made, tracer } = spans()
      const { pipeline } = yield* around(Tracing.layer, claude([hook("guard")]))
      // The first event reads the files.
      yield* pipeline.answer(bash)
      yield* Effect.withTracer(pipeline.answer(stop), tracer)
      assert.notInclude(made, "hookline.event")
      const denied = yield* Effect.withTracer(pipeline.answer(bash), tracer)
      assert.strictEqual(denied.outcome.verdict._tag, "Deny")
      assert.include(made, "hookline.event")
      made.length = 0
      yield* pipeline
        .answer(bash)
        .pipe(Effect.withTracer(tracer), Effect.provideService(References.TracerEnabled, false))
      assert.deepStrictEqual(made, [])
    }).pipe(Effect.scoped)
  )
})

describe("Notices", () => {
  it.effect("reports hooks that were lost, which the stages alone do not", () =>
    Effect.gen(function* () {
      const files = { ".claude/settings.json": "{" }
      const [bare, decorated] = yield* Effect.all([around(undecorated, files), around(Notices.layer, files)])
      assert.deepStrictEqual((yield* bare.pipeline.answer(bash)).outcome.notices, [])
      const { outcome } = yield* decorated.pipeline.answer(bash)
      assert.isTrue(outcome.notices.some(({ text }) => text.includes("settings.json")))
      assert.isTrue(decorated.pipeline.wants(bash))
    }).pipe(Effect.scoped)
  )

  it.effect("adds nothing where all is well", () =>
    Effect.gen(function* () {
      const { pipeline } = yield* around(Notices.layer, claude([hook("guard")]))
      const { outcome } = yield* pipeline.answer(bash)
      assert.deepStrictEqual([outcome.verdict._tag, outcome.notices], ["Deny", []])
    }).pipe(Effect.scoped)
  )
})
