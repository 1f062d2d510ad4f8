// The keys of a payload: under which names it has the fields of its event. The payloads of an event mostly have the same
// keys, and to look for each name of each field takes longer than to compare the keys with those of the payload before.
import type { Json } from "@hookline/schema/Json"
import type { Field, Table } from "./fields.ts"
import { areSpelledTwice } from "./spellings.ts"

/** A field, and the first of its names that the payload has. */
export interface Present {
  readonly field: Field
  readonly name: string | undefined
}

export interface Shape {
  readonly keys: ReadonlyArray<string>
  /** The fields of the table, in their order. */
  readonly fields: ReadonlyArray<Present>
  /** Those of them that are there, have a default, or are an error where they are absent. */
  readonly own: ReadonlyArray<Present>
  /** True if two keys may be names of one field, whose values may differ. */
  readonly isDoubtful: boolean
}

/** Payloads have fewer keys. A shape with more is not kept. */
const mostKeys = 64

const last = new WeakMap<Table, Shape>()

/** Checks whether all fields of a payload are keys of its own: that of a program may have others by its class. */
const isPlain = (payload: Json): boolean => Object.getPrototypeOf(payload) === Object.prototype

const hasKeys = (payload: Json, keys: ReadonlyArray<string>): boolean => {
  let at = 0
  for (const key in payload) if (keys[at++] !== key) return false
  return at === keys.length
}

/** Returns the shape of a payload, which is that of the event's last one if they have the same keys. */
export const shapeOf = (table: Table, payload: Json): Shape => {
  const isOwn = isPlain(payload)
  const before = last.get(table)
  if (before !== undefined && isOwn && hasKeys(payload, before.keys)) return before
  const keys = Object.keys(payload)
  const fields = table.fields.map((field) => ({ field, name: field.names.find((name) => name in payload) }))
  const shape: Shape = {
    keys,
    fields,
    own: fields.filter(({ field, name }) => name !== undefined || field.preset !== undefined || field.required),
    isDoubtful: table.isBatch || !isOwn || areSpelledTwice(keys)
  }
  if (isOwn && keys.length <= mostKeys) last.set(table, shape)
  return shape
}
