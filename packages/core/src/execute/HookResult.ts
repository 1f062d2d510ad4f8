/** The result of a hook on an event: its run, and its outcome, in which the policy has decided on a failure. */
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import type { Failure, Run } from "@hookline/schema/Report"
import { executing, PipelineError, RunnerDefect, sentence } from "../PipelineError.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { type EventContext, onFailureOf } from "./EventContext.ts"
import type { PortFailed } from "./port.ts"

/** A hook that is done: its run, and its outcome for the event. */
export interface HookResult {
  readonly hook: Hook
  readonly run: Run
  readonly outcome: Outcome.Outcome
  /** The texts of its notices that a session gets once. */
  readonly remarks?: ReadonlyArray<string>
}

/** The times of a run, in milliseconds of a clock that never goes back. */
export interface Times {
  readonly started: number
  readonly queuedMillis: number
}

/** Returns the result of a hook that did not run. */
export const skipped = (hook: Hook, why: string, status: "skipped" | "interrupted" = "skipped"): HookResult => ({
  hook,
  run: { id: hook.id, kind: hook.handler._tag, source: hook.source, status, why },
  outcome: Outcome.empty
})

/** Returns the result of a run. The policy decides on its failure, if it has one. */
export const done = (
  context: EventContext,
  hook: Hook,
  times: Times,
  event: HookEvent,
  said: { readonly outcome: Outcome.Outcome; readonly reply?: HookReply },
  failure: Failure | undefined
): HookResult => {
  const onFailure: OnFailure = hook.onFailure ?? onFailureOf(context)
  const outcome =
    failure === undefined
      ? said.outcome
      : Outcome.reducer.combine(
          said.outcome,
          FailurePolicy.decide(
            FailurePolicy.policyFor(onFailure, failure.reason, hook.trust, event),
            { by: hook.id, text: failure.text },
            event
          )
        )
  const { id, source } = hook
  const kind = hook.handler._tag
  const millis = context.now() - times.started
  // Most hooks run at once and do not fail: spreading what is absent costs more than all the rest of this.
  if (failure === undefined && times.queuedMillis < 1 && said.reply !== undefined && context.look === undefined) {
    return { hook, outcome, run: { id, kind, source, status: "ran", millis, reply: said.reply, outcome } }
  }
  return {
    hook,
    outcome,
    run: {
      id,
      kind,
      source,
      status: failure === undefined ? "ran" : "failed",
      millis,
      ...(context.look !== undefined && { look: context.look.number }),
      ...(times.queuedMillis >= 1 && { queuedMillis: times.queuedMillis }),
      ...(said.reply !== undefined && { reply: said.reply }),
      ...(failure !== undefined && { failure }),
      outcome
    }
  }
}

/** Returns the failure of a hook whose port broke. */
export const portFailure = (hook: Hook, { _tag, message }: PortFailed): Failure => ({
  stage: "execute",
  reason: _tag,
  text: `${hook.id} failed: ${message}`
})

/** Adds the failure of a port to a hook that has replied: its outcome still counts. */
export const withFailure = (
  context: EventContext,
  hook: Hook,
  result: HookResult,
  event: HookEvent,
  error: PortFailed
) => {
  const failure = portFailure(hook, error)
  const decided = FailurePolicy.decide(
    hook.onFailure ?? onFailureOf(context),
    { by: hook.id, text: failure.text },
    event
  )
  const outcome = Outcome.reducer.combine(result.outcome, decided)
  return { ...result, outcome, run: { failure, ...result.run, status: "failed" as const, outcome } }
}

/** Types an error, because a runner of a program may fail with anything. */
const asError = (hook: Hook, error: unknown): PipelineError =>
  error instanceof PipelineError ? error : executing(new RunnerDefect({ hook: hook.id, issue: sentence(error) }))

/** Returns the result of a hook that failed. */
export const failed = (
  context: EventContext,
  hook: Hook,
  times: Times,
  event: HookEvent,
  error: unknown
): HookResult => {
  const { reason, stage } = asError(hook, error)
  const failure = {
    stage,
    reason: reason._tag,
    text: reason.message,
    ...(reason._tag === "HookFailed" && reason.detail !== undefined && { detail: reason.detail })
  }
  return done(context, hook, times, event, { outcome: Outcome.empty }, failure)
}
