/** The events for which Amplifier's module calls Hookline: those of the dialect, and skills that come and go. */
import * as HookEvent from "@hookline/schema/HookEvent"
import { amplifierRows } from "./eventRows.ts"
import type { AmplifierName } from "./eventNames.ts"

export interface ModuleEvent {
  readonly name: string
  /** The canonical names of the events that one payload is, the first of which names it; empty for a skill. */
  readonly events: ReadonlyArray<string>
}

/** Events that a payload brings beside its own. */
const second: Partial<Record<AmplifierName, HookEvent.Tag>> = {
  "tool:pre": "SubagentStart",
  "tool:post": "SubagentStop",
  "context:post_compact": "SessionStart"
}

export const moduleEvents: ReadonlyArray<ModuleEvent> = [
  ...Object.entries(amplifierRows).map(([name, { event }]) => {
    const brought: string | undefined = Object.entries(second).find(([own]) => own === name)?.[1]
    return { name, events: [event, ...(brought === undefined ? [] : [brought])] }
  }),
  { name: "skill:loaded", events: [] },
  { name: "skill:unloaded", events: [] }
]
