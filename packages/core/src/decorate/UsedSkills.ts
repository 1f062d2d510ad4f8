/** Opens the skills and commands that an event puts into use, so that their hooks are in force for the rest of the session. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { callPort, decideOnPort, stateName } from "../execute/port.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { Pipeline } from "../Pipeline.ts"
import { SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"

/** Opens them after the hooks of the event itself, unless a hook denied the use. */
export const layer: Layer.Layer<Pipeline, never, CompiledCatalogs | Pipeline | SessionState | ThisProject> =
  Layer.effect(
    Pipeline,
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const catalogs = yield* CompiledCatalogs
      const { skills } = yield* SessionState
      const { project } = yield* ThisProject

      /** Adds the failures of a state that did not open one, by the policy, because its hooks will not run. */
      const opened = Effect.fnUntraced(function* (report: Report, event: HookEvent): Effect.fn.Return<Report> {
        if (!Outcome.proceeds(report.outcome)) return report
        const key = { project: project.project, session: event.sessionId }
        const used = yield* catalogs.usedBy(event)
        const failures = yield* Effect.forEach(used, (skill) =>
          Effect.match(
            callPort(stateName, () => skills.open(key, skill)),
            { onSuccess: () => Outcome.empty, onFailure: (error) => decideOnPort(pipeline.onFailure(), error, event) }
          )
        )
        return failures.every((outcome) => outcome === Outcome.empty)
          ? report
          : { ...report, outcome: Outcome.reducer.combineAll([report.outcome, ...failures]) }
      })

      return Pipeline.of({
        ...pipeline,
        answer: (event, options) => {
          const answered = pipeline.answer(event, options)
          return catalogs.mayUse(event) ? Effect.flatMap(answered, (report) => opened(report, event)) : answered
        },
        wants: (event) => pipeline.wants(event) || catalogs.mayUse(event)
      })
    })
  )
