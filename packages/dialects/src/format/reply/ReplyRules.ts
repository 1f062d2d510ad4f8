/** The differences between dialects in the meaning of a reply. */
import type { Change } from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import type { Draft } from "./Draft.ts"

/** Fields at the top of a reply that only one dialect's hooks have: their names, and their effects. */
export interface OwnFields {
  readonly names: ReadonlySet<string>
  /** The events on which `continue: false` blocks, and stops nothing. */
  readonly blocksBy?: ReadonlySet<string>
  /** Reads the fields before all others. */
  readonly read: (draft: Draft, event: HookEvent, fields: Json) => void
}

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
  /** The events on which every exit code but 0 denies. */
  readonly failuresDeny?: ReadonlySet<string>
  /** True if lines that report progress, each an object, may be printed beside the reply. */
  readonly hasProgress?: true
  /** True if a permission is granted by no object in `hookSpecificOutput`, and by no `decision`. */
  readonly grantsFlatOnly?: true
  /** Fields at the top that only this dialect's hooks have. */
  readonly own?: OwnFields
  /** True if plain text is for the user on every event. */
  readonly informsUser?: true
}
