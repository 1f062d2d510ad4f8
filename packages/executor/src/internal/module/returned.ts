/** What a function returned, when it is there, as data. */
import { isJson } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Thrown from "./thrown.ts"

/** An effect that needs nothing: one that does dies by what is not there. What it fails with is in its cause. */
const isEffect = (value: unknown): value is Effect.Effect<unknown> => {
  try {
    return Effect.isEffect(value)
  } catch {
    return false
  }
}

/** Waits for what a function returned, as long as that is a promise or an effect of something. */
export const settle = (returned: unknown): Effect.Effect<unknown, Thrown.Thrown> => {
  const isObject = typeof returned === "object" || typeof returned === "function"
  if (!isObject || returned === null) return Effect.succeed(returned)
  if (isEffect(returned)) {
    const told = Effect.catchCause(returned, (cause) => Effect.fail(Thrown.ofCause(cause)))
    return Effect.flatMap(told, settle)
  }
  // Whatever it is: who only pretends to be a promise may throw when he is asked, or answer twice.
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

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The value as data, which nobody changes any more and in which nothing runs, or a sentence that says what it is. */
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
