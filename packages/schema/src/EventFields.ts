/**
 * The names of events, and the fields of each. A process that answers one event needs no schema of all of them, which takes
 * longer to create than the rest of its work on the payload.
 *
 * @since 0.1.0
 */
import { sessionEvents } from "./internal/events/sessions.ts"
import { toolEvents } from "./internal/events/tools.ts"
import { turnEvents } from "./internal/events/turns.ts"

export { common, JsonObject } from "./internal/events/common.ts"

type ToolEvents = typeof toolEvents
type TurnEvents = typeof turnEvents
type SessionEvents = typeof sessionEvents

/** The fields of all known events. */
export type EventFields = ToolEvents & TurnEvents & SessionEvents

/** The names of the known events, in the order of the schema. */
export const names = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "PermissionRequest",
  "PermissionDenied",
  "Notification",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "MessageDisplay",
  "SessionStart",
  "SessionEnd",
  "Setup",
  "PreCompact",
  "PostCompact",
  "PreModelSwitch",
  "PostModelSwitch",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded"
] as const satisfies ReadonlyArray<keyof EventFields>

/** Returns the fields of all known events. It does not compile unless each of them has its name above. */
export const all = (): { readonly [Name in (typeof names)[number]]: EventFields[Name] } => ({
  ...toolEvents,
  ...turnEvents,
  ...sessionEvents
})

/** Returns the fields of one event. The groups are separate, so that the fields of the others are not created. */
export const fieldsOf = <Name extends keyof EventFields>(name: Name): EventFields[Name] => {
  const group = name in toolEvents ? toolEvents : name in turnEvents ? turnEvents : sessionEvents
  // The group that has the name holds its fields, since the names of the groups differ.
  return (group as EventFields)[name]
}
