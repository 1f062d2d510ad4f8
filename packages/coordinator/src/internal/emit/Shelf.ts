/** Which entries are there for an event, in order: sorted once, and again after each change. */
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Entry, Reporting } from "./Entry.ts"

/** The entries of one event. */
export interface Found {
  readonly entries: ReadonlyArray<Entry>
  readonly reporters: ReadonlyArray<Reporting>
  /** The reporter that is alone. */
  readonly only: Reporting | undefined
  readonly hasNative: boolean
}

const found = (entries: ReadonlyArray<Entry>): Found => {
  const reporters = entries.filter((entry) => entry._tag === "Reporting")
  return {
    entries,
    reporters,
    only: entries.length === 1 ? reporters[0] : undefined,
    hasNative: reporters.length < entries.length
  }
}

/** The name under which a handler gets every event. */
export const all = "*"

export interface HandlerTable {
  readonly add: (entry: Entry) => void
  readonly remove: (entry: Entry) => void
  readonly of: (event: HookEvent.HookEvent) => Found
  readonly named: (name?: string) => ReadonlyArray<Entry>
}

const inOrder = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  entries.toSorted((one, other) => one.priority - other.priority)

/** `second` is what else an event may be called. */
export const open = (second: (event: HookEvent.HookEvent) => string | undefined): HandlerTable => {
  // In the order of registration, and never changed in place: who walks along one is not disturbed.
  let entries: ReadonlyArray<Entry> = []
  let hasForeign = false
  const known = new Map<string, Found>()
  const set = (next: ReadonlyArray<Entry>): void => {
    entries = next
    hasForeign = next.some(({ event }) => event !== all && !HookEvent.isName(event))
    known.clear()
  }
  const find = (name: string, other: string | undefined): Found =>
    found(inOrder(entries.filter(({ event }) => event === name || event === all || event === other)))
  return {
    add: (entry) => set([...entries, entry]),
    remove: (entry) => set(entries.filter((one) => one !== entry)),
    of: (event) => {
      const name = HookEvent.nameOf(event)
      const other = hasForeign ? second(event) : undefined
      const key = other === undefined ? name : `${name}\n${other}`
      const before = known.get(key)
      if (before !== undefined) return before
      const now = find(name, other)
      // Names of events may be remote input.
      if (known.size < 256) known.set(key, now)
      return now
    },
    named: (name) =>
      inOrder(name === undefined ? entries : entries.filter(({ event }) => event === name || event === all))
  }
}
