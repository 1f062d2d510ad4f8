/**
 * Claude Code: its settings' hooks, its payloads, its answers. Other agents took its format over.
 *
 * @since 0.1.0
 */
import type { Defaults, Dialect, EnvFacts } from "@hookline/core/Dialect"
import { All, Broken, type MatchRule, Names, pattern } from "@hookline/core/MatchRule"
import { groupsFormat } from "../format/config/format.ts"
import { claudeReplies, claudeSupports } from "./replies.ts"
import { claudeRefuses, claudeRuns, claudeTypes } from "./hostRuns.ts"
import { configVariable } from "./configVariable.ts"
import { claudeEvents } from "./events.ts"
import { claudeToolNames, claudeTools } from "./tools.ts"
import { enabledPlugins } from "./enabledPlugins.ts"
import * as plugins from "../plugins.ts"
import { lookup } from "../format/lookup.ts"

/** Events whose matchers know no lists by commas, and no hyphens in names. */
const narrow = new Set(["FileChanged", "StopFailure"])

/**
 * A text of letters, digits, `_`, `-`, blanks, commas and bars is a name or a list of names, anything else a regular
 * expression that may match anywhere in the name.
 */
const matcher = (text: string | undefined, eventName: string): MatchRule => {
  if (text === undefined || text === "" || text === "*") return All()
  const isNarrow = narrow.has(eventName)
  if ((isNarrow ? /^[A-Za-z0-9_|]*$/ : /^[A-Za-z0-9_\- ,|]*$/).test(text)) {
    const names = text.split(isNarrow ? "|" : /[|,]/).map((name) => name.trim())
    return Names({ names: names.filter((name) => name !== ""), ignoreCase: false })
  }
  return pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })
}

const minutes = 60_000

/** Events with short limits, because a user waits for them, in seconds. */
const hurried: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30,
  PreModelSwitch: 30,
  PostModelSwitch: 30,
  MessageDisplay: 10,
  SessionEnd: 1.5
}

const defaults: Defaults = {
  timeoutMillis: (kind, eventName) => {
    if (kind === "Prompt") return 30_000
    if (kind === "Agent") return minutes
    const seconds = lookup(hurried, eventName)
    return seconds === undefined ? 10 * minutes : seconds * 1000
  },
  parallel: true,
  shortCircuit: "never"
}

const env = ({ projectDir, source }: EnvFacts): Readonly<Record<string, string>> => ({
  CLAUDE_PROJECT_DIR: projectDir,
  ...(source.plugin !== undefined && { CLAUDE_PLUGIN_ROOT: source.pluginFolder ?? source.folder }),
  ...(source.skill !== undefined && {
    CLAUDE_PLUGIN_ROOT: source.pluginFolder ?? source.folder,
    CLAUDE_SKILL_DIR: source.folder
  }),
  ...(source.pluginData !== undefined && { CLAUDE_PLUGIN_DATA: source.pluginData })
})

/**
 * The dialect of Claude Code.
 *
 * @category dialects
 * @since 0.1.0
 */
export const ClaudeCode: Dialect = {
  name: "claude",
  title: "Claude Code",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".claude/settings.json", variable: configVariable },
    { _tag: "File", scope: "project", base: "project", path: ".claude/settings.json" },
    { _tag: "File", scope: "local", base: "project", path: ".claude/settings.local.json" }
  ],
  machineFiles: {
    linux: ["/etc/claude-code/managed-settings.json", "/etc/claude-code/managed-settings.d/"],
    darwin: [
      "/Library/Application Support/ClaudeCode/managed-settings.json",
      "/Library/Application Support/ClaudeCode/managed-settings.d/"
    ]
  },
  plugins: { host: "claude", layout: plugins.layout, find: enabledPlugins },
  skills: [
    { _tag: "Folder", kind: "skill", scope: "project", base: "project", path: ".claude/skills" },
    { _tag: "Folder", kind: "skill", scope: "user", base: "home", path: ".claude/skills", variable: configVariable },
    { _tag: "Folder", kind: "agent", scope: "project", base: "project", path: ".claude/agents" },
    { _tag: "Folder", kind: "agent", scope: "user", base: "home", path: ".claude/agents", variable: configVariable },
    { _tag: "Folder", kind: "command", scope: "project", base: "project", path: ".claude/commands" },
    { _tag: "Folder", kind: "command", scope: "user", base: "home", path: ".claude/commands", variable: configVariable }
  ],
  config: groupsFormat({
    title: "Claude Code",
    example: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}`,
    isSettings: true,
    off: { at: ["disableAllHooks"], when: true },
    onFailureWords: { open: "continue", closed: "block" },
    types: claudeTypes,
    foreignFields: {
      cwd: {
        text: "`cwd` of a hook is no field of Claude Code's, and Hookline does not read it: the hook runs in the project's folder.",
        fix: "Write it into the command, as in cd FOLDER && ./guard.sh."
      },
      env: {
        text: "`env` of a hook is no field of Claude Code's, and Hookline does not set its variables.",
        fix: "Set them in the command, as in NAME=value ./guard.sh."
      }
    },
    refusesOthers: true,
    ownTools: claudeToolNames,
    matcher
  }),
  event: claudeEvents,
  matcher,
  reply: claudeReplies,
  capabilities: claudeSupports,
  defaults,
  duplicates: "Once",
  runsItsOwn: true,
  hostRuns: claudeRuns,
  hostRefuses: claudeRefuses,
  marker: ".claude",
  projectVariable: "CLAUDE_PROJECT_DIR",
  projectEnv: {
    settings: { files: [".claude/settings.json", ".claude/settings.local.json"], key: "env" },
    // The program is compiled by Bun, which loads these from the folder in which it starts.
    dotenv: [
      ".env",
      ".env.local",
      ".env.development",
      ".env.development.local",
      ".env.production",
      ".env.production.local"
    ]
  },
  tools: claudeTools,
  rulesMatchBesideExpansions: true,
  env,
  hostEnv: ({ projectDir }) => ({ CLAUDE_PROJECT_DIR: projectDir }),
  variables: ["CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CLAUDE_SKILL_DIR", "CLAUDE_ENV_FILE"],
  envFileVariable: "CLAUDE_ENV_FILE"
}
