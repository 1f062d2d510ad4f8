/** Failures of calls as data: what the engine does to a caller, its interruptions too, is one of three tagged errors. */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Failure, Unreached } from "../Protocol.ts"

const isFailure = Schema.is(Failure)

const failureOf = (what: string, cause: Cause.Cause<unknown>): Failure => {
  for (const reason of cause.reasons) if (Cause.isFailReason(reason) && isFailure(reason.error)) return reason.error
  // A caller would take the interruption of another fiber for its own, and end without a failure.
  const detail = Cause.hasInterruptsOnly(cause) ? "the other side ended it" : Cause.pretty(cause).split("\n")[0]
  return new Unreached({ reason: `${what} did not reach the fleet: ${detail}. It may have had an effect.` })
}

/** Ends a call at its limit, and makes every failure of it a tagged one. */
export const bounded =
  (what: string, limitMillis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Failure, R> =>
    effect.pipe(
      Effect.timeoutOrElse({
        duration: Duration.millis(limitMillis),
        orElse: () =>
          Effect.fail(
            new Unreached({
              reason: `${what} had no answer of the fleet within ${limitMillis} ms. It may have had an effect.`
            })
          )
      }),
      Effect.sandbox,
      Effect.mapError((cause) => failureOf(what, cause))
    )
