/** Effects with a time limit that cost no timer if they end at once. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** The longest duration of a timer. */
const longest = 2 ** 31 - 1

/**
 * Runs an effect in a fiber of its own, and continues by its exit, or by `undefined` after the limit.
 *
 * An effect that ends at once, as most handlers do, costs no timer: 0.3 µs where `Effect.timeoutOrElse` costs 0.7. A late
 * effect is interrupted, and its cleanup is not awaited. The effect ends with its caller. `servicesIn` returns its
 * services from those of the caller.
 */
export const bounded = <A, E, R, B, E2>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
  servicesIn: (context: Context.Context<never>) => Context.Context<R>,
  end: (exit: Exit.Exit<A, E> | undefined) => Effect.Effect<B, E2>
): Effect.Effect<B, E2> =>
  Effect.withFiber((parent) => {
    const fiber = Effect.runForkWith(servicesIn(parent.context))(effect)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return end(exit)
    const forget = parent.addObserver(() => fiber.interruptUnsafe())
    const ended = Fiber.await(fiber)
    const first: Effect.Effect<Exit.Exit<A, E> | undefined> =
      millis === Infinity
        ? ended
        : Effect.raceFirst(ended, Effect.as(Effect.sleep(Math.min(Math.max(millis, 0), longest)), undefined))
    return Effect.flatMap(first, (exit) => {
      forget()
      if (exit === undefined) fiber.interruptUnsafe()
      return end(exit)
    })
  })

const sameServices = <A>(services: A): A => services

/** Runs an effect with the caller's services, and returns its exit, or `undefined` after the limit. */
export const boundedHere = <A, E>(
  effect: Effect.Effect<A, E>,
  millis: number
): Effect.Effect<Exit.Exit<A, E> | undefined> => bounded(effect, millis, sameServices, Effect.succeed)

/** The time that an interrupted effect has to clean up, in milliseconds. What it does later is awaited by no caller. */
export const cleanupMillis = 2000

/** Interrupts a fiber, and waits until it has cleaned up, for a while at most: its cleanup may hang or be uninterruptible. */
export const interrupted = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> =>
  Effect.withFiber((caller) => {
    fiber.interruptUnsafe(caller.id)
    if (fiber.pollUnsafe() !== undefined) return Effect.void
    return Effect.asVoid(Effect.raceFirst(Fiber.await(fiber), Effect.sleep(cleanupMillis)))
  })

/**
 * Runs an effect with the caller's services within a limit, and awaits its cleanup for `cleanupMillis` at most: an effect
 * that is late, or whose caller is interrupted, is interrupted first.
 *
 * An effect that ends at once costs no timer, as in `bounded`.
 */
export const limited = <A, E>(
  effect: Effect.Effect<A, E>,
  millis: number,
  late: () => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiber((parent) => {
    const fiber = Effect.runForkWith(parent.context)(effect)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return exit
    // The caller may end before it waits.
    const forget = parent.addObserver(() => fiber.interruptUnsafe())
    const joined = Effect.onInterrupt(Fiber.join(fiber), () => interrupted(fiber))
    return Effect.ensuring(Effect.timeoutOrElse(joined, { duration: millis, orElse: late }), Effect.sync(forget))
  })
