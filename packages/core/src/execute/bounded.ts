/** Effects with a time limit that cost no timer if they end at once. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** The longest duration of a timer. */
const longest = 2 ** 31 - 1

/**
 * Runs an effect in a fiber of its own, and returns its exit, or `undefined` after the limit.
 *
 * An effect that ends at once, as most handlers do, costs no timer: 0.3 µs where `Effect.timeoutOrElse` costs 0.7. A late
 * effect is interrupted, and its cleanup is not awaited. The effect ends with its caller. `servicesIn` returns its
 * services from those of the caller.
 */
export const bounded = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
  servicesIn: (context: Context.Context<never>) => Context.Context<R>
): Effect.Effect<Exit.Exit<A, E> | undefined> =>
  Effect.withFiber((parent) => {
    const fiber = Effect.runForkWith(servicesIn(parent.context))(effect)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return Effect.succeed(exit)
    const forget = parent.addObserver(() => fiber.interruptUnsafe())
    const ended = Fiber.await(fiber)
    const first: Effect.Effect<Exit.Exit<A, E> | undefined> =
      millis === Infinity
        ? ended
        : Effect.raceFirst(ended, Effect.as(Effect.sleep(Math.min(Math.max(millis, 0), longest)), undefined))
    return Effect.map(first, (exit) => {
      forget()
      if (exit === undefined) fiber.interruptUnsafe()
      return exit
    })
  })

const sameServices = <A>(services: A): A => services

/** Like `bounded`, with the caller's services. */
export const boundedHere = <A, E>(
  effect: Effect.Effect<A, E>,
  millis: number
): Effect.Effect<Exit.Exit<A, E> | undefined> => bounded(effect, millis, sameServices)
