/** Gives all other decorators an event with a name, whatever a program that is not compiled emits. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { named } from "../match/misnamed.ts"
import { Pipeline } from "../Pipeline.ts"
import { deferred, immediate } from "./deferred.ts"

/** Passes an event without a name on as the one that `NamedEvents` reports. */
export const layer: Layer.Layer<Pipeline, never, Pipeline> = Layer.effect(
  Pipeline,
  Effect.map(Pipeline, (pipeline) => {
    const answer = immediate(pipeline.answer)
    return Pipeline.of({
      ...pipeline,
      answer: deferred((event, options) => answer(named(event), options)),
      plan: (event) => pipeline.plan(named(event)),
      prewarm: (event) => pipeline.prewarm(named(event))
    })
  })
)
