/** An event as everybody is told it: with the default fields, and with the time of now. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Defaults } from "../../Registry.ts"

/** The event with what it lacks. An event's own fields win. */
export const withDefaults = (event: HookEvent, defaults: Defaults | undefined): HookEvent => {
  if (defaults === undefined) return event
  const { data, ...fields } = defaults
  const told = { ...fields, ...event }
  return told._tag === "Other" && data !== undefined ? { ...told, data: { ...data, ...told.data } } : told
}

/** The event with the time of now, whatever it said itself: when something happened is not a host's to make up. */
export const stamped = (event: HookEvent, millis: number): HookEvent => ({
  ...event,
  timestamp: new Date(millis).toISOString()
})
