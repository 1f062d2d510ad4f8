/** The differences between dialects in the meaning of a reply. */
import type { Change } from "@hookline/schema/Change"

export interface ReplyRules {
  /** True if `decision: "approve"` allows a tool call. A permission that is asked for it always allows. */
  readonly approves: boolean
  /** The effect of `updatedInput` on the input. */
  readonly input: Change["mode"]
  /** True if plain text is for the model on every event. */
  readonly feedback: boolean
}
