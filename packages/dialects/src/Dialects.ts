/**
 * The list of dialects. Adding a vendor is one folder, one line here, and its lines in `Hosts.ts`.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { Amcp } from "./amcp/Dialect.ts"
import { Amplifier } from "./amplifier/Dialect.ts"
import { Amplihack } from "./amplihack/Dialect.ts"
import { ClaudeCode } from "./claude/Dialect.ts"
import { claudeToolNames } from "./claude/tools.ts"
import { Codex } from "./codex/Dialect.ts"
import { CopilotCli } from "./copilot/Dialect.ts"
import { Cursor } from "./cursor/Dialect.ts"
import { GeminiCli } from "./gemini/Dialect.ts"
import { Opencode } from "./opencode/Dialect.ts"
import { QwenCode } from "./qwen/Dialect.ts"

/**
 * All dialects, in the order in which their hooks run.
 *
 * @category dialects
 * @since 0.1.0
 */
export const all: ReadonlyArray<Dialect> = [
  Amplifier,
  Amcp,
  ClaudeCode,
  Amplihack,
  Codex,
  Cursor,
  GeminiCli,
  QwenCode,
  CopilotCli,
  Opencode
]

/**
 * The dialect whose names of events, tools and fields are the canonical ones. It is the default host.
 *
 * @category dialects
 * @since 0.1.0
 */
export const canonical: Dialect = ClaudeCode

/**
 * The canonical names of the tools that hooks know. Any other name is a tool of a server or of a user.
 *
 * @category dialects
 * @since 0.1.0
 */
export const canonicalTools: ReadonlyArray<string> = claudeToolNames

/**
 * The names of folders that mark a project, each once.
 *
 * @category getters
 * @since 0.1.0
 */
export const markers: ReadonlyArray<string> = [...new Set(all.flatMap(({ marker = [] }) => marker))]

/**
 * The dialect of this name.
 *
 * @category getters
 * @since 0.1.0
 */
export const named = (name: string): Dialect | undefined => all.find((dialect) => dialect.name === name)
