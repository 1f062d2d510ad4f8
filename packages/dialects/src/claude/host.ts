/** The facts of Claude Code. */
import type { HostFacts, HostSettings } from "../HostFacts.ts"
import { unanswered } from "../unanswered.ts"
import { configVariable } from "./configVariable.ts"
import { claudeKinds } from "./hostRuns.ts"

const settings: HostSettings = {
  files: {
    user: { base: "home", path: ".claude/settings.json", variable: configVariable },
    project: { base: "project", path: ".claude/settings.json" },
    local: { base: "project", path: ".claude/settings.local.json" }
  },
  execForm: true,
  switches: [{ at: ["disableAllHooks"], is: true }],
  // A hook on WorktreeCreate replaces the host's own way to make a worktree, and fails unless it answers with a path.
  onRequest: ["WorktreeCreate"],
  exits: {
    denials: {
      PermissionRequest: {
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "deny", message: unanswered }
        }
      }
    },
    anyDenies: ["WorktreeCreate", "WorktreeRemove"]
  }
}

export const claudeHost: HostFacts = {
  name: "claude",
  events: "all",
  program: "claude",
  layout: "groups",
  settings,
  unread: [
    { path: ".claude/hooks.json", belongs: ".claude/settings.json" },
    { path: ".claude/hooks/hooks.json", belongs: ".claude/settings.json" },
    { path: ".claude/settings.jsonc", belongs: ".claude/settings.json" },
    { path: ".config/claude/settings.json", belongs: ".claude/settings.json" },
    { path: "plugin.json", belongs: ".claude-plugin/plugin.json", inPlugins: "without hooks" },
    { path: ".claude-plugin/hooks.json", belongs: "hooks/hooks.json", inPlugins: "any" },
    { path: "hooks/*.json", belongs: "hooks/hooks.json", inPlugins: "without hooks" },
    { path: "hooks.json", belongs: "hooks/hooks.json", inPlugins: "without hooks" }
  ],
  migration: {
    matchers: { whole: false, ignoreCase: false },
    kinds: claudeKinds,
    honorsEnabled: false,
    hasRules: true,
    groups: "together",
    plainCommands: false,
    onFailure: ["open", "closed"],
    ignoresOnFailureOf: ["Prompt", "Agent", "McpTool"],
    variables: {
      meanings: {
        CLAUDE_PROJECT_DIR: "project",
        CLAUDE_ENV_FILE: "envFile",
        CLAUDE_PLUGIN_ROOT: "plugin",
        CLAUDE_SKILL_DIR: "plugin",
        CLAUDE_PLUGIN_DATA: "other"
      },
      names: { project: "CLAUDE_PROJECT_DIR", envFile: "CLAUDE_ENV_FILE" },
      kept: ["CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE"]
    }
  }
}
