// What a payload's values are called in sentences, and copies of payloads without some keys.
import type { Json } from "@hookline/schema/Json"

/** What somebody finds who looks at a value. Never the value itself: payloads hold secrets. */
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

/** A copy without the keys that somebody else speaks for. */
export const without = (json: Json, keys: { has(key: string): boolean }): Json =>
  // An assignment would take a key `__proto__` for an order; entries keep it as the key that it is.
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.has(key)))
