/** The returned value of a function as a JSON object, or a sentence with its kind. */
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import { isJson, isPlain, type Json } from "@hookline/schema/Json"

/** Returns the kind of a value in words, without its content. */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "a list"
  if (typeof value === "boolean") return String(value)
  if (typeof value !== "object") return `a ${typeof value}`
  if (value instanceof Error) return "an error"
  if (value instanceof Promise) return "a promise"
  return "an instance of a class"
}

/** Copies an object as JSON data: without getters, and not shared with the function, which may change it later. */
export const returnedObject = (value: unknown): Json | string => {
  try {
    // JSON would make any other object empty, without an answer.
    if (!isJson(value) || !isPlain(value))
      return `it returned ${kindOf(value)}, which is neither a plain object nor a text`
    const copy: unknown = ExactJson.parse(JSON.stringify(value))
    return isJson(copy) ? copy : "it returned an object that is none as JSON"
  } catch {
    return "it returned an object that JSON can't hold"
  }
}
