/**
 * The maximum number of hooks that run at the same time.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { count } from "./amounts.ts"
import type { ThisProject } from "../ThisProject.ts"
import { type Sealed, seal } from "./sealed.ts"

/**
 * The policy for concurrency. More hooks at the same time would not finish sooner, and would block the host's event loop.
 *
 * **Details**
 *
 * Hooks in the background and native handlers take no slot: a handler may emit events itself, whose hooks would wait for
 * the slot that it holds.
 *
 * @example
 * ```ts
 * import { Concurrency } from "@hookline/core/Concurrency"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(Concurrency, ({ limit }) => limit)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Concurrency extends Context.Service<Concurrency, Sealed<{ readonly limit: number }>>()(
  "@hookline/core/Concurrency"
) {}

const limited = (checked: Effect.Effect<number>): Layer.Layer<Concurrency, never, ThisProject> =>
  Layer.effect(
    Concurrency,
    Effect.map(checked, (limit) => seal({ limit }))
  )

/**
 * Limits the number of hooks that run at the same time. Any number but a whole one from 1 on, or `Infinity`, is a defect
 * while the hooks are built, because with fewer slots no hook would ever start.
 *
 * @example
 * ```ts
 * import * as Concurrency from "@hookline/core/Concurrency"
 *
 * const provide = [Concurrency.layer(4)]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (limit: number): Layer.Layer<Concurrency, never, ThisProject> =>
  limited(count("Concurrency.layer", limit))

/**
 * Limits the number of hooks to 8 for each CPU. This is the default. The number of CPUs is one as in `layer`.
 *
 * @example
 * ```ts
 * import * as Concurrency from "@hookline/core/Concurrency"
 *
 * const provide = [Concurrency.layerPerCpu(16)]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerPerCpu = (cpus = 4): Layer.Layer<Concurrency, never, ThisProject> =>
  limited(Effect.map(count("Concurrency.layerPerCpu", cpus), (cpus) => 8 * cpus))
