/**
 * Where texts for the model go.
 *
 * @since 0.1.0
 */
import type * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Injection } from "./ContextBudget.ts"

/**
 * A message for the model, and which hooks it is from.
 *
 * @category models
 * @since 0.1.0
 */
export interface Message extends Pick<Outcome.Context, "role" | "ephemeral"> {
  readonly content: string
  readonly from: ReadonlyArray<Pick<Injection, "by" | "event" | "bytes">>
}

const isAlike = (one: Injection, other: Injection): boolean =>
  one.role === other.role && one.ephemeral === other.ephemeral

const message = (first: Injection, rest: ReadonlyArray<Injection>): Message => {
  const all = [first, ...rest]
  return {
    role: first.role,
    ephemeral: first.ephemeral,
    from: all.map(({ by, bytes, event }) => ({ by, event, bytes })),
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
 * The sink: it gets the texts of one event that were given. Unless a layer is given nobody does, and the host takes them
 * from the report, where they stand in any case.
 *
 * @category services
 * @since 0.1.0
 */
export const ContextSink = Context.Reference<{
  readonly deliver: (injections: ReadonlyArray<Injection>) => Effect.Effect<void>
}>("@hookline/coordinator/ContextSink", { defaultValue: () => ({ deliver: () => Effect.void }) })

/**
 * Gives this function the messages of each event, at once. `ContextQueue.layer` keeps them until the model is called.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  add: (messages: ReadonlyArray<Message>, session: string | undefined) => Effect.Effect<void>
): Layer.Layer<never> =>
  Layer.succeed(ContextSink)({ deliver: (injections) => add(batch(injections), injections[0]?.session) })
