/** Reads the replies of Claude Code's hooks, and writes its answers. */
import type { ReplyWire } from "@hookline/core/Dialect"
import { claudeAnswer } from "./encodeAnswer.ts"
import { claudeShows } from "./capabilities.ts"
import { makeRead } from "../format/reply/read.ts"

export { claudeSupports } from "./capabilities.ts"

export const claudeReplies: ReplyWire = {
  read: makeRead({ approves: true, input: "replace", feedback: false }),
  write: claudeAnswer,
  shows: claudeShows
}
