/** The end of a hook's limit, so that a provider that is asked again can report why before the hook is interrupted. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The time before the limit at which a retry is given up: the failure has to arrive within the limit. */
const reserveOf = (limitMillis: number): number => Math.min(250, limitMillis / 10)

/** The time, in milliseconds on the `Clock`, at which a call has to be over. It is `undefined` outside of a hook. */
export const Deadline = Context.Reference<number | undefined>("@hookline/prompt/Deadline", {
  defaultValue: () => undefined
})

/** Runs a hook with the deadline of its limit. */
export const within = <A, E, R>(limitMillis: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.provideService(run, Deadline, now + limitMillis - reserveOf(limitMillis))
  )

/** Returns the milliseconds that remain, or `undefined` without a deadline. */
export const remaining: Effect.Effect<number | undefined> = Effect.gen(function* () {
  const deadline = yield* Deadline
  return deadline === undefined ? undefined : deadline - (yield* Clock.currentTimeMillis)
})
