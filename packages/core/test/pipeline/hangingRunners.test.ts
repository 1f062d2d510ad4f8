// A runner that hangs outside of its work holds no event, no start of a program and no end of one: in its turn, its
// preparation or its cleanup.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Runner } from "@hookline/core/Runner"
import { CommandRunner } from "@hookline/core/Runners"
import * as Timeouts from "@hookline/core/Timeouts"
import type { HookReply } from "@hookline/schema/HookReply"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { answer, bash, claude, hook, reasons, statuses } from "./fixtures.ts"

const reply: HookReply = { _tag: "Exit", code: 2, stdout: "", stderr: "no" }
const denies = Effect.succeed(reply)

/** The pipeline of one guard on a runner, with 300 ms for each hook. */
const over = (runner: Runner<"Command">) =>
  TestPipeline.layer(
    claude([hook("guard")]),
    {},
    {
      provide: [FailurePolicy.layerClosed, Timeouts.layerFixed("300 millis"), Layer.succeed(CommandRunner)(runner)]
    }
  )

/** Answers an event, ends the pipeline, and lets this much time pass meanwhile. */
const answeredIn = (millis: number, runner: Runner<"Command">) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.provide(answer(), over(runner)), { startImmediately: true })
    yield* TestClock.adjust(millis)
    const exit = fiber.pollUnsafe()
    if (exit === undefined) yield* Fiber.interrupt(fiber).pipe(Effect.forkDetach)
    return exit
  })

/** A value that does not compile, as a program in JavaScript may give one. */
const wrong = (value: unknown) => value as never

const failing: Readonly<Record<string, Omit<Runner<"Command">, "run">>> = {
  "a turn that never comes": { turn: () => Effect.never },
  "a turn that can't be interrupted": { turn: () => Effect.uninterruptible(Effect.never) },
  "a turn that throws": {
    turn: () => {
      throw new Error("no turn")
    }
  },
  "a turn that is no effect": { turn: () => wrong(3) }
}

const unready: Readonly<Record<string, () => Effect.Effect<void>>> = {
  "never ends": () => Effect.never,
  "can't be interrupted": () => Effect.uninterruptible(Effect.never),
  dies: () => Effect.die("not ready"),
  "interrupts itself": () => Effect.interrupt,
  throws: () => {
    throw new Error("not ready")
  },
  "is no effect": () => wrong(undefined)
}

const late: Readonly<Record<string, Runner<"Command">["run"]>> = {
  "never ends after a reply": () =>
    Effect.acquireUseRelease(
      Effect.void,
      () => denies,
      () => Effect.never
    ),
  "never ends after the limit": () =>
    Effect.acquireUseRelease(
      Effect.void,
      () => Effect.never,
      () => Effect.never
    ),
  "can't be interrupted": () => Effect.uninterruptible(Effect.never)
}

describe("a runner", () => {
  for (const [name, more] of Object.entries(failing)) {
    it.effect(`fails its hook by ${name}`, () =>
      Effect.gen(function* () {
        const exit = yield* answeredIn(7000, { run: () => denies, ...more })
        assert.isDefined(exit, "it hangs")
        if (exit === undefined || Exit.isFailure(exit)) return assert.fail(String(exit))
        assert.deepStrictEqual(statuses(exit.value), ["guard failed"])
        assert.strictEqual(exit.value.outcome.verdict._tag, "Deny")
      })
    )
  }

  it.effect("whose turn comes within the limit runs its hook, whose own limit counts from then", () =>
    Effect.gen(function* () {
      const exit = yield* answeredIn(500, {
        turn: () => Effect.sleep(290),
        run: () => Effect.delay(denies, 200)
      })
      if (exit === undefined || Exit.isFailure(exit)) return assert.fail(String(exit))
      assert.deepStrictEqual(statuses(exit.value), ["guard ran"])
    })
  )

  for (const [name, prewarm] of Object.entries(unready)) {
    it.effect(`holds neither the start of a program nor an event by a preparation that ${name}`, () =>
      Effect.gen(function* () {
        const exit = yield* answeredIn(0, { run: () => denies, prewarm })
        if (exit === undefined || Exit.isFailure(exit)) return assert.fail(String(exit))
        assert.deepStrictEqual(statuses(exit.value), ["guard ran"])
        assert.deepStrictEqual(reasons(exit.value), ["no"])
      })
    )
  }

  it.effect("is asked to prepare nevertheless, at the start and after each event", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const prewarm: Runner<"Command">["prewarm"] = ({ hooks }) =>
        Effect.sync(() => asked.push(hooks.map(({ event }) => event)))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(asked, [["PreToolUse"]])
        const { answer } = yield* Pipeline
        yield* answer(bash)
      }).pipe(Effect.provide(over({ run: () => denies, prewarm })))
      assert.deepStrictEqual(asked, [["PreToolUse"], ["PreToolUse"]])
    })
  )

  for (const [name, run] of Object.entries(late)) {
    // proves: docs/failure-policy.md
    it.effect(`is not awaited for more than 2 s where its cleanup ${name}`, () =>
      Effect.gen(function* () {
        assert.isUndefined(yield* answeredIn(2299, { run }), "its cleanup is not awaited at all")
        const exit = yield* answeredIn(2300, { run })
        if (exit === undefined || Exit.isFailure(exit)) return assert.fail(String(exit))
        assert.deepStrictEqual(statuses(exit.value), ["guard failed"])
        assert.strictEqual(exit.value.outcome.verdict._tag, "Deny")
      })
    )
  }
})
