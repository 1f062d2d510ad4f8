/** Events as plain objects. */

/** The canonical names of the known events. */
export type EventName =
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "PermissionRequest"
  | "PermissionDenied"
  | "Notification"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "Stop"
  | "StopFailure"
  | "SubagentStart"
  | "SubagentStop"
  | "TeammateIdle"
  | "TaskCreated"
  | "TaskCompleted"
  | "Elicitation"
  | "ElicitationResult"
  | "MessageDisplay"
  | "SessionStart"
  | "SessionEnd"
  | "Setup"
  | "PreCompact"
  | "PostCompact"
  | "PreModelSwitch"
  | "PostModelSwitch"
  | "ConfigChange"
  | "WorktreeCreate"
  | "WorktreeRemove"
  | "InstructionsLoaded"
  | "CwdChanged"
  | "FileChanged"
  | "DirectoryAdded"

/** Any other name, while editors suggest the known ones. */
export type AnyName = string & {}

/**
 * An event in an agent: `{ event: "PreToolUse", tool: "Bash", input: { command: "ls" } }`.
 *
 * A key that is unknown, or that this event does not have, is an error, because a guard must not check less than there
 * is.
 */
export interface PlainEvent {
  /** The name of the event. An unknown one runs the hooks that are configured under exactly this name. */
  readonly event: EventName | AnyName
  /** The tool, on events about a tool. */
  readonly tool?: string | undefined
  /** The tool's input: a JSON object. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** The tool's result, on `PostToolUse`. */
  readonly result?: unknown
  /** The error, on `PostToolUseFailure`. */
  readonly error?: string | undefined
  /** The user's prompt, on `UserPromptSubmit` and `UserPromptExpansion`. */
  readonly prompt?: string | undefined
  /** The match target of events without a tool: `startup`, `resume`, `auto`, a type of agent, … */
  readonly source?: string | undefined
  /** The session. Exports of hooks, and permanent approvals, are stored per session. */
  readonly session?: string | undefined
  /** The agent's working directory, for hooks only. */
  readonly cwd?: string | undefined
  /** All other fields, by the names that hooks read: `{ transcript_path: "…", message: "…" }`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** The event that a handler gets. `fields` contains all fields, as hooks read them. */
export interface HandlerEvent extends PlainEvent {
  readonly fields: Readonly<Record<string, unknown>>
}

/** An event about a tool call. */
export interface ToolEvent extends HandlerEvent {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** An event about the user's prompt. */
export interface PromptEvent extends HandlerEvent {
  readonly prompt: string
}

/** The event that a handler of this name gets. */
export type EventFor<Name extends string> = Name extends
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PermissionRequest"
  | "PermissionDenied"
  ? ToolEvent
  : Name extends "UserPromptSubmit" | "UserPromptExpansion"
    ? PromptEvent
    : HandlerEvent
