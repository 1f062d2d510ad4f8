// What surrounds the stages: variables of sessions on events without hooks, and prewarming.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import type { PrewarmRequest } from "@hookline/core/Runner"
import { Pipeline } from "@hookline/core/Pipeline"
import { type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import { seal } from "@hookline/core/kit/policy/sealed"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { answer, bash, claude, hook, name } from "./fixtures.ts"

const unwanted = HookEvent.cases.Notification.make({ sessionId: "s", message: "hello" })

/** Sessions whose first hook exports a variable. */
const exporting = (): Layer.Layer<SessionEnv> => {
  let exported: Exports = nothing
  return Layer.succeed(SessionEnv)(
    seal({
      isKept: true,
      file: () => Effect.succeed("/env"),
      exports: ({ session }) => (session === "s" ? exported : nothing),
      refresh: () => Effect.sync(() => ((exported = { set: { TOKEN: "1" }, unset: [] }), [])),
      end: () => Effect.sync(() => void (exported = nothing))
    })
  )
}

describe("an event without hooks", () => {
  it.effect("has the variables that hooks of its session exported, until the session ends", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* answer(unwanted)).env, {})
      assert.deepStrictEqual((yield* answer(bash)).env, { TOKEN: "1" })
      assert.deepStrictEqual((yield* answer(unwanted)).env, { TOKEN: "1" })
      assert.deepStrictEqual((yield* answer({ ...unwanted, sessionId: "another" })).env, {})
      yield* answer(HookEvent.cases.SessionEnd.make({ sessionId: "s" }))
      assert.deepStrictEqual((yield* answer(unwanted)).env, {})
    }).pipe(Effect.provide(TestPipeline.layer(claude([hook("a")]), { a: {} }, { provide: [exporting()] })))
  )
})

describe("an executor that prewarms", () => {
  const prewarming = (requests: Array<PrewarmRequest>) =>
    Layer.effect(
      Executor,
      Effect.map(Executor, (executor) => ({
        ...executor,
        prewarm: (request) => Effect.sync(() => void requests.push(request))
      }))
    )

  const idsOf = (requests: ReadonlyArray<PrewarmRequest>) =>
    requests.map(({ hooks }) => hooks.map(({ id }) => name(id)))

  it.effect("prepares before the first event, after each that ran hooks, and when it is asked to", () => {
    const requests: Array<PrewarmRequest> = []
    return Effect.gen(function* () {
      assert.deepStrictEqual(idsOf(requests.splice(0)), [["a", "b"]])
      yield* answer(unwanted)
      assert.deepStrictEqual(requests, [])
      yield* answer(bash)
      assert.deepStrictEqual(idsOf(requests.splice(0)), [["a", "b"]])
      yield* Effect.flatMap(Pipeline, ({ prewarm }) => prewarm(bash))
      assert.deepStrictEqual(
        requests.map(({ session }) => session.session),
        ["s"]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b")]), { a: {}, b: {} }, { provide: [prewarming(requests)] })
      )
    )
  })

  it.effect("still does where another layer decorates it", () => {
    const requests: Array<PrewarmRequest> = []
    const decorated = Layer.effect(
      Executor,
      Effect.map(Executor, (executor) => ({ ...executor, execute: (work, onStart) => executor.execute(work, onStart) }))
    )
    return Effect.gen(function* () {
      yield* answer(bash)
      assert.strictEqual(requests.length, 2)
    }).pipe(
      Effect.provide(TestPipeline.layer(claude([hook("a")]), { a: {} }, { provide: [prewarming(requests), decorated] }))
    )
  })
})
