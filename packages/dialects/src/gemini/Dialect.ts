/**
 * Gemini CLI: its settings' hooks, its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { geminiConfig, geminiMatcher } from "./config.ts"
import { geminiEvents } from "./events.ts"
import { geminiRuns } from "./hostRuns.ts"
import { geminiReplies, geminiSupports } from "./replies.ts"
import { geminiTools } from "./tools.ts"

const env: Dialect["hostEnv"] = ({ event, projectDir }) => ({
  GEMINI_PROJECT_DIR: projectDir,
  GEMINI_CWD: projectDir,
  CLAUDE_PROJECT_DIR: projectDir,
  ...(event.sessionId !== undefined && { GEMINI_SESSION_ID: event.sessionId })
})

/**
 * The dialect of Gemini CLI.
 *
 * @category dialects
 * @since 0.1.0
 */
export const GeminiCli: Dialect = {
  ...ClaudeCode,
  name: "gemini",
  title: "Gemini CLI",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".gemini/settings.json", variable: "GEMINI_CLI_HOME" },
    { _tag: "File", scope: "project", base: "project", path: ".gemini/settings.json" }
  ],
  machineFiles: {
    linux: ["/etc/gemini-cli/system-defaults.json", "/etc/gemini-cli/settings.json"],
    darwin: [
      "/Library/Application Support/GeminiCli/system-defaults.json",
      "/Library/Application Support/GeminiCli/settings.json"
    ]
  },
  machineVariables: {
    GEMINI_CLI_SYSTEM_DEFAULTS_PATH: [],
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: ["system-defaults.json"]
  },
  projectEnv: { dotenv: [".gemini/.env", ".env"] },
  hostRuns: geminiRuns,
  hostRefuses: new Set(),
  skills: [],
  config: geminiConfig,
  matcher: geminiMatcher,
  defaults: { timeoutMillis: () => 60_000, parallel: true, shortCircuit: "never" },
  event: geminiEvents,
  reply: geminiReplies,
  capabilities: geminiSupports,
  tools: { ...geminiTools, aliases: [...(geminiTools.aliases ?? []), ...(ClaudeCode.tools.aliases ?? [])] },
  env,
  hostEnv: env,
  variables: [...ClaudeCode.variables, "GEMINI_PROJECT_DIR", "GEMINI_CWD", "GEMINI_SESSION_ID", "GEMINI_PLANS_DIR"]
}
