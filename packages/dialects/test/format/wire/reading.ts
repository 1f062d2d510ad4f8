// What a wire makes of a payload, unwrapped: a test that expected the other fails with what it got.
import type { EventWire, DecodedPayload } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { assert } from "@effect/vitest"
import * as Result from "effect/Result"

export const heard = (wire: EventWire, payload: unknown): DecodedPayload => {
  const read = wire.read(payload)
  return Result.isSuccess(read) ? read.success : assert.fail(read.failure.message)
}

export const firstOf = (wire: EventWire, payload: unknown): HookEvent => {
  const { events } = heard(wire, payload)
  return events[0] ?? assert.fail("the payload tells no event")
}

export const refusal = (wire: EventWire, payload: unknown): string => {
  const read = wire.read(payload)
  if (Result.isSuccess(read)) return assert.fail(`read as ${read.success.events.map(({ _tag }) => _tag).join(", ")}`)
  assert.strictEqual(read.failure._tag, "Unreadable")
  return read.failure.issue
}

/** An event as it can be compared: without the payload that it keeps. */
export const bare = ({ host: _host, ...event }: HookEvent): Readonly<Record<string, unknown>> => event
