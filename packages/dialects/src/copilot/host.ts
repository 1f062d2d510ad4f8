/** The facts of GitHub Copilot CLI, as version 1.0.102 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"
import { unanswered } from "../unanswered.ts"

export const copilotHost: HostFacts = {
  name: "copilot",
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Notification",
    "SessionEnd"
  ],
  program: "copilot",
  unseen: ["A call whose arguments are no JSON fires no event before it."],
  layout: "groups",
  settings: {
    files: {
      user: { base: "home", path: ".copilot/hooks/hookline.json", variable: "COPILOT_HOME" },
      project: { base: "project", path: ".github/hooks/hookline.json" }
    },
    execForm: false,
    rootFields: { version: 1 },
    // A project's file counts only if its user trusts the folder.
    usualScope: "user",
    isStrict: true,
    exits: {
      anyDenies: ["PreToolUse", "PermissionRequest"],
      denials: { UserPromptSubmit: { decision: "block", reason: unanswered } }
    }
  },
  leavesOutNames: true
}
