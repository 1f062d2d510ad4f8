// Handlers that do what none should: each costs itself, and is told.
import { assert, describe, it } from "@effect/vitest"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import { TestHookline } from "@hookline/testing"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { bash, denies, injects, native, unsettled } from "./fixtures.ts"

/** Those who register need not be compiled: it is cast to what it should be. */
const garbage = (value: unknown) => Effect.succeed(value as HandlerResult)

/** What is wrong with a handler, and what is said of it. */
const bad: Readonly<
  Record<string, readonly [run: () => Effect.Effect<HandlerResult | void, unknown>, reason: string, text: RegExp]>
> = {
  fails: [() => Effect.fail("no disk"), "HookFailed", /bad failed: no disk/],
  "throws before it has returned": [
    () => {
      throw new Error("oops")
    },
    "RunnerDefect",
    /bad broke: oops/
  ],
  "throws what is no error": [() => Effect.die(Symbol("odd")), "RunnerDefect", /bad broke: Symbol\(odd\)/],
  "interrupts itself": [() => Effect.interrupt, "RunnerDefect", /interrupted by itself/],
  "never returns": [() => Effect.never, "TimedOut", /did not answer within 30 s/],
  "never returns, and can't be interrupted": [
    () => Effect.uninterruptible(Effect.never),
    "TimedOut",
    /did not answer within 30 s/
  ],
  // It is cast, since those who register need not be compiled.
  "returns no effect": [() => "deny" as never, "RunnerDefect", /it returned no Effect/],
  "gives a text": [() => garbage("deny"), "InvalidReply", /it returned string/],
  "gives a list": [() => garbage([]), "InvalidReply", /an object belongs/],
  "gives a result of another kind": [() => garbage({ action: "deny" }), "InvalidReply", /"action"/],
  "gives a verdict that is none": [() => garbage({ verdict: { _tag: "deny" } }), "InvalidReply", /no Outcome/],
  "gives a text of a wrong type": [() => garbage({ context: [{ by: "", text: 5 }] }), "InvalidReply", /no Outcome/]
}

/** A registry of a bad handler between two good ones, and what comes of it after a minute. */
const emitted = (handler: () => Effect.Effect<HandlerResult | void, unknown>) =>
  Effect.gen(function* () {
    const { emit, register } = yield* unsettled
    yield* register({ event: "PreToolUse", name: "before", handler: () => injects("before") })
    yield* register({ event: "PreToolUse", name: "bad", timeout: "30 seconds", handler })
    yield* register({ event: "PreToolUse", name: "after", handler: () => injects("after") })
    const fiber = yield* Effect.forkChild(emit(bash))
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

describe("a handler that", () => {
  for (const [what, [handler, reason, text]] of Object.entries(bad)) {
    it.effect(`${what} is a failure, and stops nobody`, () =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* emitted(handler)
        assert.deepStrictEqual(
          runs.map(({ id, status }) => [id, status]),
          [
            ["before", "ran"],
            ["bad", "failed"],
            ["after", "ran"]
          ]
        )
        assert.strictEqual(runs[1]?.failure?.reason, reason)
        assert.match(runs[1]?.failure?.text ?? "", text)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        assert.deepStrictEqual(
          outcome.context.map(({ by }) => by),
          ["before", "after"]
        )
        assert.deepInclude(outcome.notices[0], { by: "bad", level: "warning" })
      }).pipe(Effect.provide(native()))
    )

    it.effect(`${what} denies, where failures are closed`, () =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* emitted(handler)
        assert.strictEqual(outcome.verdict._tag, "Deny")
        assert.strictEqual(runs[2]?.why, "bad denied")
      }).pipe(Effect.provide(native([FailurePolicy.layerClosed])))
    )
  }

  it.effect("has a policy of its own is judged by that", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({ event: "PreToolUse", name: "a", onFailure: "ask", handler: () => Effect.fail("no") })
      assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Ask")
    }).pipe(Effect.provide(native()))
  )

  it.effect("registers another while it runs does so for the next event", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      const another = register({ event: "PreToolUse", name: "another", priority: 9, handler: () => denies("no") })
      const scope = yield* Effect.scope
      yield* register({
        event: "PreToolUse",
        name: "registers",
        handler: () => another.pipe(Effect.provideService(Scope.Scope, scope))
      })
      assert.deepStrictEqual(
        (yield* emit(bash)).runs.map(({ id }) => id),
        ["registers"]
      )
      assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Deny")
    }).pipe(Effect.provide(native()))
  )

  it.effect("has no limit of its own takes its time, whatever hooks get that people configure", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      const slow = () => Effect.delay(injects("done"), "2 hours")
      yield* register({ event: "PreToolUse", name: "slow", handler: slow })
      const fiber = yield* Effect.forkChild(emit(bash))
      yield* TestClock.adjust("2 hours")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome.context.length, 1)
    }).pipe(Effect.provide(TestHookline.layer({ "/home/me/.hookline/settings.json": { default_timeout: 1 } })))
  )

  for (const [what, provide, files] of [
    ["a `Timeouts` layer", [Timeouts.layerFixed("5 seconds")], {}],
    ["`max_timeout`", [], { "/home/me/.hookline/settings.json": { max_timeout: 5 } }]
  ] as const) {
    it.effect(`takes longer than ${what} allows is a failure`, () =>
      Effect.gen(function* () {
        const { emit, register } = yield* unsettled
        const slow = () => Effect.delay(injects("done"), "2 hours")
        yield* register({ event: "PreToolUse", name: "slow", handler: slow })
        const fiber = yield* Effect.forkChild(emit(bash))
        yield* TestClock.adjust("5 seconds")
        const { runs } = yield* Fiber.join(fiber)
        assert.match(runs[0]?.failure?.text ?? "", /did not answer within 5 s/)
      }).pipe(Effect.provide(TestHookline.layer(files, {}, { provide })))
    )
  }

  it.effect("ends with the event that it holds up", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      let interrupted = false
      yield* register({
        event: "PreToolUse",
        name: "hangs",
        handler: () => Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void (interrupted = true))))
      })
      const fiber = yield* Effect.forkChild(emit(bash), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.isTrue(interrupted)
    }).pipe(Effect.provide(native()))
  )

  it.effect("takes its time has as much as it was given", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({
        event: "PreToolUse",
        name: "slow",
        timeout: "2 minutes",
        handler: () => Effect.delay(injects("done"), "90 seconds")
      })
      const fiber = yield* Effect.forkChild(emit(bash))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome.context.length, 1)
    }).pipe(Effect.provide(native()))
  )
})
