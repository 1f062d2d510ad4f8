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

/** Returns the empty report of an event, or `undefined` for one whose name is not its own, which is a failure. */
type ReportOf = (event: HookEvent) => Effect.Effect<Report> | undefined

/** Creates the reports of the events of one kind: of known events, or of those of programs, which may have their names. */
const cached = (diagnostics: Report["diagnostics"], isMisnamed: (event: HookEvent) => boolean) => {
  const made = new Map<string, Effect.Effect<Report>>()
  // Events of one name mostly follow each other.
  let lastName: string | undefined
  let last: Effect.Effect<Report> | undefined
  return (name: string, event: HookEvent): Effect.Effect<Report> | undefined => {
    if (name === lastName && last !== undefined) return last
    const before = made.get(name)
    if (before === undefined && isMisnamed(event)) return undefined
    const report =
      before ??
      Effect.succeed(
        Object.freeze<Report>({ event: name, outcome: Outcome.empty, runs: noRuns, diagnostics, env: noEnv })
      )
    if (made.size < remembered) made.set(name, report)
    lastName = name
    last = report
    return report
  }
}

const reportsOf = ({ catalog: { diagnostics } }: Compiled, isMisnamed: (event: HookEvent) => boolean): ReportOf => {
  // A copy, because the list of the catalog is not only for reports.
  const shared = frozen(structuredClone(diagnostics))
  const known = cached(shared, isMisnamed)
  const others = cached(shared, isMisnamed)
  return (event) => (event._tag === "Other" ? others(event.name, event) : known(event._tag, event))
}

/** Creates the function that returns the empty report of an event. */
export const emptyReports = (
  isMisnamed: (event: HookEvent) => boolean
): ((compiled: Compiled, event: HookEvent) => Effect.Effect<Report> | undefined) => {
  const known = new WeakMap<Compiled, ReportOf>()
  let lastCompiled: Compiled | undefined
  let last: ReportOf | undefined
  return (compiled, event) => {
    if (compiled !== lastCompiled || last === undefined) {
      last = known.get(compiled) ?? reportsOf(compiled, isMisnamed)
      known.set(compiled, last)
      lastCompiled = compiled
    }
    return last(event)
  }
}
