/** The events that a host fires, by its facts. */
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HostFacts } from "./HostFacts.ts"

/** Returns the names of the events that a host fires in the versions that are known. */
export const firedEvents = ({
  events,
  silentEvents = []
}: Pick<HostFacts, "events" | "silentEvents">): ReadonlyArray<string> =>
  (events === "all" ? HookEvent.names : events).filter((name) => !silentEvents.includes(name))
