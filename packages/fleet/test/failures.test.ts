// Each end of a call is a tagged failure: an interruption of the other side, too, which a caller would take for its own.
import { assert, it } from "@effect/vitest"
import { bounded } from "@hookline/fleet/kit/internal/failures"
import { Refused } from "@hookline/fleet/Protocol"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const failureOf = <A, E>(effect: Effect.Effect<A, E>) => Effect.flip(bounded("Claim", 200)(effect))

it.live("a call that its other side interrupts, breaks or never ends is a failure", () =>
  Effect.gen(function* () {
    const interrupted = yield* failureOf(Effect.interrupt)
    assert.strictEqual(interrupted._tag, "Unreached")
    assert.include(interrupted.message, "the other side ended it")
    assert.strictEqual((yield* failureOf(Effect.die("broken")))._tag, "Unreached")
    assert.strictEqual((yield* failureOf(Effect.never))._tag, "Unreached")
    assert.strictEqual((yield* failureOf(Effect.fail(new Refused({ reason: "no" }))))._tag, "Refused")
  })
)

it.live("a caller that is interrupted itself ends", () =>
  Effect.gen(function* () {
    const calling = yield* Effect.forkChild(bounded("Claim", 60_000)(Effect.never), { startImmediately: true })
    yield* Fiber.interrupt(calling)
    assert.strictEqual((yield* Fiber.await(calling))._tag, "Failure")
  })
)
