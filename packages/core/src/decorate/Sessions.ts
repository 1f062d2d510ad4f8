/** Follows sessions: variables that hooks export for later ones, and the end, which forgets everything. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { callPort, decideOnPort, type PortFailed, readPort, stateName, variablesName } from "../execute/port.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { Pipeline } from "../Pipeline.ts"
import { nothing, SessionEnv } from "../session/SessionEnv.ts"
import { type SessionKey, SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"

/** Reports exports that can't be parsed. Each costs no more than itself. */
const ofExports = (problems: ReadonlyArray<string>): Outcome.Outcome =>
  Outcome.make({ notices: problems.map((text) => ({ by: "the session's variables", level: "warning", text })) })

/** Adds exported variables to reports, and forgets a session after its end. */
export const layer: Layer.Layer<
  Pipeline,
  never,
  CompiledCatalogs | Pipeline | SessionEnv | SessionState | ThisProject
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const sessionEnv = yield* SessionEnv
    const state = yield* SessionState
    const { project } = yield* ThisProject

    const refreshed = (session: SessionKey): Effect.Effect<ReadonlyArray<string>, PortFailed> =>
      callPort(variablesName, () => sessionEnv.refresh(session, catalogs.last().catalog.settings.env))

    /** Adds a failure of a port by the policy. What hooks have decided still counts. */
    const withFailure = (report: Report, event: HookEvent, error: PortFailed): Report => ({
      ...report,
      outcome: Outcome.reducer.combine(report.outcome, decideOnPort(pipeline.onFailure(), error, event))
    })

    const withExports = (
      report: Report,
      event: HookEvent,
      session: SessionKey,
      problems: ReadonlyArray<string>
    ): Report => {
      const env = readPort(variablesName, () => sessionEnv.exports(session, "host").set)
      if (env._tag === "Failure") return withFailure(report, event, env.failure)
      // Most sessions export nothing.
      if (problems.length === 0 && env.success === nothing.set) return report
      const outcome =
        problems.length === 0 ? report.outcome : Outcome.reducer.combine(report.outcome, ofExports(problems))
      return { ...report, outcome, env: env.success }
    }

    const exported = (answered: Effect.Effect<Report>, event: HookEvent, session: SessionKey): Effect.Effect<Report> =>
      Effect.flatMap(answered, (report) =>
        // Functions of the program have no file to which they could export.
        report.runs.every(({ kind }) => kind === "Native")
          ? Effect.succeed(withExports(report, event, session, []))
          : Effect.match(refreshed(session), {
              onSuccess: (problems) => withExports(report, event, session, problems),
              onFailure: (error) => withFailure(report, event, error)
            })
      )

    /** Forgets a session. Each part is forgotten, also where the other breaks. */
    const forgotten = (answered: Report, event: HookEvent, session: SessionKey): Effect.Effect<Report> =>
      Effect.reduce(
        [callPort(stateName, () => state.end(session)), callPort(variablesName, () => sessionEnv.end(session))],
        () => answered,
        (report, end) =>
          Effect.match(end, { onSuccess: () => report, onFailure: (error) => withFailure(report, event, error) })
      )

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const session = { project: project.project, session: event.sessionId }
        const answered = pipeline.answer(event, options)
        const report = sessionEnv.isKept ? exported(answered, event, session) : answered
        return event._tag === "SessionEnd"
          ? Effect.flatMap(report, (ended) => forgotten(ended, event, session))
          : report
      }
    })
  })
)
