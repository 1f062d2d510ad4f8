/**
 * The names that a reply's fields have, and what is said of those that mean nothing where they stand. They are asked for
 * every field of every reply: a `switch` compares names as fast as pointers.
 */
import * as Draft from "./Draft.ts"
import { isEffect } from "./effects.ts"

/** Whether a field of this name means something at the top of a reply. */
export const isTop = (name: string): boolean => {
  switch (name) {
    case "hookSpecificOutput":
    case "systemMessage":
    case "continue":
    case "stopReason":
    case "suppressOutput":
    case "decision":
    case "reason":
    case "terminalSequence":
    case "permissionDecision":
    case "permissionDecisionReason":
    case "block":
    case "contextInjection":
    case "newContent":
    case "feedback":
    // Hosts' own business: how to go on in the background, and which contract is meant.
    case "async":
    case "asyncTimeout":
    case "version":
      return true
    default:
      return false
  }
}

/** Whether a field of this name means something in `hookSpecificOutput`, effects left out. */
export const isSpecific = (name: string): boolean => {
  switch (name) {
    case "hookEventName":
    case "permissionDecision":
    case "permissionDecisionReason":
    case "updatedInput":
    case "additionalContext":
    case "decision":
    case "reason":
    case "updatedToolOutput":
    case "updatedMCPToolOutput":
    case "updatedResponse":
      return true
    default:
      return false
  }
}

const isElsewhere = {
  top: isTop,
  specific: (name: string) => isSpecific(name) || isEffect(name)
}

/** Says which fields were passed over. One that has its meaning elsewhere may have been a guard's whole answer. */
export const tellIgnored = (
  draft: Draft.Draft,
  ignored: ReadonlyArray<string>,
  elsewhere: keyof typeof isElsewhere
): void =>
  Draft.notify(
    draft,
    ignored.some(isElsewhere[elsewhere]) ? "warning" : "info",
    `${draft.by} has fields in its reply that mean nothing there, and were passed over: ${ignored.join(", ")}`
  )
