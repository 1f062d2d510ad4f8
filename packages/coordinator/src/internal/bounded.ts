/** An effect that gets so much time, and no more: whatever it does, whoever waits for it goes on. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** A timer can't be longer than this many milliseconds. */
const longest = 2 ** 31 - 1

/**
 * Runs it in a fiber of its own, and gives how it ended, or nothing where its time was up.
 *
 * What is done at once, as most handlers are, costs no timer. Nobody waits until what is late has cleaned up. It ends
 * with whoever waits for it. `servicesIn` is what it needs, in the place that it is run in.
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
    const late = Effect.as(Effect.sleep(Math.min(Math.max(millis, 0), longest)), undefined)
    return Effect.map(Effect.raceFirst(Fiber.await(fiber), late), (ended) => {
      forget()
      if (ended === undefined) fiber.interruptUnsafe()
      return ended
    })
  })
