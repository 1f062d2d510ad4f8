/**
 * What else an event is called: hosts have names of their own for events that all know, and handlers may be registered
 * under either.
 *
 * @since 0.1.0
 */
import { HostDialect } from "@hookline/core/HostDialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The second name of an event, where it has one. Unless a layer is given none has.
 *
 * @category services
 * @since 0.1.0
 */
export const EventNames = Context.Reference<{ readonly aliasOf: (event: HookEvent) => string | undefined }>(
  "@hookline/coordinator/EventNames",
  { defaultValue: () => ({ aliasOf: () => undefined }) }
)

/**
 * The names that the host itself has for events: where it sends `tool:pre`, a handler for that gets `PreToolUse`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerHost: Layer.Layer<never, never, HostDialect> = Layer.effect(
  EventNames,
  Effect.map(HostDialect, ({ event: { nameOf } }) => ({ aliasOf: (event: HookEvent) => nameOf?.(event) }))
)
