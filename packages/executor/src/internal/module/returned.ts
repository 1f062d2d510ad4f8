/** The result of a function, awaited, as data. */
import { isJson, isPlain } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Thrown from "./thrown.ts"

/** Checks for an effect. An effect with requirements dies with a missing service, and its failure is in the cause. */
const isEffect = (value: unknown): value is Effect.Effect<unknown> => {
  try {
    return Effect.isEffect(value)
  } catch {
    return false
  }
}

/** Awaits a result until it is neither a promise nor an effect. */
export const settle = (returned: unknown): Effect.Effect<unknown, Thrown.Thrown> => {
  const isObject = typeof returned === "object" || typeof returned === "function"
  if (!isObject || returned === null) return Effect.succeed(returned)
  if (isEffect(returned)) {
    const told = Effect.catchCause(returned, (cause) => Effect.fail(Thrown.ofCause(cause)))
    return Effect.flatMap(told, settle)
  }
  // The constructor handles foreign promises, which may throw in `then` or resolve twice.
  const promise = () => new Promise<unknown>((resolve) => resolve(returned))
  return Effect.flatMap(Effect.tryPromise({ try: promise, catch: Thrown.of }), (value) =>
    value === returned ? Effect.succeed(value) : settle(value)
  )
}

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "a list"
  if (typeof value !== "object") return `a ${typeof value}`
  return value instanceof Error ? "an error" : "an instance of a class"
}

/** Copies a value as frozen plain data, or returns a sentence with the reason for which that is impossible. */
export const dataOf = (value: unknown): { readonly value: unknown } | string => {
  if (value === undefined || value === null || typeof value === "string") return { value }
  const wanted = "return nothing, a text, a plain object or an Outcome"
  try {
    if (typeof value !== "object" || !isPlain(value)) return `it returned ${kindOf(value)}: ${wanted}`
    const copy: unknown = JSON.parse(JSON.stringify(value))
    return isJson(copy) ? { value: copy } : `it returned an object that is none as JSON: ${wanted}`
  } catch {
    return `it returned an object that JSON can't hold: ${wanted}`
  }
}
