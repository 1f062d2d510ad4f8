/**
 * Which events are likely to come next, so that what their hooks need can be made ready.
 *
 * @since 0.1.0
 */
import type { HookEvent } from "@hookline/schema/HookEvent"

const prompt: HookEvent = { _tag: "UserPromptSubmit", prompt: "" }
/** An agent that wants to stop: the event with the fewest fields. */
export const stop: HookEvent = { _tag: "Stop", stopHookActive: false }

/** A shell is what agents use most. */
const call = (toolName = "Bash"): HookEvent => ({ _tag: "PreToolUse", toolName, toolInput: {} })

const beginning = [prompt, call()]
const ending = [prompt]

/**
 * Returns the events that are likely to follow an event, or to come first in a session. Tools are mostly used again.
 *
 * @category getters
 * @since 0.1.0
 */
export const likelyNext = (event: HookEvent | undefined): ReadonlyArray<HookEvent> => {
  switch (event?._tag) {
    case undefined:
    case "SessionStart":
      return beginning
    case "PreToolUse":
      return [
        { _tag: "PostToolUse", toolName: event.toolName, toolInput: {}, toolResponse: null },
        call(event.toolName)
      ]
    case "PostToolUse":
    case "PostToolUseFailure":
      return [call(event.toolName), stop]
    case "UserPromptSubmit":
      return [call(), stop]
    case "Stop":
      return ending
    default:
      return beginning
  }
}
