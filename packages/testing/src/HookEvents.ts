/**
 * Events made at random, as hosts could send them.
 *
 * @since 0.1.0
 */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"

const isNullish = (value: unknown): boolean => value === null || value === undefined

/** An event without the host's own object, which differs from wire to wire. */
export const withoutHost = ({ host: _host, ...event }: HookEvent.HookEvent) => event

/** On a wire `null` is a field that is not there, so that no event has one. */
const withoutNulls = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => key !== "host" && !isNullish(value))
    // Only optional fields can be null, so that what is left has the same shape.
  ) as Fields

const custom = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [`custom_${key}`, value]))

const sendable = (event: HookEvent.HookEvent): HookEvent.HookEvent => {
  switch (event._tag) {
    case "Other":
      return withoutNulls({ ...event, name: `custom:${event.name}`, data: custom(event.data) })
    case "PostToolBatch":
      return withoutNulls({ ...event, toolCalls: event.toolCalls.map(withoutNulls) })
    default:
      return withoutNulls(event)
  }
}

/**
 * Any event that a host could have sent: of one that nobody knows, neither name nor data are those of one that is known.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitrary: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.schema(HookEvent.HookEvent),
  sendable
)

/**
 * Any event of one kind that a host could have sent.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const of = (name: HookEvent.Tag): Arbitrary.Arbitrary<HookEvent.HookEvent> =>
  Arbitrary.map(Arbitrary.schema(HookEvent.cases[name]), sendable)
