/**
 * Qwen Code: its settings' hooks, its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { qwenConfig, qwenMatcher } from "./config.ts"
import { qwenRuns } from "./hostRuns.ts"
import { qwenEvents } from "./events.ts"
import { qwenReplies, qwenSupports } from "./replies.ts"
import { qwenTools } from "./tools.ts"

const env: Dialect["hostEnv"] = ({ event, projectDir }) => ({
  QWEN_PROJECT_DIR: projectDir,
  GEMINI_PROJECT_DIR: projectDir,
  CLAUDE_PROJECT_DIR: projectDir,
  ...(event.sessionId !== undefined && { QWEN_CODE_SESSION_ID: event.sessionId })
})

/**
 * The dialect of Qwen Code.
 *
 * @category dialects
 * @since 0.1.0
 */
export const QwenCode: Dialect = {
  ...ClaudeCode,
  name: "qwen",
  title: "Qwen Code",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".qwen/settings.json", variable: "QWEN_HOME" },
    { _tag: "File", scope: "project", base: "project", path: ".qwen/settings.json" }
  ],
  machineFiles: {
    linux: ["/etc/qwen-code/system-defaults.json", "/etc/qwen-code/settings.json"],
    darwin: [
      "/Library/Application Support/QwenCode/system-defaults.json",
      "/Library/Application Support/QwenCode/settings.json"
    ]
  },
  machineVariables: {
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: [],
    QWEN_CODE_SYSTEM_SETTINGS_PATH: ["system-defaults.json"]
  },
  projectEnv: {
    settings: { files: [".qwen/settings.json"], key: "env", onlyMissing: true },
    dotenv: [".qwen/.env", ".env"]
  },
  hostRuns: qwenRuns,
  hostRefuses: new Set(),
  skills: [],
  config: qwenConfig,
  matcher: qwenMatcher,
  defaults: {
    timeoutMillis: (kind) => (kind === "Http" ? 600_000 : kind === "Prompt" ? 30_000 : 60_000),
    parallel: true,
    shortCircuit: "never"
  },
  event: qwenEvents,
  reply: qwenReplies,
  capabilities: qwenSupports,
  tools: { ...qwenTools, aliases: ClaudeCode.tools.aliases ?? [] },
  env,
  hostEnv: env,
  variables: [...ClaudeCode.variables, "QWEN_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_CODE_SESSION_ID"]
}
