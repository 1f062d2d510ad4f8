/**
 * The hooks that people configure, as one handler among native ones.
 *
 * @since 0.1.0
 */
import { immediate } from "@hookline/core/kit/decorate/deferred"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Registry } from "./Registry.ts"

/**
 * Where they stand: a handler of a lower priority is asked before them, one of a higher after them.
 *
 * @category models
 * @since 0.1.0
 */
export const priority = 20

/**
 * Puts the pipeline among the handlers of the registry, at this priority.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAt = (at: number): Layer.Layer<never, never, Registry | Pipeline> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const registry = yield* Registry
      const pipeline = yield* Pipeline
      yield* registry.attach({
        name: "pipeline",
        priority: at,
        // The registry defers: a second deferral would cost another turn of the loop.
        answer: immediate(pipeline.answer),
        wants: pipeline.wants,
        onFailure: pipeline.onFailure
      })
    })
  )

/**
 * Puts the pipeline among the handlers of the registry, at priority 20.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never, never, Registry | Pipeline> = layerAt(priority)
