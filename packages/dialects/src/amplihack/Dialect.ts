/**
 * amplihack: a host that takes payloads in several spellings, and answers as Claude Code does. It has no files of its
 * own: its commands are in Claude Code's settings.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { amplihackReplies, amplihackSupports } from "./replies.ts"
import { amplihackEvents } from "./events.ts"
import { amplihackTools } from "./tools.ts"

/**
 * The dialect of amplihack.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Amplihack: Dialect = {
  ...ClaudeCode,
  machineFiles: {},
  name: "amplihack",
  title: "amplihack",
  files: [],
  runsItsOwn: false,
  skills: [],
  event: amplihackEvents,
  reply: amplihackReplies,
  capabilities: amplihackSupports,
  tools: { ...amplihackTools, aliases: ClaudeCode.tools.aliases ?? [] }
}
