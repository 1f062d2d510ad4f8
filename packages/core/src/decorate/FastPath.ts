/** Answers events without hooks at once, for the price of a lookup. */
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Broken from "../execute/broken.ts"
import { HostDialect } from "../HostDialect.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { type Compiled, none } from "../match/Matcher.ts"
import { misnamedBy } from "../match/misnamed.ts"
import { wrongFields } from "../match/wrongFields.ts"
import { NativeHooks } from "../match/NativeHooks.ts"
import { Pipeline } from "../Pipeline.ts"
import { sentence } from "../PipelineError.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { nothing, SessionEnv } from "../session/SessionEnv.ts"
import { SessionState } from "../session/SessionState.ts"
import { legibleOutcome } from "../translate/legible.ts"
import { Trust } from "../trust/Trust.ts"
import { hasNotices, mayHaveNotices, mayReportUntrusted } from "./catalogNotices.ts"
import { deferred } from "./deferred.ts"
import { emptyReports } from "./emptyReports.ts"
import { anyUnfired } from "./unfiredNotices.ts"
import { matched, type MatchedOptions, unmatched } from "./matched.ts"

/** Checks for nothing in the place of an event, which the answer reports. A program that is not compiled may ask about it. */
const isNone = (event: HookEvent | null | undefined): boolean => event === undefined || event === null

/**
 * Skips all other decorators and stages where nothing is left to do: no hook, no notice, no variable of the session, no
 * skill or command that is put into use, and no session that ends. `answer` defers this decision to the moment in which
 * its effect runs.
 */
export const layer: Layer.Layer<
  Pipeline,
  never,
  CompiledCatalogs | HostDialect | NativeHooks | Pipeline | SessionEnv | SessionState | Trust
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const host = yield* HostDialect
    const { mayUse } = catalogs
    const { isKept } = yield* SessionEnv
    const { problems } = yield* SessionState
    const trust = yield* Trust
    // Most projects trust all hooks, so that no event has to ask.
    const mayTell = trust.judges || trust.userChanges !== undefined
    /** True if neither trust nor the state has anything to report. */
    const isQuiet = !mayTell && problems === undefined
    const misnamed = misnamedBy(yield* NativeHooks)
    const emptyReport = emptyReports((event) => misnamed(event) !== undefined)
    // The last catalog, with what was found out about it.
    let last: Compiled | undefined
    let lastIsPlain = false
    /** True if a session may have variables, which every report has. */
    let mayHaveExports = false

    const isPlain = (compiled: Compiled): boolean => {
      if (compiled !== last) {
        last = compiled
        lastIsPlain = !mayHaveNotices(compiled)
      }
      return lastIsPlain
    }

    /** The known tag of the last event without hooks. */
    let lastTag: HookEvent["_tag"] = "PreToolUse"

    /** Checks whether the name of an event is to be reported. Nearly all events have the tag of the last one. */
    const isStrange = (event: HookEvent): boolean => {
      if (misnamed(event) !== undefined) return pipeline.wants(event)
      if (event._tag !== "Other") lastTag = event._tag
      return false
    }

    const seen = (report: Report): Report => {
      mayHaveExports ||= report.env !== nothing.set && Object.keys(report.env).length > 0
      return report
    }

    /**
     * Returns the report of an event on which a stage broke: the policy for failures decides. If the event lacks what hooks
     * judge, that is the reason.
     */
    const broken = (event: HookEvent, issue: string): Report => {
      const text =
        wrongFields(event) ?? `the hooks of ${nameOf(event)} could not be answered, because a stage broke: ${issue}`
      const outcome = FailurePolicy.decide(pipeline.onFailure(), { by: "hookline", text }, event)
      return { event: nameOf(event), outcome: legibleOutcome(outcome), runs: [], diagnostics: [], env: {} }
    }

    const answerAll = (event: HookEvent, options?: MatchedOptions): Effect.Effect<Report> => {
      const answered = Broken.orElse(pipeline.answer(event, options), (issue) =>
        Effect.sync(() => broken(event, issue))
      )
      return isKept && !mayHaveExports ? Effect.map(answered, seen) : answered
    }

    const decide = (event: HookEvent, options?: MatchedOptions): Effect.Effect<Report> => {
      const compiled = catalogs.current(event)
      // An event with notices is wanted without hooks, too.
      if (compiled === undefined) return answerAll(event, unmatched(options))
      // Nearly all events come without options, in a project without notices. The rest is in other functions, so that
      // this one is short enough to be inlined.
      return isQuiet && options === undefined && mayBeEmpty(event) && isPlain(compiled) && !mayUse(event)
        ? decideByHooks(compiled, event)
        : decideByAll(compiled, event, options)
    }

    /** Checks whether no session has variables, and none ends. */
    const mayBeEmpty = ({ _tag }: HookEvent): boolean => !mayHaveExports && _tag !== "SessionEnd"

    const decideByHooks = (compiled: Compiled, event: HookEvent, options?: MatchedOptions): Effect.Effect<Report> =>
      compiled.groups(event) === none
        ? (emptyReport(compiled, event) ?? answerAll(event, unmatched(options)))
        : answerAll(event, matched(options))

    const decideByAll = (
      compiled: Compiled,
      event: HookEvent,
      options: MatchedOptions | undefined
    ): Effect.Effect<Report> => {
      const isNoticed = isPlain(compiled)
        ? mayTell && mayReportUntrusted(compiled, event, host, trust)
        : hasNotices(compiled, event, host, trust)
      if (isNoticed || anyUnfired(compiled, options?.forHost)) return answerAll(event, unmatched(options))
      const isEmpty = problems === undefined && isPlain(compiled) && mayBeEmpty(event)
      if (!isEmpty || options?.isMatched === true || mayUse(event)) return answerAll(event, options)
      return decideByHooks(compiled, event, options)
    }

    return Pipeline.of({
      ...pipeline,
      answer: deferred((event, options) => {
        try {
          return decide(event, options)
        } catch (defect) {
          return Effect.sync(() => broken(event, sentence(defect)))
        }
      }),
      wants: (event) => {
        if (isNone(event)) return true
        const compiled = catalogs.current(event)
        return compiled !== undefined && isPlain(compiled)
          ? compiled.wants(event) ||
              mayUse(event) ||
              (mayTell && mayReportUntrusted(compiled, event, host, trust)) ||
              (event._tag !== lastTag && isStrange(event))
          : pipeline.wants(event)
      }
    })
  })
)
