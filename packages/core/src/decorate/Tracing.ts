/** Records a span for each event that runs hooks. */
import { nameOf } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { Pipeline } from "../Pipeline.ts"
import * as Telemetry from "../Telemetry.ts"
import type { MatchedOptions } from "./matched.ts"

/** Records spans if a tracer is enabled. A span costs more than all other work of an answer. */
export const layer: Layer.Layer<Pipeline, never, Pipeline> = Layer.effect(
  Pipeline,
  Effect.map(Pipeline, (pipeline) =>
    Pipeline.of({
      ...pipeline,
      answer: (event, options?: MatchedOptions) => {
        const answered = pipeline.answer(event, options)
        return Effect.withFiber((fiber) =>
          fiber.getRef(References.TracerEnabled) && (options?.isMatched === true || pipeline.wants(event))
            ? Telemetry.event(nameOf(event), answered)
            : answered
        )
      }
    })
  )
)
