// The losses of an event: configured hooks that will not run.
import type { Diagnostic } from "@hookline/schema/Diagnostic"

/** Creates the function that returns the diagnostics with losses under an event, as the same list for each name. */
export const losses = (diagnostics: ReadonlyArray<Diagnostic>): ((eventName: string) => ReadonlyArray<Diagnostic>) => {
  const lost = diagnostics.filter((each) => each.lost !== undefined)
  const everywhere = lost.filter((each) => each.lost?.events === "all")
  const names = new Set(lost.flatMap(({ lost }) => (lost === undefined || lost.events === "all" ? [] : lost.events)))
  const byName = new Map(
    [...names].map((name) => [
      name,
      lost.filter((each) => each.lost?.events === "all" || each.lost?.events.includes(name) === true)
    ])
  )
  return (eventName) => byName.get(eventName) ?? everywhere
}
