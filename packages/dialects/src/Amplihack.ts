/**
 * amplihack: a host that takes payloads in several spellings, and answers as Claude Code does. It has no files of its
 * own: its commands stand in Claude Code's settings.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "./ClaudeCode.ts"
import { amplihackReplies, amplihackSupports } from "./internal/reply/amplihack.ts"
import { amplihackEvents } from "./internal/wire/amplihack.ts"
import { amplihackTools } from "./internal/wire/tools/amplihack.ts"

/**
 * The dialect of amplihack.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Amplihack: Dialect = {
  ...ClaudeCode,
  name: "amplihack",
  title: "amplihack",
  files: [],
  runsItsOwn: false,
  skills: [],
  event: amplihackEvents,
  reply: amplihackReplies,
  supports: amplihackSupports,
  tools: { ...amplihackTools, aliases: ClaudeCode.tools.aliases ?? [] }
}
