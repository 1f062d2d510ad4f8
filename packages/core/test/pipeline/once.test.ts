// A hook that is to run once has run when it has done its work, and not before.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { SessionState } from "@hookline/core/SessionState"
import * as Background from "@hookline/core/Background"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { allow, answer, bash, context, deny, statuses } from "./fixtures.ts"

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

const once = { ...TestPipeline.hookOf("a"), once: true }

/** Ways in which a run is no success, and the status of its own event. */
const failures: Readonly<Record<string, readonly [act: TestRunner.Act, status: string]>> = {
  fails: [{ exit: 1 }, "a failed"],
  denies: [deny("no"), "a ran"],
  breaks: [{ dies: new Error("broken") }, "a failed"],
  "interrupts itself": [{ interruptsItself: true }, "a failed"],
  hangs: [{ hangs: true }, "a failed"]
}

const Way = Schema.Literals(["fails", "denies", "breaks", "interrupts itself"])

describe("a hook that is to run once, on events at the same time,", () => {
  it.effect.prop(
    "runs for one after the other until it succeeds, and the rest wait for that",
    { ways: Schema.Array(Way), more: Schema.Literals([0, 1, 2, 5, 19]), takes: Schema.Literals([0, 1, 5000]) },
    ({ more, takes, ways }) => {
      const seen = TestRunner.record()
      let running = 0
      let most = 0
      const acts: ReadonlyArray<TestRunner.Act> = ways.map((way) => failures[way]?.[0] ?? {})
      const script: TestRunner.Script = {
        a: () => ({ ...acts[seen.started.length - 1], ...(takes > 0 && { after: takes }) })
      }
      const counted = (executor: typeof Executor.Service) =>
        Executor.of({
          execute: (work, onStart) =>
            Effect.ensuring(
              Effect.suspend(() => {
                most = Math.max(most, ++running)
                return executor.execute(work, onStart)
              }),
              Effect.sync(() => void running--)
            )
        })
      return Effect.gen(function* () {
        const all = Array.from({ length: ways.length + 1 + more }, () => answer())
        const fiber = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
        yield* TestClock.adjust(takes * (ways.length + 1))
        const reports = yield* Fiber.join(fiber)
        assert.strictEqual(seen.started.length, ways.length + 1)
        assert.strictEqual(most, 1)
        assert.deepStrictEqual(
          reports.flatMap(statuses).toSorted(),
          [
            ...ways.map((way) => failures[way]?.[1] ?? ""),
            "a ran",
            ...all.slice(ways.length + 1).map(() => "a skipped")
          ].toSorted()
        )
        const denials = reports.filter(({ outcome }) => outcome.verdict._tag === "Deny")
        assert.strictEqual(denials.length, ways.filter((way) => way === "denies").length)
      }).pipe(
        Effect.provide(
          TestPipeline.layerOf([{ ...once, timeoutMillis: 1_000_000 }], script, {
            seen,
            provide: [Layer.effect(Executor, Effect.map(Executor, counted))]
          })
        )
      )
    },
    { arbitrary: { runs: 60, size: 6 } }
  )

  for (const [policy, layer, verdict] of [
    ["open", FailurePolicy.layerOpen, "Pass"],
    ["closed", FailurePolicy.layerClosed, "Deny"],
    ["ask", FailurePolicy.layerAsk, "Ask"]
  ] as const) {
    it.effect(`fails where no result came within its limit, which is ${verdict} under ${policy}`, () =>
      Effect.gen(function* () {
        const { claim } = yield* SessionState
        // Another process that never gets done.
        yield* claim(
          { project: TestPipeline.project.project, session: "s" },
          SessionMark.encode({ _tag: "Once", hook: once.id }),
          Infinity
        )
        const fiber = yield* Effect.forkChild(answer())
        yield* TestClock.adjust(4999)
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        const report = yield* Fiber.join(fiber)
        assert.deepStrictEqual(statuses(report), ["a failed"])
        assert.include(report.runs[0]?.failure?.text, "another event runs it in this session")
        assert.strictEqual(report.outcome.verdict._tag, verdict)
        assert.lengthOf(report.outcome.notices, 1)
      }).pipe(Effect.provide(TestPipeline.layerOf([{ ...once, timeoutMillis: 5000 }], { a: {} }, { provide: [layer] })))
    )
  }

  it.effect("runs for the next one where the event that ran it is interrupted", () =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(answer(), { startImmediately: true })
      const second = yield* Effect.forkChild(answer(), { startImmediately: true })
      yield* TestClock.adjust(1000)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(5000)
      assert.deepStrictEqual(statuses(yield* Fiber.join(second)), ["a ran"])
    }).pipe(Effect.provide(TestPipeline.layerOf([once], { a: { after: 5000 } })))
  )

  it.effect("runs where the event that waited before it is interrupted", () =>
    Effect.gen(function* () {
      const script = [{ after: 5000, exit: 1 }, {}]
      return yield* Effect.gen(function* () {
        const [first, second, third] = yield* Effect.forEach([1, 2, 3], () =>
          Effect.forkChild(answer(), { startImmediately: true })
        )
        if (first === undefined || second === undefined || third === undefined) return
        yield* Fiber.interrupt(second)
        yield* TestClock.adjust(5000)
        assert.deepStrictEqual(statuses(yield* Fiber.join(first)), ["a failed"])
        assert.deepStrictEqual(statuses(yield* Fiber.join(third)), ["a ran"])
      }).pipe(Effect.provide(TestPipeline.layerOf([once], { a: () => script.shift() ?? {} })))
    })
  )

  it.effect("runs in each session", () =>
    Effect.gen(function* () {
      const events = ["s", "t", "u"].map((sessionId) => ({ ...bash, sessionId }))
      const fiber = yield* Effect.forkChild(Effect.forEach(events, answer, { concurrency: "unbounded" }))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual((yield* Fiber.join(fiber)).flatMap(statuses), ["a ran", "a ran", "a ran"])
    }).pipe(Effect.provide(TestPipeline.layerOf([once], { a: { after: 1000 } })))
  )

  it.effect("runs on by itself for one of them, and holds up none", () => {
    const told: Array<string> = []
    const seen = TestRunner.record()
    const handler = { _tag: "Command", command: "a", async: true, asyncRewake: true } as const
    return Effect.gen(function* () {
      const all = yield* Effect.all([answer(), answer(), answer()], { concurrency: "unbounded" })
      assert.deepStrictEqual(all.flatMap(statuses), ["a ran", "a ran", "a ran"])
      yield* TestClock.adjust(2000)
      // The first fails, so that one more runs.
      assert.strictEqual(seen.started.length, 2)
      yield* TestClock.adjust(2000)
      assert.deepStrictEqual(told, ["failed", "ran"])
      assert.deepStrictEqual(statuses(yield* answer()), ["a skipped"])
      assert.strictEqual(seen.started.length, 2)
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf(
          [{ ...once, handler }],
          { a: () => ({ after: 2000, exit: seen.started.length === 1 ? 1 : 0 }) },
          { seen, provide: [Background.layer(({ run }) => Effect.sync(() => void told.push(run.status)))] }
        )
      )
    )
  })
})
