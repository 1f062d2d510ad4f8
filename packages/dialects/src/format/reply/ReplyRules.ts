/** The differences between dialects in the meaning of a reply. */
import type { Change } from "@hookline/schema/Change"

export interface ReplyRules {
  /** True if `decision: "approve"` allows a tool call. A permission that is asked for it always allows. */
  readonly approves: boolean
  /** The effect of `updatedInput` on the input. */
  readonly input: Change["mode"]
  /** True if plain text is for the model on every event. */
  readonly feedback: boolean
  /** False if `permissionDecision` grants nothing. */
  readonly grants?: false
  /** True if `hookSpecificOutput` need not name its event. */
  readonly isUnnamed?: true
  /** A further name of `updatedInput`. */
  readonly inputField?: string
  /** True if an object on standard error is the reply where nothing else was printed. */
  readonly readsStderr?: true
  /** True if every exit code above 2 with a text denies, too. */
  readonly laterExitsDeny?: true
  /** True if plain text is for the user on every event. */
  readonly informsUser?: true
}
