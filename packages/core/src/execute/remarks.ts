/** Remarks on replies: each is a notice once in a session, and in every run's record. */
import type { Hook } from "@hookline/schema/Hook"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import type { HookResult } from "./HookResult.ts"
import { callPort, stateName } from "./port.ts"

/** Drops notices that the session has had. The run keeps them, so that they are in the report and in the log. */
export const remarkedOnce = (context: EventContext, hook: Hook, result: HookResult): Effect.Effect<HookResult> => {
  const { remarks } = result
  if (remarks === undefined || remarks.length === 0) return Effect.succeed(result)
  const mark = SessionMark.encode({ _tag: "Remarked", hook: hook.id, remarks })
  return Effect.match(
    callPort(stateName, () => context.state.mark(context.session, mark)),
    {
      onSuccess: (isNew) => {
        if (isNew) return result
        const notices = result.outcome.notices.filter(({ text }) => !remarks.includes(text))
        return { ...result, outcome: { ...result.outcome, notices } }
      },
      // A remark too many hides nothing.
      onFailure: () => result
    }
  )
}
