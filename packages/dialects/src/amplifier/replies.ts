/** How Amplifier's hooks answer, and how it is answered: with a HookResult, always. */
import type { ReplyWire } from "@hookline/core/Dialect"
import * as Schema from "effect/Schema"
import { HookResult } from "./HookResult.ts"
import { view } from "./hookResultView.ts"
import { makeRead } from "../format/reply/read.ts"

export { amplifierSupports } from "./hookResultView.ts"

const encode = Schema.encodeSync(HookResult)

export const amplifierReplies: ReplyWire = {
  read: makeRead({ approves: false, input: "replace", feedback: false }),
  write: (outcome, event) => {
    const { result, unsupported } = view(outcome, event)
    return { body: encode(result), exit: 0, unsupported }
  }
}
