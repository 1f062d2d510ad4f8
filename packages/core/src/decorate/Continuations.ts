/** Counts how often an agent is sent on at its end, on hosts that set no limit: a hook that always does so would never end. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { callPort, decideOnPort, type PortFailed, stateName } from "../execute/port.ts"
import { HostDialect } from "../HostDialect.ts"
import { Pipeline } from "../Pipeline.ts"
import { type SessionKey, SessionState, type Storing } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"
import { mostContinuations } from "../translate/combine.ts"

type End = Extract<HookEvent, { readonly _tag: "Stop" | "SubagentStop" }>

const isEnd = (event: HookEvent): event is End => event._tag === "Stop" || event._tag === "SubagentStop"

const markOf = ({ _tag, agentId = "" }: End, times: number): string =>
  SessionMark.encode({ _tag: "SentOn", agent: `${_tag} ${agentId}`, times })

/**
 * Returns how often the agent was sent on since it last ended by itself, and counts this time. It is counted before
 * the hooks run, because a count that fails afterwards would begin anew each time.
 */
const counted = (state: Storing, key: SessionKey, event: End): Effect.Effect<number, PortFailed> =>
  callPort(
    stateName,
    Effect.fnUntraced(function* () {
      let times = 0
      while (times < mostContinuations && (yield* state.has(key, markOf(event, times + 1)))) times++
      if (!event.stopHookActive) {
        for (let one = 1; one <= times; one++) yield* state.unmark(key, markOf(event, one))
        times = 0
      }
      if (times < mostContinuations) yield* state.mark(key, markOf(event, times + 1))
      return times
    })
  )

/** Adds the failure of a port. What hooks have decided still counts. */
const withFailure = (report: Report, outcome: Outcome.Outcome): Report => ({
  ...report,
  outcome: Outcome.reducer.combine(report.outcome, outcome)
})

/** Passes the count of continuations to the pipeline, unless the program counts them itself. */
export const layer: Layer.Layer<Pipeline, never, HostDialect | Pipeline | SessionState | ThisProject> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { event: wire } = yield* HostDialect
    if (wire.endless !== true) return pipeline
    const state = yield* SessionState
    const { project } = yield* ThisProject

    const limited = Effect.fnUntraced(function* (event: End) {
      const key = { project: project.project, session: event.sessionId }
      const times = yield* Effect.result(counted(state, key, event))
      if (times._tag === "Success") return yield* pipeline.answer(event, { continuations: times.success })
      // Who can't count must not send the agent on: it might go on for ever.
      const report = yield* pipeline.answer(event, { continuations: mostContinuations })
      return withFailure(report, decideOnPort(pipeline.onFailure(), times.failure, event))
    })

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        isEnd(event) && options?.continuations === undefined && event.sessionId !== undefined
          ? limited(event)
          : pipeline.answer(event, options)
    })
  })
)
