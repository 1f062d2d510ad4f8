// The encoding of an event's fields under a host's names, and the host's other fields.
import type { HookEvent } from "@hookline/schema/HookEvent"
import { callTable, type Table } from "./fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { without } from "./payload.ts"

/** The keys of the event's name in a flat payload. */
export const eventKeys = ["hook_event_name", "hookEventName"] as const

const isEventKey = (key: string): boolean => key === eventKeys[0] || key === eventKeys[1]

const call = (value: unknown): unknown => (isJson(value) ? named(callTable, value) : value)

const value = (field: string, value: unknown): unknown =>
  field === "toolCalls" && Array.isArray(value) ? value.map(call) : value

const named = (table: Table, fields: Json): Json =>
  Object.fromEntries(
    table.fields
      .filter(({ field }) => fields[field] !== undefined)
      .map(({ field, name }) => [name, value(field, fields[field])])
  )

/** Returns the fields of an event, by their names in a payload. */
export const fieldsOf = (table: Table, event: HookEvent): Json => named(table, event)

/** Checks whether a payload has its event's name beside its fields, and not among them. */
export const isWrapped = (host: Json): boolean =>
  typeof host["event"] === "string" && eventKeys.every((key) => typeof host[key] !== "string")

/** Returns the host's other fields: the payload's fields without those in the table. */
export const restOf = (table: Table, host: unknown): Json => {
  if (!isJson(host)) return {}
  const inner = isWrapped(host) ? host["data"] : host
  return isJson(inner) ? without(inner, { has: (key) => table.names.has(key) || isEventKey(key) }) : {}
}
