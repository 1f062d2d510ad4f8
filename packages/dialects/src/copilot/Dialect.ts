/**
 * GitHub Copilot CLI: its files of hooks, its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { copilotConfig, copilotMatcher } from "./config.ts"
import { copilotEvents } from "./events.ts"
import { copilotHookName, copilotRefuses, copilotRuns } from "./hostRuns.ts"
import { copilotReplies, copilotSupports } from "./replies.ts"
import { copilotTools } from "./tools.ts"

// Copilot runs a command that is there twice two times.
const { duplicates: _duplicates, ...base } = ClaudeCode

const hostEnv: Dialect["hostEnv"] = ({ projectDir }) => ({
  COPILOT_PROJECT_DIR: projectDir,
  CLAUDE_PROJECT_DIR: projectDir
})

/**
 * The dialect of GitHub Copilot CLI.
 *
 * @category dialects
 * @since 0.1.0
 */
export const CopilotCli: Dialect = {
  ...base,
  name: "copilot",
  title: "Copilot CLI",
  files: [
    {
      _tag: "Files",
      scope: "user",
      base: "home",
      path: ".copilot/hooks",
      variable: "COPILOT_HOME",
      file: "hooks.json",
      ending: ".json"
    },
    { _tag: "File", scope: "user", base: "home", path: ".copilot/settings.json", variable: "COPILOT_HOME" },
    { _tag: "Files", scope: "project", base: "project", path: ".github/hooks", file: "hooks.json", ending: ".json" },
    { _tag: "File", scope: "project", base: "project", path: ".github/copilot/settings.json" },
    { _tag: "File", scope: "local", base: "project", path: ".github/copilot/settings.local.json" }
  ],
  machineFiles: { linux: ["/etc/github-copilot/policy.d/"], darwin: ["/etc/github-copilot/policy.d/"] },
  config: copilotConfig,
  matcher: copilotMatcher,
  configuredEvent: copilotHookName,
  // Each sees what the one before it changed, and the first denial is the last to run.
  defaults: { timeoutMillis: () => 30_000, parallel: false, shortCircuit: "onDeny" },
  runsItsOwn: true,
  hostReads: [ClaudeCode.name],
  hostRuns: copilotRuns,
  hostRefuses: copilotRefuses,
  skills: [],
  event: copilotEvents,
  reply: copilotReplies,
  capabilities: copilotSupports,
  tools: { ...copilotTools, aliases: ClaudeCode.tools.aliases ?? [] },
  env: (facts) => ({ ...hostEnv(facts), COPILOT_HOOK_DIR: facts.source.folder }),
  hostEnv,
  variables: [...ClaudeCode.variables, "COPILOT_PROJECT_DIR", "COPILOT_HOOK_DIR"]
}
