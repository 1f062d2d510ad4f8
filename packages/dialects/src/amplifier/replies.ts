/** Reads the replies of Amplifier's hooks, and writes its answers, which are HookResults. */
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import * as Schema from "effect/Schema"
import { HookResult } from "./HookResult.ts"
import { view } from "./hookResultView.ts"
import { makeRead } from "../format/reply/read.ts"

export { amplifierSupports } from "./hookResultView.ts"

const encode = Schema.encodeSync(HookResult)

/**
 * Actions beside which Amplifier shows a message. Its core drops the message of an answer that changes nothing, and asks
 * the user by the prompt alone.
 */
const shown: ReadonlySet<unknown> = new Set<HookResult["action"]>(["deny", "inject_context"])

/** Returns the text that Amplifier shows to its user. */
const shows = ({ body }: HostReply): string | undefined => {
  const message = shown.has(body?.["action"]) ? body?.["user_message"] : undefined
  return typeof message === "string" ? message : undefined
}

export const amplifierReplies: ReplyWire = {
  read: makeRead({ approves: false, input: "replace", feedback: false }),
  write: (outcome, event) => {
    const { result, unsupported } = view(outcome, event)
    return { body: encode(result), exit: 0, unsupported }
  },
  shows
}
