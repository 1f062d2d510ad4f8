/**
 * Receives the results of hooks that run in the background, after their event was answered.
 *
 * @since 0.1.0
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Run } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Sealed, seal } from "../policy/sealed.ts"
import type { ThisProject } from "../ThisProject.ts"

/**
 * A background hook that has ended. Its outcome has context and notices, and never a verdict, because its event is over.
 *
 * @category models
 * @since 0.1.0
 */
export interface Done {
  readonly event: HookEvent
  readonly run: Run
  /** The text that wakes the agent, if the hook asked for that (`asyncRewake`) and ended with a block. */
  readonly rewake?: string
}

/**
 * The receiver of background results. By default they are dropped.
 *
 * @example
 * ```ts
 * import { Background } from "@hookline/core/Background"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const policy = Effect.map(Background, ({ onDone }) => onDone)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Background extends Context.Service<
  Background,
  Sealed<{ readonly onDone: (done: Done) => Effect.Effect<void> }>
>()("@hookline/core/Background") {}

/**
 * Calls a function with each result.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Background.layer(({ rewake }) => Effect.log(rewake ?? "a background hook has ended"))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (onDone: (done: Done) => Effect.Effect<void>): Layer.Layer<Background, never, ThisProject> =>
  Layer.succeed(Background)(seal({ onDone }))

/**
 * Drops all results. This is the default.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 *
 * const provide = [Background.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Background, never, ThisProject> = layer(() => Effect.void)
