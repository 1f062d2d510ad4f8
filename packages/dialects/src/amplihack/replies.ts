/** Reads the replies of amplihack's hooks, and writes its answers: in Claude Code's words. */
import type { ReplyWire } from "@hookline/core/Dialect"
import { claudeShows } from "../claude/capabilities.ts"
import { claudeAnswer } from "../claude/encodeAnswer.ts"
import { makeRead } from "../format/reply/read.ts"

export { claudeSupports as amplihackSupports } from "../claude/capabilities.ts"

export const amplihackReplies: ReplyWire = {
  // A host that only borrows the contract need not take over its deprecated word for a grant.
  read: makeRead({ approves: false, input: "replace", feedback: false }),
  write: claudeAnswer,
  // It registers commands in Claude Code's settings, so that Claude Code reads the answers.
  shows: claudeShows
}
