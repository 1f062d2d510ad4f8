/** The facts of Amplifier. */
import type { HostFacts } from "../HostFacts.ts"

export const amplifierHost: HostFacts = {
  name: "amplifier",
  program: "amplifier",
  events: [
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
  ],
  layout: "groups",
  unread: [
    { path: ".amplifier/hooks.json", belongs: ".amplifier/hooks/hooks.json" },
    { path: ".amplifier/hooks/*.json", belongs: ".amplifier/hooks/hooks.json" }
  ],
  settings: {
    files: {},
    execForm: false,
    withoutFile: () => ({
      why: "Amplifier has no settings in which a command is registered for events: its hooks are modules in Python.",
      byHand:
        `Mount a module that passes each event as {"event": NAME, "data": {…}} to the standard input of ` +
        "`hookline dispatch --host amplifier`, and takes its output as the HookResult."
    })
  },
  migration: {
    matchers: { whole: true, ignoreCase: true },
    kinds: ["Command", "Http", "Prompt", "Agent", "Python", "Module", "McpTool"],
    honorsEnabled: true,
    hasRules: true,
    groups: "either",
    plainCommands: false,
    onFailure: ["open", "closed", "ask"],
    ignoresOnFailureOf: [],
    agentTools: ["Task", "Agent", "task", "delegate"],
    variables: {
      meanings: {
        AMPLIFIER_PROJECT_DIR: "project",
        AMPLIFIER_SESSION_ID: "session",
        AMPLIFIER_ENV_FILE: "envFile",
        AMPLIFIER_HOOKS_DIR: "hooks"
      },
      names: { project: "AMPLIFIER_PROJECT_DIR", session: "AMPLIFIER_SESSION_ID", envFile: "AMPLIFIER_ENV_FILE" },
      kept: ["CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE", "AMPLIFIER_PROJECT_DIR"],
      foldersInEveryFile: true
    }
  }
}
