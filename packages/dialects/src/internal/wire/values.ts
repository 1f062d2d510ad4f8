// Values that hosts write in more than one form, brought to the one that our events have. What can't be brought there
// stays as it is: the schema refuses it then where the event must have it, and elsewhere it is passed over.
import * as Result from "effect/Result"
import { isJson, type Json } from "@hookline/schema/Json"
import { callTable, type Field, valueOf } from "./fields.ts"

/** Some hosts send a tool's input as JSON in a text. It is parsed once, and must hold an object. */
const toolInput = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  const parsed = Result.getOrUndefined(Result.try((): unknown => JSON.parse(value)))
  return isJson(parsed) ? parsed : value
}

/** In milliseconds, everything below this lies before 1973; such a number counts seconds. */
const leastMillis = 1e11
/** The last moment that a date can tell. */
const mostMillis = 8.64e15

/** Some hosts send the time as a number since 1970. */
const timestamp = (value: unknown): unknown => {
  if (typeof value !== "number") return value
  const millis = Math.abs(value) < leastMillis ? value * 1000 : value
  return Math.abs(millis) <= mostMillis ? new Date(millis).toISOString() : value
}

/** Some hosts count what others name. */
const id = (value: unknown): unknown => (Number.isFinite(value) ? String(value) : value)

const toolCall = (call: Json): Json => {
  const fields: Record<string, unknown> = {}
  for (const field of callTable.fields) {
    const value = toldOf(field, call)
    if (value !== undefined) fields[field.field] = value
  }
  return fields
}

const toolCalls = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((call: unknown) => (isJson(call) ? toolCall(call) : call)) : value

/** The value of a field in the form that our events have. */
export const inOurForm = (field: string, value: unknown): unknown => {
  switch (field) {
    case "toolInput":
      return toolInput(value)
    case "timestamp":
      return timestamp(value)
    case "toolCalls":
      return toolCalls(value)
    case "sessionId":
    case "promptId":
    case "agentId":
    case "toolUseId":
      return id(value)
    default:
      return value
  }
}

/**
 * The value, if it may stand there. An optional field that holds something else is as good as absent: guards must see
 * their event all the same.
 */
export const fitting = (field: Field, value: unknown): unknown =>
  value === undefined || value === null || (!field.required && !field.fits(value)) ? undefined : value

/** What a payload says of a field, under the first of its names that says something that may stand there. */
export const toldOf = (field: Field, payload: Json): unknown => {
  const first = valueOf(field, payload)
  if (first === undefined || (field.anyText && typeof first === "string")) return first
  const value = fitting(field, inOurForm(field.field, first))
  if (value !== undefined) return value
  const others = field.names.map((name) => fitting(field, inOurForm(field.field, payload[name])))
  return others.find((other) => other !== undefined)
}
