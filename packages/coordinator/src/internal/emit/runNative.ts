/** One native handler on one event: what it said, and what that amounts to. */
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Telemetry from "@hookline/core/kit/Telemetry"
import { PipelineError } from "@hookline/core/PipelineError"
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as HandlerResult from "../../HandlerResult.ts"
import { type Entry, type Native, source } from "./Entry.ts"

export interface Done {
  readonly run: Run
  readonly outcome: Outcome.Outcome
}

const ran = (entry: Native, millis: number, outcome: Outcome.Outcome): Done => ({
  outcome,
  run: { id: entry.name, kind: "Native", source, status: "ran", millis, outcome }
})

export const failed = (
  { name }: Pick<Entry, "name">,
  onFailure: OnFailure,
  event: HookEvent,
  millis: number,
  { reason, stage }: Pick<PipelineError, "reason" | "stage">
): Done => {
  const outcome = FailurePolicy.decide(onFailure, { by: name, text: reason.message }, event)
  const failure = { stage, reason: reason._tag, text: reason.message }
  return { outcome, run: { id: name, kind: "Native", source, status: "failed", millis, failure, outcome } }
}

/** What was asked of it says nothing: why it was not asked. */
export const skipped = ({ name }: Pick<Entry, "name">, why: string): Run => ({
  id: name,
  kind: "Native",
  source,
  status: "skipped",
  why
})

/** Runs it within its limit. Whatever goes wrong is its own failure, and nobody else's. */
export const runNative = (
  entry: Native,
  event: HookEvent,
  onFailure: OnFailure,
  traced: boolean
): Effect.Effect<Done> => {
  const started = performance.now()
  const policy = entry.onFailure ?? onFailure
  const done = Effect.map(entry.ask(event, entry.limitMillis), (result): Done => {
    const millis = performance.now() - started
    if (result instanceof PipelineError) return failed(entry, policy, event, millis, result)
    const outcome = HandlerResult.outcomeOf(result.value, entry.name, event)
    return "verdict" in outcome
      ? ran(entry, millis, outcome)
      : failed(entry, policy, event, millis, { stage: "translate", reason: outcome })
  })
  return Telemetry.native(traced, entry.name, done)
}
