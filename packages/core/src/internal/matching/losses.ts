// Which entries were lost under an event: hooks that somebody wrote, and that will not run.
import type { Diagnostic } from "@hookline/schema/Diagnostic"

/** Answers which diagnostics cost hooks of an event, for each name in the same list. */
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
