/**
 * The target of a matcher: the tool's name, the session's source, and so on. Some events have none.
 *
 * @since 0.1.0
 */
import type { HookEvent, Tag } from "./HookEvent.ts"

/** The field with each event's target. Events that are not listed have none. */
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
 * Returns the field with the target of events of this name, or `undefined` if they have none.
 *
 * @category getters
 * @since 0.1.0
 */
export const fieldOf = (eventName: string): string | undefined =>
  Object.hasOwn(names, eventName) ? names[eventName] : undefined

/**
 * Checks whether events of this name have a target. A matcher on an event without a target is ignored.
 *
 * @category guards
 * @since 0.1.0
 */
export const has = (eventName: string): eventName is keyof typeof fields => fieldOf(eventName) !== undefined

/**
 * Checks whether an event is about one tool call, so that permission rules (`if`) apply.
 *
 * @category guards
 * @since 0.1.0
 */
export const isTool = (eventName: string): boolean => fieldOf(eventName) === "toolName"

/**
 * Returns the target of an event, or `undefined` if it has none.
 *
 * **Details**
 *
 * The target of a changed file is its base name; the target of a model is its name without the size in brackets. An event
 * whose field is no text has none.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (event: HookEvent): string | undefined => {
  const field = fieldOf(event._tag)
  // Every field above is one of its event, and a string, unless the program that emits it is not compiled.
  const target = field === undefined ? undefined : (event as unknown as Readonly<Record<string, unknown>>)[field]
  if (typeof target !== "string") return undefined
  switch (event._tag) {
    case "FileChanged":
      return target.slice(Math.max(target.lastIndexOf("/"), target.lastIndexOf("\\")) + 1)
    case "PreModelSwitch":
    case "PostModelSwitch":
      return target.replace(/\[[^\]]*\]$/, "")
    default:
      return target
  }
}
