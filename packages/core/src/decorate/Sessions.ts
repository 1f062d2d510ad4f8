/** Follows sessions: variables that hooks export for later ones, and the end, which forgets everything. */
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { Pipeline } from "../Pipeline.ts"
import { SessionEnv } from "../session/SessionEnv.ts"
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

    const refreshed = (session: SessionKey): Effect.Effect<ReadonlyArray<string>> =>
      sessionEnv.refresh(session, catalogs.last().catalog.settings.env)

    const withExports = (report: Report, session: SessionKey, problems: ReadonlyArray<string>): Report => ({
      ...report,
      outcome: problems.length === 0 ? report.outcome : Outcome.reducer.combine(report.outcome, ofExports(problems)),
      env: sessionEnv.exports(session).set
    })

    const exported = (answered: Effect.Effect<Report>, session: SessionKey): Effect.Effect<Report> =>
      Effect.flatMap(answered, (report) =>
        // Functions of the program have no file to which they could export.
        report.runs.every(({ kind }) => kind === "Native")
          ? Effect.succeed(withExports(report, session, []))
          : Effect.map(refreshed(session), (problems) => withExports(report, session, problems))
      )

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const session = { project: project.project, session: event.sessionId }
        const answered = pipeline.answer(event, options)
        const report = sessionEnv.isKept ? exported(answered, session) : answered
        return event._tag === "SessionEnd"
          ? Effect.tap(report, Effect.andThen(state.end(session), sessionEnv.end(session)))
          : report
      }
    })
  })
)
