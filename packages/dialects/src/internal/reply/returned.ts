/** What a function returned, as an object of JSON, or a sentence that says what it is instead. */
import { isJson, type Json } from "@hookline/schema/Json"

/** What a value is called in sentences. Never what it holds. */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "a list"
  if (typeof value === "boolean") return String(value)
  if (typeof value !== "object") return `a ${typeof value}`
  if (value instanceof Error) return "an error"
  if (value instanceof Promise) return "a promise"
  return "an instance of a class"
}

/** Whether it is an object and nothing else: of any other, JSON would leave an empty one that says nothing. */
const isPlain = (value: unknown): boolean => {
  if (!isJson(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** An object as it would be in JSON: without getters, and not shared with a function that may change it later. */
export const returnedObject = (value: unknown): Json | string => {
  try {
    if (!isPlain(value)) return `it returned ${kindOf(value)}, which is neither a plain object nor a text`
    const copy: unknown = JSON.parse(JSON.stringify(value))
    return isJson(copy) ? copy : "it returned an object that is none as JSON"
  } catch {
    return "it returned an object that JSON can't hold"
  }
}
