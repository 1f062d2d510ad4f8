// Sessions whose state has to be brought to this machine first: until it is there, each event is decided by the policy.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Readiness from "@hookline/core/kit/decorate/Readiness"
import { Pipeline } from "@hookline/core/Pipeline"
import { StateNotReady } from "@hookline/core/PipelineError"
import { type SessionKey, SessionState } from "@hookline/core/SessionState"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { answer, bash, claude, hook, statuses, stop } from "./fixtures.ts"

type Ready = (key: SessionKey) => Effect.Effect<void, StateNotReady>

const withReady = (ready: Ready): TestPipeline.Provided =>
  SessionState.layerEffect(Effect.map(SessionState, (state) => ({ ...state, ready })))

const policies = { open: FailurePolicy.layerOpen, ask: FailurePolicy.layerAsk, closed: FailurePolicy.layerClosed }

const away = new StateNotReady({ issue: "the fleet is away" })

/** Ways in which it can fail, with the issue. */
const ways: Readonly<Record<string, readonly [ready: Ready, issue: RegExp]>> = {
  fails: [() => Effect.fail(away), /the fleet is away/],
  "fails late": [() => Effect.delay(Effect.fail(away), "1 second"), /the fleet is away/],
  "never ends": [() => Effect.never, /it did not answer within 2 s/],
  "never ends, and can't be interrupted": [() => Effect.uninterruptible(Effect.never), /it did not answer within 2 s/],
  "interrupts itself": [() => Effect.interrupt, /it was interrupted by itself/],
  "has a defect": [() => Effect.die(new Error("no space")), /it broke: no space/],
  throws: [
    () => {
      throw new Error("no space")
    },
    /it broke: no space/
  ]
}

interface Scene {
  readonly ready: Ready
  readonly policy?: keyof typeof policies
  readonly files?: Readonly<Record<string, unknown>>
  readonly script?: TestRunner.Script
}

const layerOf = ({ files = {}, policy = "closed", ready, script = {} }: Scene) =>
  TestPipeline.layer(files, script, { provide: [withReady(ready), policies[policy]] })

/** Answers within ten seconds of the clock. */
const soon = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
  yield* TestClock.adjust("10 seconds")
  assert.isDefined(fiber.pollUnsafe())
  return yield* Fiber.join(fiber)
})

const textOf = (texts: ReadonlyArray<{ readonly text: string }>) => texts.map(({ text }) => text).join()

const payload = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } }

const verdicts = { open: "Pass", ask: "Ask", closed: "Deny" } as const

/** Events that can be denied, and those that can't be or end some work. */
const events: Readonly<Record<string, readonly [event: HookEvent, isDenied: boolean]>> = {
  PreToolUse: [bash, true],
  Stop: [stop, false],
  SessionStart: [cases.SessionStart.make({ sessionId: "s", source: "startup" }), false],
  SessionEnd: [cases.SessionEnd.make({ sessionId: "s" }), false]
}

describe("a session whose state", () => {
  for (const [what, [ready, issue]] of Object.entries(ways)) {
    for (const [policy, verdict] of Object.entries(verdicts) as ReadonlyArray<[keyof typeof policies, string]>) {
      it.effect(`${what} is decided by the policy ${policy} at each event, also without hooks`, () =>
        Effect.gen(function* () {
          const pipeline = yield* Pipeline
          for (const [event, isDenied] of [...Object.values(events), ...Object.values(events)]) {
            assert.isTrue(pipeline.wants(event))
            const { diagnostics, outcome, runs } = yield* soon(pipeline.answer(event))
            assert.deepStrictEqual([outcome.verdict._tag, runs], [isDenied ? verdict : "Pass", []], event._tag)
            const [notice, ...others] = outcome.notices.filter(({ by }) => by === "the session's state")
            assert.deepStrictEqual([notice?.level, others], [policy === "open" ? "warning" : "error", []])
            assert.match(notice?.text ?? "", issue)
            assert.match(textOf(diagnostics), issue)
          }
          const run = yield* soon(pipeline.run(payload))
          assert.strictEqual(run.outcome.verdict._tag, verdict)
          assert.match(textOf(run.outcome.notices), issue)
        }).pipe(Effect.provide(layerOf({ ready, policy })))
      )
    }

    it.effect(`${what} is in plans and catalogs`, () =>
      Effect.gen(function* () {
        const pipeline = yield* Pipeline
        const [failure, ...others] = (yield* soon(pipeline.plan(bash))).failures ?? []
        assert.deepStrictEqual([failure?.stage, failure?.reason, others], ["discover", "StateNotReady", []])
        assert.match(failure?.text ?? "", issue)
        const { diagnostics } = yield* soon(pipeline.catalog("s"))
        assert.match(textOf(diagnostics), issue)
      }).pipe(Effect.provide(layerOf({ ready })))
    )
  }

  it.effect("fails with a policy of its own is decided by that policy", () =>
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const { outcome } = yield* soon(pipeline.answer(bash))
      assert.strictEqual(outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        layerOf({
          ready: () => Effect.fail(new StateNotReady({ issue: "the fleet is away", onFailure: "closed" })),
          policy: "open"
        })
      )
    )
  )

  it.effect("fails runs its known hooks, and their denial counts", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.deepStrictEqual(statuses(report), ["guard ran"])
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        layerOf({
          ready: () => Effect.fail(away),
          policy: "open",
          files: claude([hook("guard")]),
          script: { guard: { exit: 2, stderr: "no" } }
        })
      )
    )
  )

  // proves: docs/failure-policy.md
  it.effect("has become ready is asked for no more until it ends, and costs its events nothing", () => {
    const asked: Array<string | undefined> = []
    let isAway = true
    const ready: Ready = ({ session }) =>
      Effect.suspend(() => {
        asked.push(session)
        return isAway ? Effect.fail(away) : Effect.void
      })
    return Effect.gen(function* () {
      const pipeline = yield* Pipeline
      assert.strictEqual((yield* answer()).outcome.verdict._tag, "Deny")
      isAway = false
      for (let round = 0; round < 3; round++) {
        const { diagnostics, outcome } = yield* answer()
        assert.deepStrictEqual([outcome.verdict._tag, outcome.notices, diagnostics], ["Pass", [], []])
        assert.isFalse(pipeline.wants(bash))
      }
      assert.isUndefined((yield* pipeline.plan(bash)).failures)
      assert.deepStrictEqual(asked, ["s", "s"])
      // A connection that is lost later changes nothing, but another session needs it.
      isAway = true
      const other = { ...bash, sessionId: "other" }
      assert.deepStrictEqual([pipeline.wants(bash), pipeline.wants(other)], [false, true])
      assert.strictEqual((yield* answer()).outcome.verdict._tag, "Pass")
      assert.strictEqual((yield* answer(other)).outcome.verdict._tag, "Deny")
      yield* answer(cases.SessionEnd.make({ sessionId: "s" }))
      assert.isTrue(pipeline.wants(bash))
      assert.strictEqual((yield* answer()).outcome.verdict._tag, "Deny")
      assert.deepStrictEqual(asked, ["s", "s", "other", "s"])
    }).pipe(Effect.provide(layerOf({ ready })))
  })

  it.effect("is asked for once by events at the same time, of which one may be interrupted", () => {
    let calls = 0
    return Effect.gen(function* () {
      const free = yield* Deferred.make<void>()
      const ready: Ready = () =>
        Effect.andThen(
          Effect.sync(() => (calls += 1)),
          Deferred.await(free)
        )
      yield* Effect.gen(function* () {
        const [first, ...others] = yield* Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.forkChild(answer(), { startImmediately: true })
        )
        if (first !== undefined) yield* Fiber.interrupt(first)
        yield* Deferred.succeed(free, undefined)
        for (const fiber of others) assert.strictEqual((yield* Fiber.join(fiber)).outcome.verdict._tag, "Pass")
        assert.strictEqual(calls, 1)
      }).pipe(Effect.provide(layerOf({ ready })))
    })
  })

  it.effect("was asked for before it ended is not ready when it begins again", () => {
    let calls = 0
    return Effect.gen(function* () {
      const free = yield* Deferred.make<void>()
      const ready: Ready = () => Effect.suspend(() => (calls++ === 0 ? Deferred.await(free) : Effect.fail(away)))
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(answer(), { startImmediately: true })
        const end = yield* Effect.forkChild(answer(cases.SessionEnd.make({ sessionId: "s" })), {
          startImmediately: true
        })
        yield* Fiber.interrupt(end)
        yield* Deferred.succeed(free, undefined)
        yield* Fiber.join(first)
        assert.strictEqual((yield* answer()).outcome.verdict._tag, "Deny")
      }).pipe(Effect.provide(layerOf({ ready })))
    })
  })

  it.effect("needs no preparation leaves the pipeline as it is", () =>
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const context = yield* Layer.build(Readiness.layer)
      assert.strictEqual(Pipeline.of(context.mapUnsafe.get(Pipeline.key) as typeof Pipeline.Service), pipeline)
    }).pipe(Effect.scoped, Effect.provide([TestPipeline.layer({}, {}), TestPipeline.thisProject]))
  )
})
