/** Hooks that are written in a front matter and were not read, because it is not what its author meant. */
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import { countEntries, handlersIn } from "./written.ts"

/** The front matter of a file, or what is in its place. */
export interface Front {
  readonly text: string
  /** The value of the whole text, if it is valid. */
  readonly root?: { readonly value: unknown }
  /** The block behind it that is meant as a front matter, too. */
  readonly behind?: string | undefined
}

const names = HookEvent.names.join("|")

/** Matches a key that names an event at the beginning of a line, in YAML, JSON or TOML. */
const eventLine = new RegExp(`^[^\\w\\r\\n]*(?:hooks["']?\\.["']?)?(${names})["']?[ \\t]*[:=\\]]`, "gm")

/** Matches such a key within a line of JSON. */
const eventKey = new RegExp(`["'](${names})["']\\s*:`, "g")

/** Matches a key by which a handler defines what it runs. */
const runKey = /\b(?:command|prompt|url|script|function)["']?\s*[:=]/g

/** Returns the events that a text names, and the number of its handlers, as far as its lines show them. */
const inLines = (text: string): { readonly events: ReadonlySet<string>; readonly entries: number } => ({
  events: new Set(
    [...text.matchAll(eventLine), ...(/^\W*\{/.test(text) ? text.matchAll(eventKey) : [])].map(([, name = ""]) => name)
  ),
  entries: text.match(runKey)?.length ?? 0
})

/**
 * Returns the events that a key names, and the number of its entries. A key with a character too many, such as one that
 * can't be seen, names an event only if handlers follow.
 */
const eventsAt = (key: string, value: unknown): { readonly named: ReadonlyArray<string>; readonly count: number } => {
  // A tag or an anchor before a key may be read as a part of it.
  const name = key.replaceAll(/^\W+|\W+$/g, "")
  if (HookEvent.isName(name)) return { named: [name], count: countEntries(value) }
  const count = handlersIn(value)
  const named = count === 0 ? [] : EventNames.meantBy(key)
  return { named, count: named.length === 0 ? 0 : count }
}

/** Returns the events with handlers that are keys in a value, but not below the key `hooks` at its top. */
const outsideOf = (root: unknown): { readonly events: ReadonlySet<string>; readonly entries: number } => {
  const events = new Set<string>()
  let entries = 0
  const waiting: Array<unknown> = isJson(root)
    ? Object.entries(root).flatMap(([key, value]) => (key === "hooks" ? [] : [{ [key]: value }]))
    : []
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item)
      continue
    }
    if (!isJson(value)) continue
    for (const [key, item] of Object.entries(value)) {
      const { count, named } = eventsAt(key, item)
      if (count === 0) waiting.push(item)
      else {
        for (const name of named) events.add(name)
        entries += count
      }
    }
  }
  return { events, entries }
}

/** The events of hooks that are written and were not read, and the number of those. */
export interface Unread {
  readonly events: ReadonlyArray<string>
  readonly entries: number
}

/**
 * Returns the hooks that a front matter has and that are not read and that no other problem reports. `accounted` is the
 * number of those that are. In a valid text, names of events in descriptions are no hooks.
 */
export const unreadHooks = ({ root, text }: Front, accounted: number): Unread | undefined => {
  const { entries, events } = root === undefined ? inLines(text) : outsideOf(root.value)
  const missing = root === undefined ? entries - accounted : entries
  return events.size === 0 || missing <= 0 ? undefined : { events: [...events], entries: missing }
}
