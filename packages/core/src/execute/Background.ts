/**
 * Hooks that run on while their event is answered: what came of them is told here.
 *
 * @since 0.1.0
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Run } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * A hook that ran in the background, and is done. Its outcome holds what it says to the model and to the user, and never
 * a verdict: its event is over.
 *
 * @category models
 * @since 0.1.0
 */
export interface Done {
  readonly event: HookEvent
  readonly run: Run
  /** What is to wake the agent: the hook asked to do so (`asyncRewake`), and ended with a block. */
  readonly rewake?: string
}

/**
 * Who is told of hooks that ran in the background. Nobody, unless a layer is given.
 *
 * @category services
 * @since 0.1.0
 */
export const Background = Context.Reference<{ readonly onDone: (done: Done) => Effect.Effect<void> }>(
  "@hookline/core/Background",
  { defaultValue: () => ({ onDone: () => Effect.void }) }
)

/**
 * Tells this function of each.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (onDone: (done: Done) => Effect.Effect<void>): Layer.Layer<never> =>
  Layer.succeed(Background)({ onDone })
