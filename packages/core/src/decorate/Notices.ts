/** Adds to the outcome of hooks what the project itself has to report: losses, disabled hooks, problems of the state. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { portName } from "../discover/ManagedHooks.ts"
import { ManagedPolicy } from "../discover/ManagedPolicy.ts"
import { HostDialect } from "../HostDialect.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import type { Compiled } from "../match/Matcher.ts"
import { Pipeline } from "../Pipeline.ts"
import { FailurePolicy } from "../policy/FailurePolicy.ts"
import { SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"
import { ofForeign, reportsForeign } from "./boundsNotices.ts"
import { hasNotices } from "./catalogNotices.ts"
import { onFailureOf } from "../execute/EventContext.ts"
import { ofDisabled, reportsDisabled } from "./disabledNotices.ts"
import { withFailedReadings } from "./failedReadingNotices.ts"
import { anyLost, type LossEffect, type NoticeContext, ofLosses } from "./lossNotices.ts"
import { ofLookAlikes } from "./lookAlikeNotices.ts"
import { type Pending, type PendingOptions, shownNow } from "./pendingNotices.ts"
import { ofSilentStart } from "./silentStart.ts"
import { anyUnfired, ofUnfired } from "./unfiredNotices.ts"
import { ofState } from "./stateNotices.ts"
import { ofUntrusted, reportsUntrusted } from "./untrustedNotices.ts"
import { ofUsers, reportsUsers } from "./userNotices.ts"
import { Trust } from "../trust/Trust.ts"

/** Reports losses and disabled hooks, before any hook, and problems of the state after all. */
export const layer: Layer.Layer<
  Pipeline,
  never,
  CompiledCatalogs | FailurePolicy | HostDialect | Pipeline | SessionState | ThisProject | Trust
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const state = yield* SessionState
    const host = yield* HostDialect
    const { onFailure } = yield* FailurePolicy
    const { project } = yield* ThisProject
    const { problems } = state
    const trust = yield* Trust
    const managing = Option.getOrUndefined(yield* Effect.serviceOption(ManagedPolicy))

    const contextOf = (compiled: Compiled, event: HookEvent): NoticeContext => {
      const session = { project: project.project, session: event.sessionId }
      return { compiled, event, onFailure, session, settings: compiled.catalog.settings, state }
    }

    /** Adds the notice about untrusted hooks to the first answer of a session in which one may run. */
    const withUntrusted = (
      compiled: Compiled,
      event: HookEvent,
      waiting: Array<Pending> | undefined,
      answered: Effect.Effect<Report>
    ): Effect.Effect<Report> =>
      Effect.flatMap(answered, (report) => {
        if (report.runs.length === 0 && !reportsUntrusted(event, host)) return Effect.succeed(report)
        return Effect.gen(function* () {
          const once = yield* ofUntrusted(contextOf(compiled, event), trust, yield* Clock.currentTimeMillis)
          if (once.length === 0) return report
          if (waiting !== undefined) {
            waiting.push(...once)
            return report
          }
          const now = yield* shownNow(state, once, event)
          return { ...report, outcome: Outcome.reducer.combine(now, report.outcome) }
        })
      })

    /** Patterns may be aborted while events are matched, so that a loss may appear later. */
    const mayReport = (compiled: Compiled, event: HookEvent, options: PendingOptions | undefined): boolean =>
      hasNotices(compiled, event, host, trust) ||
      anyUnfired(compiled, options?.forHost) ||
      (compiled.diagnostics().length > 0 && anyLost(compiled)) ||
      compiled.lookAlikes(event).length > 0

    /** Returns the outcome before any hook. Notices for a host wait until its answer is known. */
    const noticesOf = Effect.fnUntraced(function* (
      compiled: Compiled,
      event: HookEvent,
      waiting: Array<Pending> | undefined
    ): Effect.fn.Return<Outcome.Outcome> {
      const { catalog } = compiled
      const context = contextOf(compiled, event)
      const time = yield* Clock.currentTimeMillis
      const { outcome, pending }: LossEffect = anyLost(compiled)
        ? ofLosses(context, time)
        : { outcome: Outcome.empty, pending: [] }
      const atStart = [
        ...(reportsDisabled(event) ? [ofDisabled(catalog)] : []),
        ...(reportsForeign(event) ? [ofForeign(catalog)] : [])
      ]
      const similar = ofLookAlikes(context, time)
      const once = [...pending, ...similar.pending, ...ofSilentStart(context, host, time)]
      if (waiting !== undefined) waiting.push(...once, ...ofUnfired(context, host, time))
      const now = waiting === undefined ? [yield* shownNow(state, once, event)] : []
      return Outcome.reducer.combineAll([outcome, similar.outcome, ...now, ...atStart])
    })

    const policy = () => onFailureOf({ onFailure, settings: catalogs.last().catalog.settings })

    const answerIn = (compiled: Compiled, event: HookEvent, options?: PendingOptions): Effect.Effect<Report> => {
      const noticed = mayReport(compiled, event, options)
        ? Effect.zipWith(
            noticesOf(compiled, event, options?.pending),
            pipeline.answer(event, options),
            (before, report) => ({
              ...report,
              outcome: Outcome.reducer.combine(before, report.outcome)
            })
          )
        : pipeline.answer(event, options)
      const judged = trust.judges ? withUntrusted(compiled, event, options?.pending, noticed) : noticed
      const answered = reportsUsers(event, trust)
        ? Effect.zipWith(judged, ofUsers(compiled, trust), (report, changes) => ({
            ...report,
            outcome: Outcome.reducer.combine(report.outcome, changes)
          }))
        : judged
      if (problems === undefined && managing?.problems === undefined) return answered
      return Effect.map(answered, (report) => {
        const ofSession = ofState(report.outcome, problems, policy, event)
        return { ...report, outcome: ofState(ofSession, managing?.problems, policy, event, portName) }
      })
    }

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const compiled = catalogs.current(event)
        const answered =
          compiled === undefined
            ? Effect.flatMap(catalogs.read(event), (read) => answerIn(read, event, options))
            : answerIn(compiled, event, options)
        return Effect.map(answered, (report) => withFailedReadings(report, event, policy))
      },
      wants: (event) => {
        const compiled = catalogs.current(event)
        return compiled === undefined || hasNotices(compiled, event, host, trust) || pipeline.wants(event)
      }
    })
  })
)
