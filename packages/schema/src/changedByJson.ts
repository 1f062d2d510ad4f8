/**
 * Checks for values that JSON changes, so that hooks would check another value than the program has.
 *
 * @since 0.1.0
 */
import { isPlain } from "./Json.ts"

interface Visit {
  readonly value: unknown
  readonly path: string
}

const step = (path: string, key: string): string => {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}.${key}`
  return `${path}[${/^\d+$/.test(key) ? key : JSON.stringify(key)}]`
}

/** Checks for a list without a class, of any realm. */
const isPlainList = (value: ReadonlyArray<unknown>): boolean => {
  const maker: unknown = Object.getPrototypeOf(value)
  return typeof maker === "object" && maker !== null && isPlain(maker)
}

const nameOf = (value: object): string => {
  const maker: unknown = Object.getPrototypeOf(value)
  const name: unknown = typeof maker === "object" && maker !== null ? maker.constructor?.name : undefined
  return typeof name === "string" && name !== "" ? `of a class, ${name}` : "of a class"
}

/** Returns what a value without parts is, if it is no JSON. */
const strangeLeaf = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "function":
      return "a function"
    case "symbol":
      return "a symbol"
    case "number":
      return Number.isFinite(value) ? undefined : String(value)
    default:
      return undefined
  }
}

/** Returns what an object is apart from its parts, if JSON changes it. */
const strangeObject = (value: object): string | undefined => {
  if ("toJSON" in value && typeof value.toJSON === "function") return "an object with toJSON"
  if (!(Array.isArray(value) ? isPlainList(value) : isPlain(value))) return `an object ${nameOf(value)}`
  if (!Array.isArray(value)) return undefined
  return Object.keys(value).length === value.length ? undefined : "a list with gaps or keys"
}

/**
 * Returns a sentence about the first part of a value that JSON changes, or `undefined`. A key without a value is the
 * same as none. A cycle ends the way; it can't be encoded, which is found then.
 *
 * @category getters
 * @since 0.1.0
 */
export const changedByJson = (what: string, root: unknown): string | undefined => {
  const seen = new Set<unknown>()
  // A list, because a deep value would exceed the stack.
  const open: Array<Visit> = [{ value: root, path: what }]
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { path, value } = visit
    if (typeof value === "bigint") return `${path} is a bigint, which can't be encoded for hooks`
    const leaf = strangeLeaf(value)
    if (leaf !== undefined) return `${path} is ${leaf}, which as JSON is another`
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    const strange = strangeObject(value)
    if (strange !== undefined) return `${path} is ${strange}, which as JSON is another`
    for (const key of Reflect.ownKeys(value)) {
      if (Array.isArray(value) && key === "length") continue
      if (typeof key === "symbol") return `${path} has a symbol for a key, which as JSON is left out`
      const at = step(path, key)
      const found = Object.getOwnPropertyDescriptor(value, key)
      if (found === undefined) continue
      if (!("value" in found)) return `${at} is computed on each access, and may be another for hooks`
      if (found.enumerable !== true) return `${at} is hidden from JSON`
      if (found.value === undefined && Array.isArray(value)) return `${at} is undefined, which as JSON is another`
      open.push({ value: found.value, path: at })
    }
  }
  return undefined
}
