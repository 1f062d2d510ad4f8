/** The parts of the Claude Agent SDK's types that the adapter uses. */
import type { EventName } from "../../promise/PlainEvent.ts"

/** The part of an answer that belongs to one event. Events that are not here have further forms. */
export type HookSpecific =
  | {
      readonly hookEventName: "PreToolUse"
      readonly permissionDecision?: "allow" | "deny" | "ask" | "defer"
      readonly permissionDecisionReason?: string
      readonly updatedInput?: Record<string, unknown>
      readonly additionalContext?: string
    }
  | { readonly hookEventName: "UserPromptSubmit"; readonly additionalContext?: string }
  | { readonly hookEventName: "PostToolUse"; readonly additionalContext?: string; readonly updatedToolOutput?: unknown }

/** An answer of a callback. */
export interface HookOutput {
  readonly continue?: boolean
  readonly suppressOutput?: boolean
  readonly stopReason?: string
  readonly decision?: "approve" | "block"
  readonly systemMessage?: string
  readonly reason?: string
  readonly hookSpecificOutput?: HookSpecific
}

/** A callback of the SDK. `input` is an event in Claude Code's format. */
export type HookCallback = (
  input: object,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal }
) => Promise<HookOutput>

/** Callbacks of one event, without a matcher: Hookline matches. */
export interface HookMatcher {
  hooks: Array<HookCallback>
  /** In seconds. */
  timeout: number
  onFailure: "continue" | "block"
}

/** The SDK's option `hooks`. */
export type HookMatchers = Partial<Record<EventName, Array<HookMatcher>>>

/** Options for the callbacks. */
export interface Options {
  /** The events to call back for. Defaults to all but `WorktreeCreate`, whose callback must make the worktree. */
  readonly events?: ReadonlyArray<EventName> | undefined
  /** The time in seconds for all hooks of an event. Defaults to an hour, because each hook has a limit of its own. */
  readonly timeout?: number | undefined
  /**
   * The effect of a failure of Hookline itself, such as hooks that are closed. Defaults to `"block"`. What a failed hook
   * means is the policy's to decide, not this option's.
   */
  readonly onFailure?: "continue" | "block" | undefined
  /** The source of a session's start, since the SDK calls nothing back for it. Defaults to `"startup"`. */
  readonly source?: "startup" | "resume" | undefined
}
