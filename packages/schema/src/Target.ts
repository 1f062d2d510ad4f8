/**
 * What a hook's matcher is held against: the tool's name, the session's source, …, where an event has such a thing.
 *
 * @since 0.1.0
 */
import type { HookEvent, Tag } from "./HookEvent.ts"

/** The field that names each event's target; events that are not here have none. */
const fields = {
  PreToolUse: "toolName",
  PostToolUse: "toolName",
  PostToolUseFailure: "toolName",
  PermissionRequest: "toolName",
  PermissionDenied: "toolName",
  Notification: "notificationType",
  UserPromptExpansion: "commandName",
  SessionStart: "source",
  SessionEnd: "reason",
  StopFailure: "error",
  SubagentStart: "agentType",
  SubagentStop: "agentType",
  PreCompact: "trigger",
  PostCompact: "trigger",
  PreModelSwitch: "toModel",
  PostModelSwitch: "toModel",
  Setup: "trigger",
  Elicitation: "mcpServerName",
  ElicitationResult: "mcpServerName",
  ConfigChange: "source",
  InstructionsLoaded: "loadReason",
  FileChanged: "filePath",
  DirectoryAdded: "source"
} as const satisfies Partial<Record<Tag, string>>

const names: Readonly<Record<string, string>> = fields

/**
 * The field that is an event's target, or nothing where its kind has none.
 *
 * @category getters
 * @since 0.1.0
 */
export const fieldOf = (eventName: string): string | undefined =>
  Object.hasOwn(names, eventName) ? names[eventName] : undefined

/**
 * Whether events of this name have a target. A matcher on one that has none is ignored.
 *
 * @category guards
 * @since 0.1.0
 */
export const has = (eventName: string): eventName is keyof typeof fields => fieldOf(eventName) !== undefined

/**
 * Whether the event is about one tool call, so that permission rules (`if`) mean something.
 *
 * @category guards
 * @since 0.1.0
 */
export const isTool = (eventName: string): boolean => fieldOf(eventName) === "toolName"

/**
 * The event's target, or nothing where its kind has none.
 *
 * **Details**
 *
 * A changed file is matched by its base name, a model by its name without the size in brackets.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (event: HookEvent): string | undefined => {
  switch (event._tag) {
    case "FileChanged":
      return event.filePath.slice(Math.max(event.filePath.lastIndexOf("/"), event.filePath.lastIndexOf("\\")) + 1)
    case "PreModelSwitch":
    case "PostModelSwitch":
      return event.toModel.replace(/\[[^\]]*\]$/, "")
    default: {
      const field = fieldOf(event._tag)
      // Every field named above is a string of its event; the table's `satisfies` and the tests hold it to that.
      return field === undefined ? undefined : (event as unknown as Readonly<Record<string, string>>)[field]
    }
  }
}
