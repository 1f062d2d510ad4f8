/** A compiled catalog, with what is the same for all events that it does not want: made once, and given each time. */
import type * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import type { Compiled } from "../match/Matcher.ts"
import { anyLost } from "./lossNotices.ts"
import { anyDisabled, reportsDisabled } from "./disabledNotices.ts"

/** The reports of events that nothing wants, made once per catalog and event. */
const nothings = (compiled: Compiled): ((event: HookEvent.HookEvent) => Effect.Effect<Report>) => {
  const { diagnostics } = compiled.catalog
  const nothingOf = (event: string): Effect.Effect<Report> =>
    Effect.succeed<Report>({ event, outcome: Outcome.empty, runs: [], diagnostics, env: {} })
  const made = new Map<string, Effect.Effect<Report>>()
  // The same event mostly comes again.
  let lastName: string | undefined
  let last = nothingOf("")
  return (event) => {
    const name = event._tag === "Other" ? event.name : event._tag
    if (name === lastName) return last
    const report = made.get(name) ?? nothingOf(name)
    // Names of events may be remote input.
    if (made.size < 256) made.set(name, report)
    lastName = name
    last = report
    return report
  }
}

/** A compiled catalog, with what is the same for all events that it does not want. */
export interface CompiledCatalog {
  readonly compiled: Compiled
  readonly nothing: (event: HookEvent.HookEvent) => Effect.Effect<Report>
  /** Whether something was lost while it was read, so that no event is free. */
  readonly hasLosses: boolean
  /** Whether something is switched off, so that the start of a session is not free. */
  readonly hasDisabled: boolean
  /** Whether either is so, and each event has to be looked at. */
  readonly mayHaveNotices: boolean
}

export const compile = (compiled: Compiled): CompiledCatalog => {
  const hasLosses = anyLost({ compiled })
  const hasDisabled = anyDisabled(compiled.catalog)
  return { compiled, nothing: nothings(compiled), hasLosses, hasDisabled, mayHaveNotices: hasLosses || hasDisabled }
}

/** Whether an event has something to say though no hook wants it. */
export const hasNotices = ({ hasDisabled, hasLosses }: CompiledCatalog, event: HookEvent.HookEvent): boolean =>
  hasLosses || (hasDisabled && reportsDisabled(event))
