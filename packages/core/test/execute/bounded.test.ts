// An effect within a limit ends like one by Effect.timeoutOrElse, and costs no timer if it ends at once.
import { assert, describe, it } from "@effect/vitest"
import { limited } from "@hookline/core/kit/execute/bounded"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const late = () => Effect.succeed("late")

/** Hangs, and cleans up in two steps, which `steps` records. */
const hanging = (steps: Array<string>) =>
  Effect.onInterrupt(Effect.never, () =>
    Effect.gen(function* () {
      steps.push("begins")
      yield* Effect.yieldNow
      steps.push("ends")
    })
  )

describe("an effect within a limit", () => {
  it.effect("ends with its own exit, at once or later", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* limited(Effect.succeed("done"), 10, late), "done")
      assert.deepStrictEqual(yield* Effect.exit(limited(Effect.fail("no"), 10, late)), Exit.fail("no"))
      assert.deepStrictEqual(yield* Effect.exit(limited(Effect.die("defect"), 10, late)), Exit.die("defect"))
      const slow = yield* Effect.forkChild(limited(Effect.as(Effect.sleep(5), "slow"), 10, late))
      yield* TestClock.adjust(5)
      assert.strictEqual(yield* Fiber.join(slow), "slow")
    })
  )

  it.effect("is interrupted when it is late, and has cleaned up by then", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      const fiber = yield* Effect.forkChild(limited(hanging(steps), 10, late))
      yield* TestClock.adjust(9)
      assert.deepStrictEqual(steps, [])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), "late")
      assert.deepStrictEqual(steps, ["begins", "ends"])
    })
  )

  it.effect("is interrupted with its caller, who waits until it has cleaned up", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      const fiber = yield* Effect.forkChild(limited(hanging(steps), 10, late), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(steps, ["begins", "ends"])
    })
  )

  it.effect("is interrupted if its caller is interrupted before it waits", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      const over = yield* Deferred.make<void>()
      const running = Effect.ensuring(hanging(steps), Deferred.succeed(over, undefined))
      // Interrupts the caller while the first part of the effect runs.
      const caller = Effect.withFiber((own) =>
        limited(
          Effect.suspend(() => (own.interruptUnsafe(), running)),
          10,
          late
        )
      )
      const exit = yield* Fiber.await(yield* Effect.forkChild(caller))
      assert.isTrue(Exit.hasInterrupts(exit))
      yield* Deferred.await(over)
      assert.deepStrictEqual(steps, ["begins", "ends"])
    })
  )
})
