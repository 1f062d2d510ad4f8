// The kinds of a payload's values in sentences, and copies of payloads without some keys.
import type { Json } from "@hookline/schema/Json"

/** Returns the kind of a value in words, never the value itself, because payloads contain secrets. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return "nothing"
  if (Array.isArray(value)) return "a list"
  switch (typeof value) {
    case "string":
      return "a text"
    case "number":
      return Number.isFinite(value) ? "a number" : "no finite number"
    case "boolean":
      return "true or false"
    case "object":
      return "an object"
    default:
      return "no JSON"
  }
}

/** Copies an object without some keys. */
export const without = (json: Json, keys: { has(key: string): boolean }): Json =>
  // An assignment would set the prototype for a key `__proto__`; entries keep it as a key.
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.has(key)))
