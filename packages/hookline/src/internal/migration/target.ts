/** What the dialects that are migrated to can be told, beside what their files may hold. */
import type { Kind } from "@hookline/schema/Handler"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Manner } from "./matcher.ts"

/** A dialect that hooks can be written for. */
export interface Target {
  readonly manner: Manner
  /** The events that its host has. */
  readonly events: ReadonlySet<string>
  /** Those of them that its host knows, and never fires itself. */
  readonly silent: ReadonlySet<string>
  readonly kinds: ReadonlySet<Kind>
  /** Whether its own host heeds that a hook is switched off. */
  readonly switches: boolean
  /** Whether a hook can have a permission rule. */
  readonly rules: boolean
  /** Whether the same group may run together or one by one. */
  readonly groups: "together" | "either" | "inTurn"
}

const all: ReadonlyArray<Kind> = ["Command", "Http", "Prompt", "Agent", "Python", "Module", "McpTool"]

/** Every target by the name of its dialect. */
export const targets: Readonly<Record<string, Target>> = {
  claude: {
    manner: { whole: false, ignoreCase: false },
    events: new Set(HookEvent.names),
    silent: new Set(),
    kinds: new Set(all.filter((kind) => kind !== "Python" && kind !== "Module")),
    switches: false,
    rules: true,
    groups: "together"
  },
  amplifier: {
    manner: { whole: true, ignoreCase: true },
    events: new Set([
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "PermissionRequest",
      "PermissionDenied",
      "UserPromptSubmit",
      "Stop",
      "SubagentStart",
      "SubagentStop",
      "SessionStart",
      "SessionEnd",
      "PreCompact",
      "PostCompact",
      "Notification"
    ]),
    silent: new Set(),
    kinds: new Set(all),
    switches: true,
    rules: true,
    groups: "either"
  },
  amcp: {
    manner: { whole: true, ignoreCase: false },
    events: new Set([
      "SessionStart",
      "SessionEnd",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Stop",
      "PreCompact",
      "Notification"
    ]),
    silent: new Set(["SessionStart", "SessionEnd", "Stop", "PreCompact", "Notification"]),
    kinds: new Set<Kind>(["Command", "Python"]),
    switches: true,
    rules: false,
    groups: "inTurn"
  }
}
