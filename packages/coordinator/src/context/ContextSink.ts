/**
 * Receives the texts for the model.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Injection } from "./ContextBudget.ts"

/**
 * A message for the model, and its origin: hooks with the event, the size and the time of each text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Message extends Pick<Outcome.Context, "role" | "ephemeral"> {
  readonly content: string
  readonly from: ReadonlyArray<Pick<Injection, "by" | "event" | "bytes" | "time">>
}

const isAlike = (one: Injection, other: Injection): boolean =>
  one.role === other.role && one.ephemeral === other.ephemeral

const message = (first: Injection, rest: ReadonlyArray<Injection>): Message => {
  const all = [first, ...rest]
  return {
    role: first.role,
    ephemeral: first.ephemeral,
    from: all.map(({ by, bytes, event, time }) => ({ by, event, bytes, time })),
    content:
      rest.length === 0
        ? first.text
        : all.map(({ by, bytes, text }) => `From ${by} (${bytes} bytes):\n${text}`).join("\n\n")
  }
}

/**
 * Texts as messages, in order. Those side by side that are of one role, and last alike, become one message, each under its
 * hook's name and size.
 *
 * @category combining
 * @since 0.1.0
 */
export const batch = (injections: ReadonlyArray<Injection>): ReadonlyArray<Message> => {
  const messages: Array<Message> = []
  for (let from = 0; from < injections.length;) {
    const [first, ...after] = injections.slice(from)
    if (first === undefined) break
    const end = after.findIndex((one) => !isAlike(first, one))
    const rest = end < 0 ? after : after.slice(0, end)
    messages.push(message(first, rest))
    from += rest.length + 1
  }
  return messages
}

/**
 * The port that delivers texts to the model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Delivering {
  /** Delivers the admitted texts of one event. */
  readonly deliver: (injections: ReadonlyArray<Injection>) => Effect.Effect<void>
}

/**
 * The port for texts to the model. By default nothing is delivered, and the host takes the texts from the report, which
 * always has them.
 *
 * @example
 * ```ts
 * import { ContextSink } from "@hookline/coordinator/ContextSink"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const deliver = Effect.map(ContextSink, (port) => port.deliver)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ContextSink extends Context.Service<ContextSink, Sealed<Delivering>>()(
  "@hookline/coordinator/ContextSink"
) {}

/**
 * Creates a layer that stores texts and has services of its own.
 *
 * @example
 * ```ts
 * import * as ContextSink from "@hookline/coordinator/ContextSink"
 * import * as Effect from "effect/Effect"
 *
 * // Equals the service that it decorates.
 * const layer = ContextSink.layerEffect(Effect.map(ContextSink.ContextSink, (service) => service))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Delivering, E, R>
): Layer.Layer<ContextSink, E, Exclude<R, Scope.Scope> | ThisProject> =>
  Layer.effect(ContextSink, Effect.map(make, seal))

/**
 * Calls a function with the messages of each event. `ContextQueue.layer` keeps them until the model is called.
 *
 * @example
 * ```ts
 * import * as ContextSink from "@hookline/coordinator/ContextSink"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [ContextSink.layer((messages, session) => Effect.logInfo(session, messages))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  add: (messages: ReadonlyArray<Message>, session: string | undefined) => Effect.Effect<void>
): Layer.Layer<ContextSink, never, ThisProject> =>
  Layer.succeed(ContextSink)(seal({ deliver: (injections) => add(batch(injections), injections[0]?.session) }))

/**
 * Delivers nothing. This is the default.
 *
 * @example
 * ```ts
 * import * as ContextSink from "@hookline/coordinator/ContextSink"
 *
 * const provide = [ContextSink.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<ContextSink, never, ThisProject> = Layer.succeed(ContextSink)(
  seal({ deliver: () => Effect.void })
)
