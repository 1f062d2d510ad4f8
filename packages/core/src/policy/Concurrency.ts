/**
 * How many hooks may run at once.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"

/**
 * The bound on hooks that run at once. More would not be done sooner, and would keep the host's event loop busy.
 *
 * @category services
 * @since 0.1.0
 */
export const Concurrency = Context.Reference<{ readonly limit: number }>("@hookline/core/Concurrency", {
  defaultValue: () => ({ limit: 8 * availableParallelism() })
})

/**
 * Another bound.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (limit: number): Layer.Layer<never> => Layer.succeed(Concurrency)({ limit })
