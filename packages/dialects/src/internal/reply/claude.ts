/** How Claude Code's hooks answer, and how it is answered. */
import type { ReplyWire } from "@hookline/core/Dialect"
import { claudeAnswer } from "./claudeAnswer.ts"
import { makeRead } from "./read.ts"

export { claudeSupports } from "./claudeSupports.ts"

export const claudeReplies: ReplyWire = {
  read: makeRead({ approves: true, input: "replace", feedback: false }),
  write: claudeAnswer
}
