/** A halt as an error, for loops that only an error of the model's call stops. */
import { Halt } from "@hookline/schema/Outcome"
import * as AiError from "effect/ai/AiError"
import * as Schema from "effect/Schema"

const isHalt = Schema.is(Halt)

/** Creates the error. It is not retryable, because the next call would be halted as well. */
export const halted = (tool: string, { by, reason }: Halt): AiError.AiError =>
  AiError.make({
    module: "HookedToolkit",
    method: `${tool}.handle`,
    reason: new AiError.ContentPolicyError({
      description: `${by} stops the agent: ${reason}`,
      metadata: { hookline: { by, reason } }
    })
  })

/**
 * Returns the halt of an error, if it has one.
 *
 * @category getters
 * @since 0.1.0
 */
export const haltOf = (error: unknown): Halt | undefined => {
  if (!AiError.isAiError(error) || error.reason._tag !== "ContentPolicyError") return undefined
  const halt: unknown = error.reason.metadata["hookline"]
  return isHalt(halt) ? halt : undefined
}
