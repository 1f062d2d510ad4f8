// Two names of one field in a payload whose values differ. Guards judge one of them, and the host may run the other one.
import { isJson, type Json } from "@hookline/schema/Json"
import { isSame } from "../reply/isSame.ts"
import type { Known } from "./eventNames.ts"
import { callTable, type Field, isGiven, type Table } from "./fields.ts"
import { shapeOf } from "./Shape.ts"
import { judged, snakeCase } from "./spellings.ts"
import { inOurForm, toldOf } from "./values.ts"

/** Returns the tool of a name, for a host that itself sends a tool under two names. */
type ToolOf = ((name: string) => string) | undefined

const sentenceOf = (one: string, other: string): string =>
  `${JSON.stringify(one)} and ${JSON.stringify(other)} are names of one field, and have different values in the ` +
  `payload: hooks were given one of them, and the host may use the other one`

/** Returns the first two elements that belong together and differ. */
const firstPair = (
  names: ReadonlyArray<string>,
  differ: (one: string, other: string) => boolean
): string | undefined => {
  for (const [index, one] of names.entries()) {
    const other = names.slice(index + 1).find((each) => differ(one, each))
    if (other !== undefined) return sentenceOf(one, other)
  }
  return undefined
}

const isOneWord = (one: string, other: string): boolean => snakeCase(one) === snakeCase(other)

/** Returns the value of a field under one of its names, in our form. One that does not fit is compared as it is. */
const valueUnder = (field: Field, name: string, payload: Json, toolOf: ToolOf): unknown => {
  const value = toldOf({ ...field, names: [name] }, payload) ?? inOurForm(field.field, payload[name])
  return field.field === "toolName" && typeof value === "string" ? (toolOf?.(value) ?? value) : value
}

const inFields = ({ fields }: Table, payload: Json, toolOf: ToolOf): string | undefined => {
  for (const field of fields) {
    const given = field.names.filter((name) => isGiven(field.field, payload[name]))
    if (given.length < 2) continue
    const found = firstPair(
      given,
      (one, other) =>
        (Object.hasOwn(judged, field.field) || isOneWord(one, other)) &&
        !isSame(valueUnder(field, one, payload, toolOf), valueUnder(field, other, payload, toolOf))
    )
    if (found !== undefined) return found
  }
  return undefined
}

const callsIn = ({ toolCalls, tool_calls: calls = toolCalls }: Json): ReadonlyArray<unknown> =>
  Array.isArray(calls) ? calls : []

/** Returns a sentence about two names of one field whose values differ, in a payload or in a call of a batch. */
export const fieldContradiction = (table: Table, payload: Json, toolOf?: ToolOf): string | undefined => {
  if (!shapeOf(table, payload).isDoubtful) return undefined
  const own = inFields(table, payload, toolOf)
  if (own !== undefined || !table.isBatch) return own
  for (const call of callsIn(payload)) {
    const found = isJson(call) && shapeOf(callTable, call).isDoubtful ? inFields(callTable, call, toolOf) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns a sentence about two keys of the event's name that name two events. */
export const nameContradiction = (
  keys: ReadonlyArray<string>,
  payload: Json,
  eventOf: (name: string) => Known | undefined
): string | undefined => {
  const given = keys.filter((key) => payload[key] !== undefined && payload[key] !== null && payload[key] !== "")
  const meant = (key: string): unknown => {
    const name = payload[key]
    return typeof name === "string" ? (eventOf(name) ?? name) : name
  }
  return firstPair(given, (one, other) => meant(one) !== meant(other))
}
