/**
 * opencode, with our plugin in it: its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { opencodeAlsoNamed, opencodeEvents } from "./events.ts"
import { opencodeReplies, opencodeSupports } from "./replies.ts"
import { opencodeTools } from "./tools.ts"

/**
 * The dialect of opencode.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Opencode: Dialect = {
  ...ClaudeCode,
  machineFiles: {},
  name: "opencode",
  title: "opencode",
  files: [],
  runsItsOwn: false,
  skills: [],
  event: opencodeEvents,
  reply: opencodeReplies,
  capabilities: opencodeSupports,
  tools: { ...opencodeTools, aliases: ClaudeCode.tools.aliases ?? [] },
  alsoNamed: opencodeAlsoNamed
}
