/** The capabilities of a host by a table, with a row for each event on which its answer has any effect. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type * as Change from "@hookline/schema/Change"
import type { HookEvent, Tag } from "@hookline/schema/HookEvent"

/** The parts of an answer that count on an event, as far as the event supports them. */
export interface HostRow {
  readonly verdicts?: Capabilities.Capabilities["verdicts"]
  readonly changes?: Change.Target
  readonly context?: true
  readonly halts?: true
}

/** Creates the function that returns a host's capabilities. An event without a row has none. */
export const hostCapabilities =
  (rows: Partial<Record<Tag, HostRow>>) =>
  (event: HookEvent): Capabilities.Capabilities => {
    const carries = Capabilities.of(event)
    const { changes, context = false, halts = false, verdicts = [] } = rows[event._tag] ?? {}
    return {
      ...carries,
      verdicts: carries.verdicts.filter((verdict) => verdicts.includes(verdict)),
      changes: carries.changes.filter((target) => target === changes),
      context: carries.context && context,
      halts: carries.halts && halts,
      effects: []
    }
  }
