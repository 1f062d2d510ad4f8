/** Prepares sessions before their first event, where the state of sessions has to be brought to this machine first. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { ofFile } from "@hookline/schema/Diagnostic"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { stateName } from "../execute/port.ts"
import { Pipeline } from "../Pipeline.ts"
import { PipelineError, type StateNotReady } from "../PipelineError.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import * as Readiness from "../session/readiness.ts"
import { SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"
import { legibleOutcome } from "../translate/legible.ts"
import { deferred, immediate } from "./deferred.ts"
import { type MatchedOptions, unmatched } from "./matched.ts"

const diagnosticOf = ({ message }: StateNotReady): Diagnostic =>
  ofFile("reading-failed", stateName, {
    text: `${message}. Every event tries again.`,
    fix: "Restore the connection of the session's state, or correct its layer.",
    lost: { entries: 1, events: "all" }
  })

/**
 * Calls `ready` of the state before anything else, and decides by the policy for failures on each event of a session that
 * is not ready. Its known hooks run all the same. Without `ready` the pipeline stays as it is, so that no event pays.
 */
export const layer: Layer.Layer<Pipeline, never, Pipeline | SessionState | ThisProject> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const state = yield* SessionState
    const { project } = yield* ThisProject
    if (state.ready === undefined) return pipeline
    const answer = immediate(pipeline.answer)
    const { forget, isReady, prepare } = Readiness.make(state, project.project, yield* Effect.scope)

    const withFailure = (report: Report, event: HookEvent, reason: StateNotReady): Report => {
      const failure = { by: stateName, text: reason.message }
      const decided = legibleOutcome(FailurePolicy.decide(reason.onFailure ?? pipeline.onFailure(), failure, event))
      return {
        ...report,
        outcome: Outcome.reducer.combine(decided, report.outcome),
        diagnostics: [...report.diagnostics, diagnosticOf(reason)]
      }
    }

    /** The catalog may be another one afterwards, so that what is known of the event's hooks is asked again. */
    const prepared = (event: HookEvent, options?: MatchedOptions): Effect.Effect<Report> =>
      Effect.flatMap(prepare(event.sessionId), (reason) => {
        const answered = answer(event, unmatched(options))
        return reason === undefined ? answered : Effect.map(answered, (report) => withFailure(report, event, reason))
      })

    const decide = (event: HookEvent, options?: MatchedOptions): Effect.Effect<Report> => {
      const answered = isReady(event.sessionId) ? answer(event, options) : prepared(event, options)
      return event._tag === "SessionEnd"
        ? Effect.ensuring(
            answered,
            Effect.sync(() => forget(event.sessionId))
          )
        : answered
    }

    return Pipeline.of({
      ...pipeline,
      answer: deferred(decide),
      wants: (event) => !isReady(event.sessionId) || pipeline.wants(event),
      plan: (event) =>
        Effect.zipWith(prepare(event.sessionId), pipeline.plan(event), (reason, plan) => {
          if (reason === undefined) return plan
          const { stage } = new PipelineError({ stage: "discover", reason })
          return { ...plan, failures: [{ stage, reason: reason._tag, text: reason.message }] }
        }),
      catalog: (session) =>
        Effect.zipWith(prepare(session), pipeline.catalog(session), (reason, catalog) =>
          reason === undefined ? catalog : { ...catalog, diagnostics: [...catalog.diagnostics, diagnosticOf(reason)] }
        )
    })
  })
)
