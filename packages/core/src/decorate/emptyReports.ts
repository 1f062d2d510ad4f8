/**
 * The reports of events without hooks: created once for each catalog and event name, and returned each time. They are frozen,
 * so that no receiver changes those of others.
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import type { Compiled } from "../match/Matcher.ts"

/** The number of cached names: names of events may come from outside. */
const remembered = 256

const noRuns: Report["runs"] = Object.freeze([])
const noEnv: Report["env"] = Object.freeze({})

/** Freezes data at any depth. */
const frozen = <A>(data: A): A => {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data
  Object.freeze(data)
  Object.values(data).forEach(frozen)
  return data
}

const reportsOf = ({ catalog: { diagnostics } }: Compiled): ((event: HookEvent) => Effect.Effect<Report>) => {
  // A copy, because the list of the catalog is not only for reports.
  const shared = frozen(structuredClone(diagnostics))
  const made = new Map<string, Effect.Effect<Report>>()
  // Events of one name mostly follow each other.
  let lastName: string | undefined
  let last: Effect.Effect<Report> = Effect.never
  return (event) => {
    const name = event._tag === "Other" ? event.name : event._tag
    if (name === lastName) return last
    const report =
      made.get(name) ??
      Effect.succeed(
        Object.freeze<Report>({ event: name, outcome: Outcome.empty, runs: noRuns, diagnostics: shared, env: noEnv })
      )
    if (made.size < remembered) made.set(name, report)
    lastName = name
    last = report
    return report
  }
}

/** Creates the function that returns the empty report of an event. */
export const emptyReports = (): ((compiled: Compiled, event: HookEvent) => Effect.Effect<Report>) => {
  const known = new WeakMap<Compiled, (event: HookEvent) => Effect.Effect<Report>>()
  let lastCompiled: Compiled | undefined
  let last: ((event: HookEvent) => Effect.Effect<Report>) | undefined
  return (compiled, event) => {
    if (compiled !== lastCompiled || last === undefined) {
      last = known.get(compiled) ?? reportsOf(compiled)
      known.set(compiled, last)
      lastCompiled = compiled
    }
    return last(event)
  }
}
