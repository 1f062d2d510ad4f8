/**
 * The capabilities of events: the parts of an outcome that an event supports.
 *
 * @since 0.1.0
 */
import type * as Change from "./Change.ts"
import type { HookEvent, Tag } from "./HookEvent.ts"
import type * as Verdict from "./Verdict.ts"

/**
 * The parts of an outcome that one event supports.
 *
 * @category models
 * @since 0.1.0
 */
export interface Capabilities {
  readonly verdicts: ReadonlyArray<Exclude<Verdict.Tag, "Pass">>
  /** The form in which the reasons of an unsupported block remain: text for the model, or a message for the user. */
  readonly blockBecomes: "context" | "notice"
  readonly changes: ReadonlyArray<Change.Target>
  readonly context: boolean
  readonly halts: boolean
  /** The kinds of host effects that the event supports. */
  readonly effects: ReadonlyArray<string>
  /** True if plain text that a hook prints is meant for the model. */
  readonly plainText: boolean
  /** True if a failed hook may deny the event, where the failure policy asks for it. */
  readonly failsClosed: boolean
}

const nothing: Capabilities = {
  verdicts: [],
  blockBecomes: "notice",
  changes: [],
  context: false,
  halts: false,
  effects: [],
  plainText: false,
  failsClosed: false
}

/** An event before an action, which a hook can prevent. */
const before: Capabilities = { ...nothing, verdicts: ["Ask", "Deny"], failsClosed: true }

/** The end of some work. A block makes the work continue there, so a failed hook must never cause one. */
const end: Capabilities = { ...nothing, verdicts: ["Deny"], halts: true }

const table: Readonly<Record<Tag, Capabilities>> = {
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
 * Returns the capabilities of an event. A change of settings by a policy can't be prevented. A program that is not compiled
 * may emit an event with any tag: an unknown one may be that of an action, so that it has the capabilities of `PreToolUse`.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (event: HookEvent): Capabilities => {
  if (event._tag === "ConfigChange" && event.source === "policy_settings") return nothing
  return Object.hasOwn(table, event._tag) ? table[event._tag] : table.PreToolUse
}

/**
 * Checks whether an event can be denied.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayDeny = (event: HookEvent): boolean => of(event).verdicts.includes("Deny")

/**
 * Checks whether the event supports a kind of host effect. Every event supports `terminalSequence`.
 *
 * @category guards
 * @since 0.1.0
 */
export const hasEffect = (carries: Capabilities, kind: string): boolean =>
  kind === "terminalSequence" || carries.effects.includes(kind)

/**
 * Checks whether a failed hook may deny events of this name.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayFailClosed = (name: string): boolean => {
  const known: Readonly<Record<string, Capabilities>> = table
  return Object.hasOwn(known, name) && known[name]?.failsClosed === true
}
