/** Whoever drives the model, where somebody does more than to hand it a toolkit. */
import type * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"

/**
 * What a loop hears from tool calls. It gives the texts to the model after the tools' results, in the role asked for,
 * and asks the model no more once somebody wants it stopped.
 *
 * @category models
 * @since 0.1.0
 */
export interface Loop {
  readonly tell: (context: ReadonlyArray<Outcome.Context>) => void
  readonly halt: (halt: Outcome.Halt) => void
}

/**
 * The loop that tool calls are part of. Unless one is provided texts stand beside the tool's result, and a halt fails
 * the model's call.
 *
 * @category services
 * @since 0.1.0
 */
export const Loop = Context.Reference<Loop | undefined>("hookline/HookedToolkit/Loop", {
  defaultValue: () => undefined
})
