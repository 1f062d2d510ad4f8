/** Names under which programs register hooks: those of events, of hosts, and of the program's own events. */
import { isName } from "@hookline/schema/HookEvent"
import type { EventWire } from "../Dialect.ts"
import * as EventNames from "../discover/EventNames.ts"
import { isNear } from "../discover/Suggestions.ts"

/** The event name of hooks that run on every event. */
export const everyEvent = "*"

/** The names of events in a dialect. */
export type Names = Pick<EventWire, "meanings" | "nameOf" | "ownEvents">

/**
 * The event of a name, or the reason for which no event has this name, with a hint. `mayBeOwn` is true of a name that is one
 * letter from a short one: a handler under it is refused, because it may never run, and a program may have such an event.
 */
export type Meaning =
  | { readonly _tag: "Event"; readonly event: string }
  | { readonly _tag: "Never"; readonly hint: string; readonly mayBeOwn?: true }

const Event = (event: string): Meaning => ({ _tag: "Event", event })
const Never = (hint: string): Meaning => ({ _tag: "Never", hint })

/** Returns the events of a name in a dialect. */
const meantIn = ({ meanings = {} }: Names, name: string): ReadonlyArray<string> =>
  (Object.hasOwn(meanings, name) ? meanings[name] : undefined) ?? []

/** Checks whether a dialect has several names for an event, so that this one is for a part of it. */
const isPart = ({ meanings = {} }: Names, name: string, event: string): boolean =>
  EventNames.lettersOf(name) !== EventNames.lettersOf(event) &&
  Object.values(meanings).filter((meant) => meant.includes(event)).length > 1

/** The letters of patterns, of which no name of an event consists. */
const patterns = /[*?|,^$()[\]{}\\+]/u

/** The shortest names that one wrong letter does not make another word. */
const shortest = 6

/** Checks whether a name is one letter from that of a known event, which proves nothing of a short one: `step` is no `Stop`. */
const isOtherWord = (name: string, known: string): boolean => {
  const [letters, short] = [EventNames.lettersOf(name), EventNames.lettersOf(known)]
  return short.length < shortest && letters !== short && isNear(letters, short)
}

const nearest = (dialects: ReadonlyArray<Names>, name: string): ReadonlyArray<string> => {
  const letters = EventNames.lettersOf(name)
  if (letters.length < shortest) return []
  const known = [...new Set(dialects.flatMap(({ meanings = {} }) => Object.keys(meanings)))]
  const same = known.filter((each) => EventNames.lettersOf(each) === letters)
  return same.length > 0 ? same : known.filter((each) => isNear(letters, EventNames.lettersOf(each)))
}

/** Returns the meaning of a name in the dialects that have it, if there is one. */
const meantBy = (dialects: ReadonlyArray<Names>, name: string): Meaning | undefined => {
  const found = dialects.flatMap((dialect) => meantIn(dialect, name).map((event) => ({ dialect, event })))
  const events = [...new Set(found.map(({ event }) => event))]
  const [event] = events
  if (event === undefined) return undefined
  return events.length === 1 && !found.some(({ dialect }) => isPart(dialect, name, event))
    ? Event(event)
    : Never(`agents that have it mean ${events.join(" and ")}, or a part of it: register ${events.join(" and ")}`)
}

/** Returns the event that a name means in other dialects, if they agree on it. */
export const meantElsewhere = (dialects: ReadonlyArray<Names>, name: string): string | undefined => {
  const meaning = meantBy(dialects, name)
  return meaning?._tag === "Event" ? meaning.event : undefined
}

/** Returns the event of a name under a host. */
export const meaningIn = (host: Names, dialects: ReadonlyArray<Names>, name: unknown): Meaning => {
  if (typeof name !== "string") return Never("write the name of an event")
  if (name === everyEvent || isName(name)) return Event(name)
  if (host.ownEvents?.includes(name) === true) return Event(name)
  const atHost = meantBy([host], name)
  // A host that names its events is asked for the name of each.
  if (atHost !== undefined) return host.nameOf === undefined ? atHost : Event(name)
  // Names with colons are also those of a program's own events, which it emits under them.
  if (name.includes(":")) return Event(name)
  if (patterns.test(name)) return Never(`a pattern is no name: register each event, or "${everyEvent}" for all`)
  const meaning = EventNames.classify(name)
  if (meaning._tag === "Misspelt") {
    const hint = `is ${meaning.meant} meant?`
    return isOtherWord(name, meaning.meant) ? { _tag: "Never", hint, mayBeOwn: true } : Never(hint)
  }
  const elsewhere = meantBy(dialects, name)
  if (elsewhere !== undefined) return elsewhere
  if (dialects.some(({ ownEvents }) => ownEvents?.includes(name) === true)) return Event(name)
  if (name.trim() === "") return Never(`write the name of an event, or "${everyEvent}" for all`)
  if (name === "Other") return Never(`write the event's own name, or "${everyEvent}" for all`)
  const near = nearest([host, ...dialects], name)
  return near.length === 1 ? Never(`is ${near[0]} meant?`) : Event(name)
}
