/**
 * Calls of a port that end at once. Such a call can't be late, so that it needs no limit, and with it no fiber.
 *
 * **Details**
 *
 * A call is known to end at once by its function, not by the service that has it: a decorator of the service
 * has another function, which is called within a limit again.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * A call of a port.
 *
 * @category models
 * @since 0.1.0
 */
export type Call<Asked, A, E> = (asked: Asked) => Effect.Effect<A, E>

const runs = new WeakMap<object, unknown>()

/**
 * Creates a call from a function that returns its result. A function that throws makes the effect die.
 *
 * @example
 * ```ts
 * import { immediately } from "@hookline/core/kit/discover/immediate"
 * import * as Exit from "effect/Exit"
 *
 * const read = immediately((path: string) => Exit.succeed(path === "/etc/hooks.json" ? "{}" : undefined))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const immediately = <Asked, A, E>(run: (asked: Asked) => Exit.Exit<A, E>): Call<Asked, A, E> => {
  const guarded = (asked: Asked): Exit.Exit<A, E> => {
    try {
      return run(asked)
    } catch (error) {
      return Exit.die(error)
    }
  }
  const call: Call<Asked, A, E> = (asked) => Effect.suspend(() => guarded(asked))
  runs.set(call, guarded)
  return call
}

/**
 * Returns the function of a call that ends at once, or `undefined` for any other call.
 *
 * @category getters
 * @since 0.1.0
 */
export const runOf = <Asked, A, E>(call: Call<Asked, A, E>): ((asked: Asked) => Exit.Exit<A, E>) | undefined =>
  // `immediately` is the only place that adds a function, under a call of the same types.
  runs.get(call) as ((asked: Asked) => Exit.Exit<A, E>) | undefined

/**
 * Calls a port within an effect that runs: the result of a call that ends at once is its exit, which a generator uses
 * without the runtime. A reading has thousands of such calls.
 *
 * @category combining
 * @since 0.1.0
 */
export const callNow = <Asked, A, E>(call: Call<Asked, A, E>, asked: Asked): Effect.Effect<A, E> => {
  const run = runOf(call)
  return run === undefined ? call(asked) : run(asked)
}

/**
 * Decorates a call with a function that is called before it. The result ends at once if the call does.
 *
 * @category combining
 * @since 0.1.0
 */
export const preceded = <Asked, A, E>(call: Call<Asked, A, E>, before: (asked: Asked) => void): Call<Asked, A, E> => {
  const run = runOf(call)
  return run === undefined
    ? (asked) =>
        Effect.suspend(() => {
          before(asked)
          return call(asked)
        })
    : immediately((asked) => {
        before(asked)
        return run(asked)
      })
}
