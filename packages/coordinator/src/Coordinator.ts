/**
 * Around the pipeline: an event goes to its handlers, and what they say is done: texts for the model within a budget,
 * questions to a person, messages, a log.
 *
 * @since 0.1.0
 */
import type { EmitOptions, Pipeline } from "@hookline/core/Pipeline"
import { deferred, immediate } from "@hookline/core/kit/decorate/deferred"
import type { SessionState } from "@hookline/core/SessionState"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SettlePorts from "./internal/SettlePorts.ts"
import { of, settle } from "./internal/settle.ts"
import * as PipelineHandler from "./PipelineHandler.ts"
import { Registry } from "./Registry.ts"

const make = Effect.fnUntraced(function* (project: string) {
  const registry = yield* Registry
  const parts = yield* SettlePorts.make

  /** A turn begins with a prompt; with its session what was approved for it is over, too. */
  const slowly = Effect.fnUntraced(function* (
    event: HookEvent,
    asked: EmitOptions | undefined
  ): Effect.fn.Return<Report> {
    const matter = of(registry.told(event), project)
    const { session } = matter.session
    if (event._tag === "UserPromptSubmit") parts.turns.reset(session)
    const start = yield* Clock.currentTimeMillis
    const report = yield* settle(parts, matter, yield* registry.emit(event, asked), start)
    if (event._tag === "SessionEnd") {
      parts.turns.reset(session)
      yield* parts.state.end(matter.session)
    }
    return report
  })

  const emitNow = immediate(registry.emit)
  const decide = (event: HookEvent, asked?: EmitOptions): Effect.Effect<Report> =>
    event._tag !== "UserPromptSubmit" && event._tag !== "SessionEnd" && !registry.wants(event)
      ? emitNow(event, asked)
      : slowly(event, asked)

  return Coordinator.of({ coordinate: deferred(decide) })
})

/**
 * Coordinates the hooks of one project.
 *
 * @category services
 * @since 0.1.0
 */
export class Coordinator extends Context.Service<
  Coordinator,
  {
    /**
     * Asks the handlers of an event, the configured hooks among them, and does what they say.
     *
     * **Details**
     *
     * The report's outcome is final: an `Ask` has been answered, the texts for the model are those that it is given, and
     * the messages tell what became of the others. What each hook said stands in its own run.
     *
     * **Gotchas**
     *
     * Like `Pipeline.answer`, the effect decides when it runs: a handler that is registered, a skill that is opened or a
     * file that is written between the call and the run counts.
     */
    coordinate(event: HookEvent, asked?: EmitOptions): Effect.Effect<Report>
  }
>()("@hookline/coordinator/Coordinator") {
  /** The handlers of a registry, with or without a pipeline among them. The ports have defaults; layers say otherwise. */
  static readonly layerNoDeps = (project: string): Layer.Layer<Coordinator, never, Registry | SessionState> =>
    Layer.effect(Coordinator, make(project))

  /** The same with a registry that the pipeline stands in. */
  static readonly layer = (project: string): Layer.Layer<Coordinator | Registry, never, Pipeline | SessionState> =>
    Coordinator.layerNoDeps(project).pipe(
      // Its own: who builds several projects together would have the handlers of the first in all of them, and no others.
      Layer.merge(Layer.fresh(PipelineHandler.layer)),
      Layer.provideMerge(Layer.fresh(Registry.layer))
    )
}
