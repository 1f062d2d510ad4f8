/** Notices that a hook would cause at each event in the same way: each is given once per session. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import { type HookResult, withFailure } from "./HookResult.ts"
import { callPort, stateName } from "./port.ts"

/** Marks a session, and returns a result by whether the mark is new. A state that breaks is a failure of the hook. */
export const byMark = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  result: HookResult,
  mark: SessionMark.SessionMark,
  change: (isNew: boolean) => HookResult
): Effect.Effect<HookResult> =>
  Effect.match(
    callPort(stateName, () => context.state.mark(context.session, SessionMark.encode(mark))),
    { onSuccess: change, onFailure: (error) => withFailure(context, hook, result, event, error) }
  )

/** Returns the mark of a session that was notified of such a failure, or `undefined` for any other failure. */
const markOf = (reason: string | undefined, hook: string): SessionMark.SessionMark | undefined =>
  reason === "OutputHeld" || reason === "IncompleteRun" ? { _tag: reason, hook } : undefined

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
  return byMark(context, hook, event, result, mark, (isNew) => {
    if (isNew) return result
    const quiet = { ...outcome, notices: [] }
    return { ...result, outcome: quiet, run: { ...run, outcome: quiet } }
  })
}
