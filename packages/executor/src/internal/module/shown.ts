/** What a function is shown of an event: nothing that it does to it reaches anybody else. */
import type { HookEvent } from "@hookline/schema/HookEvent"

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A date, or the like. What has no copy, such as a function, is left out, as JSON does. */
const cloned = (value: unknown): unknown => {
  try {
    return structuredClone(value)
  } catch {
    return undefined
  }
}

/**
 * A copy that can't be changed: a function that changes an event in place means it, and has to hear that it does not
 * count. Texts are shared, so that it costs a third of `structuredClone`.
 */
export const frozen = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value
  if (Array.isArray(value)) return Object.freeze(value.map(frozen))
  if (!isPlain(value)) return cloned(value)
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item)])))
}

/** A property that is made when it is asked for, and once. */
const lazily = (make: () => unknown): PropertyDescriptor => {
  let made: { readonly value: unknown } | undefined
  return { enumerable: true, get: () => (made ??= { value: make() }).value }
}

/** An event to look at. The host's own object may hold anything, and few want it: it is copied for those who do. */
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

/** What a function is told beside the event. */
export interface Context {
  /** The event in the hook's own words, as its process would read it. */
  readonly payload: unknown
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** The identity of the hook. */
  readonly hook: string
}

/** The context of one call. */
export const context = (hook: string, signal: AbortSignal, payload: () => string): Context => {
  const told = { hook, signal, payload: undefined }
  Object.defineProperty(
    told,
    "payload",
    lazily(() => frozen(JSON.parse(payload())))
  )
  return told
}
