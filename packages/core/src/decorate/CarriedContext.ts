/** Keeps texts for the model that the host can't give it on this event, for the next event of the session that can. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report, Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Background } from "../execute/Background.ts"
import { callPort } from "../execute/port.ts"
import { HostDialect } from "../HostDialect.ts"
import { Pipeline } from "../Pipeline.ts"

const portName = "the port for results that wait"

/** Returns the runs whose texts can wait, each with these alone. */
const waitingIn = ({ runs }: Report): ReadonlyArray<Run> =>
  runs.flatMap((run) => {
    const { context = [] } = run.outcome ?? {}
    return context.length === 0
      ? []
      : [
          {
            ...run,
            why: "its text for the model waited for an event that has room",
            outcome: Outcome.make({ context })
          }
        ]
  })

/**
 * Passes texts for the model to the port of results that wait, which the next event of the session reports. Where nothing
 * waits, or the session has no name, the answer reports them as dropped.
 */
export const layer: Layer.Layer<Pipeline, never, Background | HostDialect | Pipeline> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const host = yield* HostDialect
    const { onDone, waiting } = yield* Background
    if (waiting === undefined) return pipeline

    const mustWait = (event: HookEvent, { outcome }: Report): boolean =>
      outcome.context.length > 0 &&
      event.sessionId !== undefined &&
      Capabilities.of(event).context &&
      !host.capabilities(event).context

    const kept = (event: HookEvent, report: Report): Effect.Effect<Report> => {
      const runs = waitingIn(report)
      const texts = new Set(runs.flatMap(({ outcome }) => outcome?.context.map(({ text }) => text) ?? []))
      const context = report.outcome.context.filter(({ text }) => !texts.has(text))
      const keeping = Effect.forEach(runs, (run) => callPort(portName, () => onDone({ event, run })), { discard: true })
      return Effect.match(keeping, {
        onSuccess: () => ({ ...report, outcome: { ...report.outcome, context } }),
        // The answer reports them as dropped.
        onFailure: ({ message }) => ({
          ...report,
          outcome: Outcome.reducer.combine(
            report.outcome,
            Outcome.make({ notices: [{ by: portName, level: "warning", text: message }] })
          )
        })
      })
    }

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.flatMap(pipeline.answer(event, options), (report) =>
          mustWait(event, report) ? kept(event, report) : Effect.succeed(report)
        )
    })
  })
)
