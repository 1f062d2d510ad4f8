/**
 * Cursor: its files of hooks, its payloads, its answers and its tools, from its documents. No version of it was run.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { cursorConfig, cursorMatcher } from "./config.ts"
import { cursorEvents } from "./events.ts"
import { cursorHookName } from "./hookEntry.ts"
import { cursorRefuses, cursorRuns } from "./hostRuns.ts"
import { cursorReplies, cursorSupports } from "./replies.ts"
import { cursorAlsoMatches, cursorTools } from "./tools.ts"

const { duplicates: _duplicates, ...base } = ClaudeCode

const hostEnv: Dialect["hostEnv"] = ({ projectDir }) => ({
  CURSOR_PROJECT_DIR: projectDir,
  CLAUDE_PROJECT_DIR: projectDir
})

/**
 * The dialect of Cursor.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Cursor: Dialect = {
  ...base,
  name: "cursor",
  title: "Cursor",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".cursor/hooks.json" },
    { _tag: "File", scope: "project", base: "project", path: ".cursor/hooks.json" }
  ],
  machineFiles: {
    linux: ["/etc/cursor/hooks.json"],
    darwin: ["/Library/Application Support/Cursor/hooks.json"]
  },
  config: cursorConfig,
  matcher: cursorMatcher,
  alsoMatches: cursorAlsoMatches,
  configuredEvent: cursorHookName,
  defaults: { timeoutMillis: () => 60_000, parallel: true, shortCircuit: "never" },
  hostRuns: cursorRuns,
  hostRefuses: cursorRefuses,
  skills: [],
  event: cursorEvents,
  reply: cursorReplies,
  capabilities: cursorSupports,
  tools: { ...cursorTools, aliases: ClaudeCode.tools.aliases ?? [] },
  projectVariable: "CURSOR_PROJECT_DIR",
  env: hostEnv,
  hostEnv,
  variables: [...ClaudeCode.variables, "CURSOR_PROJECT_DIR"]
}
