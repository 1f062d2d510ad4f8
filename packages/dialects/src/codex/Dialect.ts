/**
 * Codex: its files of hooks, its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { codexSupports } from "./capabilities.ts"
import { codexConfig, codexMatcher } from "./config.ts"
import { codexRefuses, codexRuns } from "./hostRuns.ts"
import { codexAlsoMatches, codexAlsoNamed, codexEvents } from "./events.ts"
import { codexReplies } from "./replies.ts"
import { codexTools } from "./tools.ts"

/** Events for which Codex waits a second, unless the entry asks for up to three. */
const hurried: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"])

/** The files of an administrator, in Codex's order. */
const machineFiles = ["/etc/codex/requirements.toml", "/etc/codex/hooks.json", "/etc/codex/config.toml"]

// Codex runs a command that is there twice two times.
const { duplicates: _duplicates, ...base } = ClaudeCode

/**
 * The dialect of Codex.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Codex: Dialect = {
  ...base,
  name: "codex",
  title: "Codex",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".codex/hooks.json", variable: "CODEX_HOME" },
    { _tag: "File", scope: "user", base: "home", path: ".codex/config.toml", variable: "CODEX_HOME" },
    { _tag: "File", scope: "project", base: "project", path: ".codex/hooks.json" },
    { _tag: "File", scope: "project", base: "project", path: ".codex/config.toml" }
  ],
  machineFiles: { linux: machineFiles, darwin: machineFiles },
  hostRuns: codexRuns,
  hostRefuses: codexRefuses,
  skills: [],
  config: codexConfig,
  matcher: codexMatcher,
  alsoMatches: codexAlsoMatches,
  event: codexEvents,
  reply: codexReplies,
  capabilities: codexSupports,
  defaults: {
    ...ClaudeCode.defaults,
    timeoutMillis: (kind, event) => (hurried.has(event) ? 1000 : ClaudeCode.defaults.timeoutMillis(kind, event))
  },
  tools: { ...codexTools, aliases: ClaudeCode.tools.aliases ?? [] },
  alsoNamed: codexAlsoNamed
}
