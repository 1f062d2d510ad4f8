/** Failures of hooks whose output another process still holds: each is reported once. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import { type HookResult, withFailure } from "./HookResult.ts"
import { callPort, stateName } from "./port.ts"

/**
 * Drops the notice of a held output, except the first one of the session: the hook would cause one at each event, and
 * where its policy is open the action passes.
 */
export const noticedOnce = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  result: HookResult
): Effect.Effect<HookResult> => {
  const { outcome, run } = result
  if (run.failure?.reason !== "OutputHeld" || outcome.verdict._tag !== "Pass") return Effect.succeed(result)
  const mark = SessionMark.encode({ _tag: "OutputHeld", hook: hook.id })
  return Effect.match(
    callPort(stateName, () => context.state.mark(context.session, mark)),
    {
      onSuccess: (isNew) => {
        if (isNew) return result
        const quiet = { ...outcome, notices: [] }
        return { ...result, outcome: quiet, run: { ...run, outcome: quiet } }
      },
      onFailure: (error) => withFailure(context, hook, result, event, error)
    }
  )
}
