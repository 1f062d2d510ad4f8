/**
 * Cursor: its payloads, its answers and its tools, from its documents. No version of it was run.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { cursorEvents } from "./events.ts"
import { cursorReplies, cursorSupports } from "./replies.ts"
import { cursorTools } from "./tools.ts"

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
  ...ClaudeCode,
  name: "cursor",
  title: "Cursor",
  files: [],
  runsItsOwn: false,
  skills: [],
  event: cursorEvents,
  reply: cursorReplies,
  capabilities: cursorSupports,
  tools: { ...cursorTools, aliases: ClaudeCode.tools.aliases ?? [] },
  projectVariable: "CURSOR_PROJECT_DIR",
  hostEnv,
  variables: [...ClaudeCode.variables, "CURSOR_PROJECT_DIR"]
}
