/** The events of a host, by their names. */
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import * as HookEvent from "@hookline/schema/HookEvent"

/** Returns the events that a host reports. */
export const eventsOf = ({ events }: Pick<HostFacts, "events">): ReadonlyArray<string> =>
  events === "all" ? HookEvent.names : events
