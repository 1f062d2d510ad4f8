/** The view of an event that a function gets, isolated from other hooks. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isPlain } from "@hookline/schema/Json"

/** Clones a date and the like. A value without a clone, such as a function, is omitted, as in JSON. */
const cloned = (value: unknown): unknown => {
  try {
    return structuredClone(value)
  } catch {
    return undefined
  }
}

/**
 * Returns a deeply frozen copy, so that a change in place throws instead of being ignored. Strings are shared, so that
 * a copy costs a third of `structuredClone`.
 */
export const frozen = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value
  if (Array.isArray(value)) return Object.freeze(value.map(frozen))
  if (!isPlain(value)) return cloned(value)
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item)])))
}

/** Creates a property that is computed once, on first access. */
const lazily = (make: () => unknown): PropertyDescriptor => {
  let made: { readonly value: unknown } | undefined
  return { enumerable: true, get: () => (made ??= { value: make() }).value }
}

/**
 * Returns a read-only event. The host's own object may contain anything and is rarely used, so it is copied on access.
 */
export const event = ({ host, ...fields }: HookEvent): HookEvent => {
  const copy = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, frozen(value)]))
  if (host !== undefined)
    Object.defineProperty(
      copy,
      "host",
      lazily(() => frozen(host))
    )
  // It has the event's own fields, with equal values.
  return Object.freeze(copy) as unknown as HookEvent
}

/** The second argument of a function. */
export interface Context {
  /** The event in the hook's dialect, as a process would receive it. */
  readonly payload: unknown
  /** Aborted when the answer is no longer awaited. */
  readonly signal: AbortSignal
  /** The id of the hook. */
  readonly hook: string
}

/** Creates the context of one call. */
export const context = (hook: string, signal: AbortSignal, payload: () => string): Context => {
  const told = { hook, signal, payload: undefined }
  Object.defineProperty(
    told,
    "payload",
    lazily(() => frozen(JSON.parse(payload())))
  )
  return told
}
