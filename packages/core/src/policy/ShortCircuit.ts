/**
 * Decides whether a deny skips the remaining hooks of an event.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Defaults, Dialect } from "../Dialect.ts"
import type { ThisProject } from "../ThisProject.ts"
import { type Sealed, seal } from "./sealed.ts"

/** @since 0.1.0 */
export type When = Defaults["shortCircuit"]

/**
 * The policy for short circuits: `never`, or as soon as a hook denies. By default that of the hook's dialect, so that in
 * a mixed catalog each hook is skipped, or not, as its author expects.
 *
 * @example
 * ```ts
 * import { ShortCircuit } from "@hookline/core/ShortCircuit"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(ShortCircuit, ({ when }) => when)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ShortCircuit extends Context.Service<
  ShortCircuit,
  Sealed<{ readonly when: (dialect: Dialect) => When }>
>()("@hookline/core/ShortCircuit") {}

/**
 * Decides by a function of the dialect.
 *
 * @example
 * ```ts
 * import * as ShortCircuit from "@hookline/core/ShortCircuit"
 *
 * const provide = [ShortCircuit.layer(({ defaults }) => (defaults.parallel ? "never" : "onDeny"))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (when: (dialect: Dialect) => When): Layer.Layer<ShortCircuit, never, ThisProject> =>
  Layer.succeed(ShortCircuit)(seal({ when }))

/**
 * Decides as the hook's dialect does. This is the default.
 *
 * @example
 * ```ts
 * import * as ShortCircuit from "@hookline/core/ShortCircuit"
 *
 * const provide = [ShortCircuit.layerDialect]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDialect: Layer.Layer<ShortCircuit, never, ThisProject> = layer(
  ({ defaults }) => defaults.shortCircuit
)

/**
 * Runs all hooks to their end, whatever others decide.
 *
 * @example
 * ```ts
 * import * as ShortCircuit from "@hookline/core/ShortCircuit"
 *
 * const provide = [ShortCircuit.layerNever]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNever: Layer.Layer<ShortCircuit, never, ThisProject> = layer(() => "never")

/**
 * Skips the remaining hooks after a deny.
 *
 * @example
 * ```ts
 * import * as ShortCircuit from "@hookline/core/ShortCircuit"
 *
 * const provide = [ShortCircuit.layerOnDeny]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOnDeny: Layer.Layer<ShortCircuit, never, ThisProject> = layer(() => "onDeny")
