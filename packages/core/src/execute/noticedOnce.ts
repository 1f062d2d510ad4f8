/** Failures that a hook would cause at each event in the same way: each is reported once. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import { type HookResult, withFailure } from "./HookResult.ts"
import { callPort, stateName } from "./port.ts"

/** Returns the mark of a session that was notified of such a failure, or `undefined` for any other failure. */
const markOf = (reason: string | undefined, hook: string): string | undefined =>
  reason === "OutputHeld" || reason === "IncompleteRun" ? SessionMark.encode({ _tag: reason, hook }) : undefined

/**
 * Drops the notice of such a failure, except the first one of the session: the hook would cause one at each event, and
 * where its policy is open the action passes.
 */
export const noticedOnce = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  result: HookResult
): Effect.Effect<HookResult> => {
  const { outcome, run } = result
  const mark = markOf(run.failure?.reason, hook.id)
  if (mark === undefined || outcome.verdict._tag !== "Pass") return Effect.succeed(result)
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
