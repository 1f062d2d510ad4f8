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
  isUntried: true,
  unseen: [
    "Its loops and its core ignore answers at the end of a turn, at the start and the end of a session, and to a request for permission. A hook can't send the agent on there, and a text for the model waits for the next event.",
    "loop-basic and loop-streaming run a tool's input, and send a prompt, as they were: a change counts for nothing there, and denies under `closed`.",
    "hook-shell, which Amplifier's foundation bundle mounts, runs the hooks of `.amplifier/hooks`, too: set `overrides.hook-shell.config.enabled` to `false` in Amplifier's settings.",
    "The `bundle.app` of a project takes the place of the user's."
  ],
  settings: {
    files: {
      user: { base: "home", path: ".amplifier/settings.yaml" },
      project: { base: "project", path: ".amplifier/settings.yaml" },
      local: { base: "project", path: ".amplifier/settings.local.yaml" }
    },
    isModule: true,
    execForm: false,
    usualScope: "user"
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
