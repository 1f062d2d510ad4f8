/**
 * The dialects, for tests of packages that know none.
 *
 * @since 0.1.0
 */
import { HookDialects } from "@hookline/core/HookDialects"
import * as Dialects from "@hookline/dialects/Dialects"
import type * as Layer from "effect/Layer"

export { Amcp } from "@hookline/dialects/Amcp"
export { Amplifier } from "@hookline/dialects/Amplifier"
export { ClaudeCode } from "@hookline/dialects/ClaudeCode"

/**
 * All of them.
 *
 * @category dialects
 * @since 0.1.0
 */
export const all = Dialects.all

/**
 * All of them, as the service by which hooks are found and told apart.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<HookDialects> = HookDialects.layer(all)

/** What Amplifier's handlers return, as outcomes and back, and the names of its events. */
export { documentedEventNames, eventNames, fromOutcome, HookResult, toOutcome } from "@hookline/dialects/Amplifier"
