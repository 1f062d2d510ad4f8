/** The driver of the model, if a program does more than to pass a toolkit to the model. */
import type { Injection } from "@hookline/coordinator/ContextBudget"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"

/**
 * The part of a loop that tool calls use. The loop gives context to the model after the tools' results, each text in
 * its role, and does not call the model again after a halt.
 *
 * @category models
 * @since 0.1.0
 */
export interface LoopControl {
  /** Gives the model the texts that hooks gave on an event. Each has its size and its time. */
  readonly tell: (context: ReadonlyArray<Injection>, event: string) => void
  readonly halt: (halt: Outcome.Halt) => void
}

/**
 * The loop that tool calls belong to. By default context is added beside the tool's result, and a halt fails the
 * model's call.
 *
 * @category services
 * @since 0.1.0
 */
export const LoopControl = Context.Reference<LoopControl | undefined>("hookline/HookedToolkit/Loop", {
  defaultValue: () => undefined
})
