/** Events as plain objects. */

/** The names of the events that are known, in Claude Code's words. */
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

/** Any other name: editors still offer those that are known. */
export type AnyName = string & {}

/**
 * What happens in an agent: `{ event: "PreToolUse", tool: "Bash", input: { command: "ls" } }`.
 *
 * A key that is not known, or has no place in this event, is refused: a guard must not be asked about less than there is.
 */
export interface PlainEvent {
  /** Its name. One that is not known is for hooks that are configured under exactly this name. */
  readonly event: EventName | AnyName
  /** The tool, where the event is about one. */
  readonly tool?: string | undefined
  /** What the tool is called with: an object of JSON. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** What the tool gave, on `PostToolUse`. */
  readonly result?: unknown
  /** What went wrong, on `PostToolUseFailure`. */
  readonly error?: string | undefined
  /** What the user says, on `UserPromptSubmit` and `UserPromptExpansion`. */
  readonly prompt?: string | undefined
  /** The word that the event is matched by where that is no tool: `startup`, `resume`, `auto`, a type of agent, … */
  readonly source?: string | undefined
  /** The session. What hooks export, and what was approved for always, is kept for each. */
  readonly session?: string | undefined
  /** The folder that the agent is in: told to hooks, and nothing more. */
  readonly cwd?: string | undefined
  /** Everything else, by the names that hooks read: `{ transcript_path: "…", message: "…" }`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** An event as a handler gets it. All of it stands in `fields`, too, as hooks read it. */
export interface HandlerEvent extends PlainEvent {
  readonly fields: Readonly<Record<string, unknown>>
}

/** An event about a tool's call. */
export interface ToolEvent extends HandlerEvent {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** An event about what the user says. */
export interface PromptEvent extends HandlerEvent {
  readonly prompt: string
}

/** What a handler of this name gets. */
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
