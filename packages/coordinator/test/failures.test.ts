// Handlers that do what none should: each costs itself, and is told.
import { assert, describe, it } from "@effect/vitest"
import { Registry } from "@hookline/coordinator/Registry"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { bash, denies, injects } from "./fixtures.ts"

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
    const { emit, register } = yield* Registry
    yield* register({ event: "PreToolUse", name: "before", handler: () => injects("before") })
    yield* register({ event: "PreToolUse", name: "bad", handler })
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
      }).pipe(Effect.provide(Registry.layer))
    )

    it.effect(`${what} denies, where failures are closed`, () =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* emitted(handler)
        assert.strictEqual(outcome.verdict._tag, "Deny")
        assert.strictEqual(runs[2]?.why, "bad denied")
      }).pipe(Effect.provide(Registry.layer.pipe(Layer.provide(FailurePolicy.layerClosed))))
    )
  }

  it.effect("has a policy of its own is judged by that", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Registry
      yield* register({ event: "PreToolUse", name: "a", onFailure: "ask", handler: () => Effect.fail("no") })
      assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Ask")
    }).pipe(Effect.provide(Registry.layer))
  )

  it.effect("registers another while it runs does so for the next event", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Registry
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
    }).pipe(Effect.provide(Registry.layer))
  )

  it.effect("ends with the event that it holds up", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Registry
      let interrupted = false
      yield* register({
        event: "PreToolUse",
        name: "hangs",
        handler: () => Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void (interrupted = true))))
      })
      const fiber = yield* Effect.forkChild(emit(bash), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.isTrue(interrupted)
    }).pipe(Effect.provide(Registry.layer))
  )

  it.effect("takes its time has as much as it was given", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Registry
      yield* register({
        event: "PreToolUse",
        name: "slow",
        timeout: "2 minutes",
        handler: () => Effect.delay(injects("done"), "90 seconds")
      })
      const fiber = yield* Effect.forkChild(emit(bash))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome.context.length, 1)
    }).pipe(Effect.provide(Registry.layer))
  )
})
