/** The capabilities of Claude Code on each event, and its form of a denial there. */
import type { Capabilities } from "@hookline/schema/Capabilities"
import { of } from "@hookline/schema/Capabilities"
import type { HostReply } from "@hookline/core/Dialect"
import type { HookEvent, Tag } from "@hookline/schema/HookEvent"

/**
 * By which words a denial goes: a permission's decision, a permission request's, the reply's own decision, or only by
 * exit code 2, where the host reads no decision.
 */
export type Way = "permission" | "behavior" | "decision" | "exit"

const ways: Partial<Record<Tag, Way>> = {
  PreToolUse: "permission",
  PreModelSwitch: "permission",
  PermissionRequest: "behavior",
  TeammateIdle: "exit",
  TaskCompleted: "exit",
  WorktreeCreate: "exit",
  WorktreeRemove: "exit"
}

/** Returns the form of a denial of this event, or `undefined`. */
export const wayOf = (event: HookEvent): Way => ways[event._tag] ?? "decision"

const words: Readonly<Record<Way, Capabilities["verdicts"]>> = {
  permission: ["Allow", "Ask", "Defer", "Deny"],
  behavior: ["Allow", "Deny"],
  decision: ["Deny"],
  exit: ["Deny"]
}

const deaf: ReadonlySet<Tag> = new Set<Tag>([
  "Notification",
  "SessionEnd",
  "Setup",
  "StopFailure",
  "PreCompact",
  "PostCompact",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "MessageDisplay",
  "Elicitation",
  "ElicitationResult",
  // There the model would read it.
  "DirectoryAdded"
])

/** Checks whether the host shows messages that come with this event. */
export const isHeard = (event: HookEvent): boolean => !deaf.has(event._tag)

/** Events whose messages are in the transcript of a subagent, or whose handling is unknown. */
const hidden: ReadonlySet<Tag> = new Set<Tag>(["SubagentStart", "SubagentStop", "Other"])

/** Returns the text that Claude Code shows to its user. It reads no object beside another exit code than 0. */
export const claudeShows = ({ body, exit }: HostReply, event: HookEvent): string | undefined => {
  const message = exit === 0 && isHeard(event) && !hidden.has(event._tag) ? body?.["systemMessage"] : undefined
  return typeof message === "string" ? message : undefined
}

/** Returns what Claude Code can express about an event: all but a changed prompt, and for an unknown event no part. */
export const claudeSupports = (event: HookEvent): Capabilities => {
  const carries = of(event)
  return {
    ...carries,
    verdicts: carries.verdicts.filter((tag) => words[wayOf(event)].includes(tag)),
    changes: carries.changes.filter((target) => target !== "prompt"),
    context: carries.context && event._tag !== "Other"
  }
}
