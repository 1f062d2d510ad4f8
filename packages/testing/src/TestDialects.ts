/**
 * The dialects, for tests of packages without dialects.
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
 * All dialects.
 *
 * @category dialects
 * @since 0.1.0
 */
export const all = Dialects.all

/**
 * Provides all dialects to discovery.
 *
 * @example
 * ```ts
 * import { ConfigFiles } from "@hookline/core/ConfigFiles"
 * import { Discoverer } from "@hookline/core/Discoverer"
 * import * as TestDialects from "@hookline/testing/TestDialects"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(Discoverer.layerNoDeps, [ConfigFiles.layerMemory({}), TestDialects.layer])
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<HookDialects> = HookDialects.layer(all)

/** Conversions between the results of Amplifier's handlers and outcomes, and the names of its events. */
export { documentedEventNames, eventNames, fromOutcome, HookResult, toOutcome } from "@hookline/dialects/Amplifier"
