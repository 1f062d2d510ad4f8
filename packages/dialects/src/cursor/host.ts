/** The facts of Cursor, from its documents: no version of it was run. */
import type { HostFacts } from "../HostFacts.ts"

/** The names of events, where they are not the canonical ones. */
export const cursorHostNames = {
  SessionStart: "sessionStart",
  UserPromptSubmit: "beforeSubmitPrompt",
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  SubagentStart: "subagentStart",
  SubagentStop: "subagentStop",
  Stop: "stop",
  PreCompact: "preCompact",
  SessionEnd: "sessionEnd"
} as const

export const cursorHost: HostFacts = {
  name: "cursor",
  program: "cursor-agent",
  isUntried: true,
  unseen: [
    "Its command line (`cursor-agent -p`) fires no event for a prompt.",
    "It reads Claude Code's settings, too, if that is switched on: attach Hookline in one of the two."
  ],
  events: Object.keys(cursorHostNames),
  layout: "list",
  settings: {
    files: {
      user: { base: "home", path: ".cursor/hooks.json" },
      project: { base: "project", path: ".cursor/hooks.json" }
    },
    execForm: false,
    eventNames: cursorHostNames,
    withoutMatcher: true,
    usualScope: "user",
    isStrict: true,
    rootFields: { version: 1 },
    closedFields: { failClosed: true },
    // One such text drops the whole file in silence.
    refuses: (command) => (command.includes("://") ? "Cursor reads no file with `://` in a command" : undefined)
  }
}
