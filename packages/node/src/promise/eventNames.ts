/** Names of events that guards do not have, because they are misspelt, or those of another agent. */
import { type Meaning, meaningIn } from "@hookline/core/kit/match/nativeNames"
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"

/** Returns the other events that a name has in agents, in the host first. */
const meantIn = (dialects: ReadonlyArray<Dialect>, name: string): ReadonlyArray<string> =>
  dialects
    .flatMap(({ event: { meanings = {} } }) => (Object.hasOwn(meanings, name) ? (meanings[name] ?? []) : []))
    .filter((event, index, all) => event !== name && all.indexOf(event) === index)

const hintOf = (meaning: Meaning, meant: ReadonlyArray<string>): string => {
  if (meaning._tag === "Never" && meaning.hint.startsWith("is ")) return meaning.hint
  if (meant.length === 0) return "write the name of one event"
  const [one] = meant
  return meant.length === 1
    ? `is ${one} meant?`
    : `agents that have it mean ${meant.join(" and ")}: write the one that happens`
}

/** The number of names that are remembered. A program has few, unless it makes them up. */
const most = 1000

/**
 * Creates the function that returns a hint about a name under which an event is emitted and that is none of the known ones, or
 * `undefined` for the name of a program's own event. A name means what it means where a handler is registered. One that is
 * a letter from a short one is reported by the event itself, once.
 */
export const strangeNames = (host: Dialect): ((name: string) => string | undefined) => {
  const own = new Set<string>()
  const others = Dialects.all.map(({ event }) => event)
  return (name) => {
    if (own.has(name)) return undefined
    const meaning = meaningIn(host.event, others, name)
    const atHost = meantIn([host], name)
    const isNamed = meaning._tag === "Event" ? meaning.event === name && name !== "*" : meaning.mayBeOwn === true
    const isOwn = isNamed && atHost.length === 0
    if (!isOwn) return hintOf(meaning, atHost.length === 0 ? meantIn(Dialects.all, name) : atHost)
    if (own.size < most) own.add(name)
    return undefined
  }
}
