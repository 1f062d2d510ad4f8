/**
 * What an event can carry: which verdicts mean something for it, what can be changed, whether text reaches the model.
 *
 * @since 0.1.0
 */
import type * as Change from "./Change.ts"
import type { HookEvent, Tag } from "./HookEvent.ts"
import type * as Verdict from "./Verdict.ts"

/**
 * What one event can carry.
 *
 * @category models
 * @since 0.1.0
 */
export interface Carries {
  readonly verdicts: ReadonlyArray<Exclude<Verdict.Tag, "Pass">>
  /** What the reasons of a block become where it can't be carried: text for the model, or a message for the user. */
  readonly blockBecomes: "context" | "notice"
  readonly changes: ReadonlyArray<Change.Target>
  readonly context: boolean
  readonly halts: boolean
  /** The host effects by their kinds. */
  readonly effects: ReadonlyArray<string>
  /** Whether what a hook prints as plain text is meant for the model. */
  readonly plainText: boolean
  /** Whether a hook that failed may deny the event, where its policy says so. */
  readonly failsClosed: boolean
}

const nothing: Carries = {
  verdicts: [],
  blockBecomes: "notice",
  changes: [],
  context: false,
  halts: false,
  effects: [],
  plainText: false,
  failsClosed: false
}

/** An event before something happens, which can be kept from happening. */
const before: Carries = { ...nothing, verdicts: ["Ask", "Deny"], failsClosed: true }

/** The end of some work: a block there makes the work go on, so a broken hook must never cause one. */
const end: Carries = { ...nothing, verdicts: ["Deny"], halts: true }

const table: Readonly<Record<Tag, Carries>> = {
  PreToolUse: {
    ...before,
    verdicts: ["Allow", "Ask", "Defer", "Deny"],
    changes: ["input"],
    context: true,
    halts: true
  },
  PermissionRequest: {
    ...before,
    verdicts: ["Allow", "Ask", "Deny"],
    changes: ["input"],
    halts: true,
    effects: ["updatedPermissions"]
  },
  PermissionDenied: { ...nothing, effects: ["retry"] },
  PostToolUse: {
    ...nothing,
    blockBecomes: "context",
    changes: ["result"],
    context: true,
    halts: true,
    effects: ["classifierContext"]
  },
  PostToolUseFailure: { ...nothing, blockBecomes: "context", context: true, halts: true },
  PostToolBatch: { ...before, context: true, halts: true },
  UserPromptSubmit: {
    ...before,
    changes: ["prompt"],
    context: true,
    halts: true,
    effects: ["sessionTitle", "suppressOriginalPrompt"],
    plainText: true
  },
  UserPromptExpansion: {
    ...before,
    context: true,
    halts: true,
    effects: ["suppressOriginalPrompt"],
    plainText: true
  },
  Stop: { ...end, context: true },
  SubagentStop: { ...end, context: true },
  SubagentStart: { ...nothing, context: true, halts: true },
  StopFailure: nothing,
  TeammateIdle: end,
  TaskCompleted: end,
  TaskCreated: before,
  Elicitation: { ...before, effects: ["action", "content"] },
  ElicitationResult: { ...before, effects: ["action", "content"] },
  MessageDisplay: { ...nothing, effects: ["displayContent"] },
  Notification: nothing,
  SessionStart: {
    ...nothing,
    context: true,
    halts: true,
    effects: ["initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"],
    plainText: true
  },
  SessionEnd: nothing,
  Setup: nothing,
  PreCompact: before,
  PostCompact: nothing,
  PreModelSwitch: { ...before, verdicts: ["Allow", "Ask", "Deny"], halts: true },
  PostModelSwitch: { ...nothing, context: true, halts: true, plainText: true },
  ConfigChange: before,
  WorktreeCreate: { ...before, effects: ["worktreePath"] },
  WorktreeRemove: before,
  InstructionsLoaded: nothing,
  CwdChanged: { ...nothing, effects: ["watchPaths"] },
  FileChanged: { ...nothing, effects: ["watchPaths"] },
  DirectoryAdded: nothing,
  Other: { ...nothing, context: true }
}

/**
 * What this event can carry. A policy's own change of settings can't be kept from happening.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (event: HookEvent): Carries =>
  event._tag === "ConfigChange" && event.source === "policy_settings" ? nothing : table[event._tag]

/**
 * Whether a host effect of this kind means something. Every event may ring the terminal's bell.
 *
 * @category guards
 * @since 0.1.0
 */
export const hasEffect = (carries: Carries, kind: string): boolean =>
  kind === "terminalSequence" || carries.effects.includes(kind)
