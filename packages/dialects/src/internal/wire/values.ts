// Values that hosts write in more than one form, brought to the one that our events have. What can't be brought there
// stays as it is: the schema refuses it then.
import * as Result from "effect/Result"
import { isJson, type Json } from "../json.ts"
import { callTable, valueOf } from "./fields.ts"

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

const toolCall = (call: Json): Json => {
  const fields: Record<string, unknown> = {}
  for (const field of callTable.fields) {
    const value = inOurForm(field.field, valueOf(field, call))
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
    default:
      return value
  }
}
