/**
 * Keeps texts for the model until its next call: those of several events of a turn become one message.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Injection } from "./ContextBudget.ts"
import { seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import { batch, ContextSink, type Message } from "./ContextSink.ts"

/**
 * The texts that wait for the model.
 *
 * @example
 * ```ts
 * import { ContextQueue } from "@hookline/coordinator/ContextQueue"
 *
 * const messages = ContextQueue.use((queue) => queue.take("s1"))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ContextQueue extends Context.Service<
  ContextQueue,
  {
    /** All that came for the session since this was asked last. */
    take(session?: string): Effect.Effect<ReadonlyArray<Message>>
  }
>()("@hookline/coordinator/ContextQueue") {
  /** A queue, and the sink that fills it. */
  static readonly layer: Layer.Layer<ContextQueue | ContextSink, never, ThisProject> = Layer.effectContext(
    Effect.sync(() => {
      const waiting = new Map<string | undefined, ReadonlyArray<Injection>>()
      const take = (session?: string) =>
        Effect.sync(() => {
          const all = waiting.get(session) ?? []
          waiting.delete(session)
          return batch(all)
        })
      const deliver = (injections: ReadonlyArray<Injection>) =>
        Effect.sync(() => {
          for (const one of injections) waiting.set(one.session, [...(waiting.get(one.session) ?? []), one])
        })
      return Context.make(ContextQueue, ContextQueue.of({ take })).pipe(Context.add(ContextSink, seal({ deliver })))
    })
  )
}
