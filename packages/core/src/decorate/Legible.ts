/** Makes the texts of every report legible, whichever stage or decorator added them. The runs keep what hooks wrote. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Pipeline } from "../Pipeline.ts"
import { legibleOutcome } from "../translate/legible.ts"

/** Removes hidden characters of reports. */
export const layer: Layer.Layer<Pipeline, never, Pipeline> = Layer.effect(
  Pipeline,
  Effect.map(Pipeline, (pipeline) =>
    Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.map(pipeline.answer(event, options), (report) => {
          const outcome = legibleOutcome(report.outcome)
          return outcome === report.outcome ? report : { ...report, outcome }
        })
    })
  )
)
