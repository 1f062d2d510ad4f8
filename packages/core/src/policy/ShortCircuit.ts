/**
 * When hooks that are still to run, or still running, are dropped.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Defaults, Dialect } from "../Dialect.ts"

/** @since 0.1.0 */
export type When = Defaults["shortCircuit"]

/**
 * The policy of short circuits: `never`, or as soon as something denies. Unless a layer is given it is that of the
 * hook's dialect, so that in a mixed catalog each hook is dropped, or not, as its author expects.
 *
 * @category services
 * @since 0.1.0
 */
export const ShortCircuit = Context.Reference<{ readonly when: (dialect: Dialect) => When }>(
  "@hookline/core/ShortCircuit",
  { defaultValue: () => ({ when: ({ defaults }) => defaults.shortCircuit }) }
)

/**
 * All hooks run to their ends, whatever others say.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNever: Layer.Layer<never> = Layer.succeed(ShortCircuit)({ when: () => "never" })

/**
 * A deny drops the rest.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOnDeny: Layer.Layer<never> = Layer.succeed(ShortCircuit)({ when: () => "onDeny" })
