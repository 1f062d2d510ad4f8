/** Hooks that move themselves to the background while they run. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { runsOn } from "./Background.ts"
import { reportDone } from "./backgroundRun.ts"
import { type EventContext, userPolicyOf } from "./EventContext.ts"
import type { HookInput } from "./HookInput.ts"
import { done, failed, type HookResult, portFailure, type Times } from "./HookResult.ts"
import { noticedOnce } from "./noticedOnce.ts"
import type { LaterReply } from "./Runner.ts"
import * as Observed from "./Observed.ts"
import { callPort, stateName } from "./port.ts"
import { answered } from "./readReply.ts"
import { clamped } from "./trusted.ts"

/**
 * Answers for a hook that moved itself to the background. Where it could have denied, that is a failure if the user's
 * policy is closed, and otherwise a notice, once per session and hook. On other events it is a notice where its later reply is
 * dropped.
 */
const movedAway = (
  context: EventContext,
  hook: Hook,
  times: Times,
  event: HookEvent,
  isDropped: boolean
): Effect.Effect<HookResult> =>
  Effect.gen(function* () {
    const goingOn = done(context, hook, times, event, { outcome: Outcome.empty }, undefined)
    const result = { ...goingOn, run: { ...goingOn.run, why: runsOn } }
    const mayDeny = Capabilities.mayDeny(event)
    if (!mayDeny && !isDropped) return result
    const text = isDropped ? Observed.droppedSentence(hook, mayDeny) : Observed.sentence(hook)
    if (mayDeny) yield* callPort(stateName, () => Observed.mark(context, hook))
    // The hook's own policy does not count here: a hook that wants to deny does not move.
    if (mayDeny && userPolicyOf(context) === "closed") {
      const failure = { stage: "execute", reason: "HookFailed", text }
      return done(context, { ...hook, onFailure: "closed" }, times, event, { outcome: Outcome.empty }, failure)
    }
    const mark = SessionMark.encode({ _tag: "MovedAway", hook: hook.id })
    if (!(yield* callPort(stateName, () => context.state.mark(context.session, mark)))) return result
    const outcome = Outcome.make({ notices: [{ by: hook.id, level: "warning", text }] })
    return { ...result, outcome, run: { ...result.run, outcome } }
  }).pipe(
    Effect.catchTag("PortFailed", (error) =>
      Effect.sync(() => done(context, hook, times, event, { outcome: Outcome.empty }, portFailure(hook, error)))
    )
  )

/** Answers for a hook that moved itself to the background, and reports its result later. */
export const continueInBackground = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  times: Times,
  input: HookInput,
  reply: LaterReply
): Effect.Effect<HookResult> => {
  const { event } = input
  const now = movedAway(context, hook, times, event, reply === undefined)
  if (reply === undefined || reply === "Recorded") return now
  const finished = Effect.matchEffect(reply, {
    onSuccess: (came) => Effect.succeed(clamped(input, hook, answered(context, dialect, hook, times, input, came))),
    onFailure: (error) =>
      noticedOnce(context, hook, event, clamped(input, hook, failed(context, hook, times, event, error)))
  })
  const told = reportDone(
    context,
    hook,
    event,
    Effect.catchDefect(finished, (defect) => Effect.sync(() => failed(context, hook, times, event, defect)))
  )
  return Effect.andThen(Effect.forkIn(told, context.scope, { startImmediately: true }), now)
}
