/** Where dialects disagree about what one and the same reply means. */
import type { Change } from "@hookline/schema/Change"

export interface Manner {
  /** Whether `decision: "approve"` allows a tool call. */
  readonly approves: boolean
  /** What `updatedInput` does to the input. */
  readonly input: Change["mode"]
  /** Whether plain text is for the model on every event. */
  readonly feedback: boolean
}
