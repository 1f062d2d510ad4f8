/** Stages and policies that a program provides and that break: they throw, die or interrupt themselves. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { sentence } from "../PipelineError.ts"

/** Checks whether an effect broke. The caller's own interrupt ends the caller, so that one which arrives here is the effect's. */
export const isBroken = <E>(cause: Cause.Cause<E>): boolean => Cause.hasDies(cause) || Cause.hasInterrupts(cause)

/** Returns the problem of an effect that broke. */
export const issueOf = <E>(cause: Cause.Cause<E>): string => {
  const die = cause.reasons.find(Cause.isDieReason)
  return die === undefined ? "it was interrupted by itself" : sentence(die.defect)
}

/** Calls a function of the program. Not all programs compile, so that it may return something else than an effect. */
export const called = <A, E>(call: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const effect = call()
    return isEffect(effect) ? effect : Effect.die(new Error("it returned no Effect"))
  })

const isEffect = (value: unknown): boolean => Effect.isEffect(value)

/** Recovers from an effect that broke, by its problem. Failures stay as they are. */
export const orElse = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  otherwise: (issue: string) => Effect.Effect<B, E2>
): Effect.Effect<A | B, E | E2> =>
  Effect.catchCause(effect, (cause): Effect.Effect<A | B, E | E2> =>
    isBroken(cause) ? otherwise(issueOf(cause)) : Effect.failCause(cause)
  )
