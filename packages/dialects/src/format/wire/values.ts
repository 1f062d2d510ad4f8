// Values that hosts encode in several forms, converted to the canonical form. A value that can't be converted stays:
// then the schema refuses it if it is required, and otherwise it is ignored.
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import { isJson, type Json } from "@hookline/schema/Json"
import { callTable, type Field, isGiven, valueOf } from "./fields.ts"

/** Parses a tool's input that is a JSON string. It is parsed once, and must be an object. */
const toolInput = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  try {
    const parsed = ExactJson.parse(value)
    return ExactJson.isObject(parsed) ? parsed : value
  } catch {
    // The schema refuses a text.
    return value
  }
}

/** In milliseconds, all smaller numbers are before 1973, so they are seconds. */
const leastMillis = 1e11
/** The maximum of a date. */
const mostMillis = 8.64e15

/** Converts a number since 1970 to a time. */
const timestamp = (value: unknown): unknown => {
  if (typeof value !== "number") return value
  const millis = Math.abs(value) < leastMillis ? value * 1000 : value
  return Math.abs(millis) <= mostMillis ? new Date(millis).toISOString() : value
}

/** Converts a number to a string, because some hosts number ids. */
const id = (value: unknown): unknown => {
  if (ExactJson.isExact(value)) return value.rawJSON
  return Number.isFinite(value) ? String(value) : value
}

/** Converts the type of an agent to its name, because an agent that is not known by name has no hooks of its own. */
const agentType = (value: unknown): unknown => {
  if (typeof value === "string") return value
  if (Array.isArray(value) && value.length === 1) return agentType(value[0])
  if (isJson(value) && typeof value["name"] === "string") return value["name"]
  return id(value)
}

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

/** Converts the value of a field to the canonical form. */
export const inOurForm = (field: string, value: unknown): unknown => {
  switch (field) {
    case "toolInput":
      return toolInput(value)
    case "timestamp":
      return timestamp(ExactJson.plain(value))
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
 * Returns the value if it fits. An optional field that does not fit counts as absent, because guards must receive the
 * event all the same.
 */
export const fitting = (field: Field, value: unknown): unknown =>
  value === undefined || value === null || (!field.required && !field.fits(value)) ? undefined : value

/** Returns the value of a field in our form. One that is a number in the schema is read as such. */
const fittingExact = (field: Field, value: unknown): unknown => {
  const own = fitting(field, inOurForm(field.field, value))
  if (own !== undefined || value === undefined) return own
  if (field.field === "agentType") return fitting(field, agentType(value))
  return ExactJson.isExact(value) ? fitting(field, Number(value.rawJSON)) : undefined
}

/**
 * Returns the value of a field in a payload, under the first of its names whose value fits. `name` is the first of them that
 * is a key of the payload, where that is known.
 */
export const toldOf = (field: Field, payload: Json, name?: string): unknown => {
  const own = name === undefined ? undefined : payload[name]
  const first = own !== undefined && isGiven(field.field, own) ? own : valueOf(field, payload)
  if (first === undefined || (field.anyText && typeof first === "string")) return first
  const value = fittingExact(field, first)
  if (value !== undefined) return value
  const others = field.names.map((name) => fittingExact(field, payload[name]))
  return others.find((other) => other !== undefined)
}
