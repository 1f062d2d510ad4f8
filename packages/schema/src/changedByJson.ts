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

const epoch = new Date(0)

/**
 * Checks for a date of any realm whose JSON is its time, so that hooks are given what the program has. One of a subclass, or
 * with a method of its own, may be encoded as anything.
 */
const isDate = (value: object): boolean => {
  try {
    const time = epoch.getTime.call(value)
    return Number.isFinite(time) && JSON.stringify(value) === JSON.stringify(new Date(time))
  } catch {
    // The method throws on all others.
    return false
  }
}

const hasToJson = (value: object): boolean => "toJSON" in value && typeof value.toJSON === "function"

/** Returns what an object is apart from its parts, if JSON changes it. */
const strangeObject = (value: object): string | undefined => {
  if (hasToJson(value)) return "an object with toJSON"
  if (!(Array.isArray(value) ? isPlainList(value) : isPlain(value))) return `an object ${nameOf(value)}`
  if (!Array.isArray(value)) return undefined
  return Object.keys(value).length === value.length ? undefined : "a list with gaps or keys"
}

/** Checks for a part that JSON keeps as it is, and adds an object to those that are left. */
const isFaithfulPart = (part: unknown, open: Array<object>): boolean => {
  if (typeof part === "string") return true
  if (typeof part === "object" && part !== null) open.push(part)
  return typeof part !== "bigint" && strangeLeaf(part) === undefined
}

const isFaithfulList = (list: ReadonlyArray<unknown>, open: Array<object>): boolean => {
  // Its length is a name, too.
  if (!isPlainList(list) || Object.getOwnPropertyNames(list).length !== list.length + 1) return false
  for (let at = 0; at < list.length; at++) {
    const found = Object.getOwnPropertyDescriptor(list, at)
    if (found?.value === undefined || !isFaithfulPart(found.value, open)) return false
  }
  return true
}

/** Checks for an object whose own fields are all of it, and adds the objects in them to `open`. */
const isFaithful = (value: object, open: Array<object>): boolean => {
  if (Object.getOwnPropertySymbols(value).length > 0) return false
  if (Array.isArray(value)) return isFaithfulList(value, open)
  if (!isPlain(value)) return false
  const keys = Object.keys(value)
  if (Object.getOwnPropertyNames(value).length !== keys.length) return false
  for (const key of keys) {
    const found = Object.getOwnPropertyDescriptor(value, key)
    if (found === undefined || !("value" in found) || !isFaithfulPart(found.value, open)) return false
  }
  return true
}

/** Checks for an object that JSON keeps as it is, as nearly all are. It names no place, because a result may have thousands. */
const keeps = (root: object): boolean => {
  const seen = new Set<object>()
  // A list, because a deep value would exceed the stack.
  const open = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (seen.has(value)) continue
    seen.add(value)
    if (hasToJson(value) ? !isDate(value) : !isFaithful(value, open)) return false
  }
  return true
}

/**
 * Returns a sentence about the first part of a value that JSON changes, or `undefined`. A key without a value is the
 * same as none. A date is its time. A cycle ends the way; it can't be encoded, which is found then. Objects for which
 * `isKnown` holds are left out, with what is in them.
 *
 * @category getters
 * @since 0.1.0
 */
export const changedByJson = (
  what: string,
  root: unknown,
  isKnown: (part: object) => boolean = () => false
): string | undefined =>
  typeof root === "object" && root !== null && keeps(root) ? undefined : firstChanged(what, root, isKnown)

const firstChanged = (what: string, root: unknown, isKnown: (part: object) => boolean): string | undefined => {
  const seen = new Set<unknown>()
  const open: Array<Visit> = [{ value: root, path: what }]
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { path, value } = visit
    if (typeof value === "bigint") return `${path} is a bigint, which can't be encoded for hooks`
    const leaf = strangeLeaf(value)
    if (leaf !== undefined) return `${path} is ${leaf}, which as JSON is another`
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    if (isKnown(value) || isDate(value)) continue
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

/**
 * Returns a sentence about the first part that JSON changes of a value whose fields are read, or `undefined`. A date has
 * none.
 *
 * @category getters
 * @since 0.1.0
 */
export const changedFields = (what: string, root: unknown, isKnown?: (part: object) => boolean): string | undefined =>
  typeof root === "object" && root !== null && isDate(root)
    ? `${what} is a date, where an object belongs`
    : changedByJson(what, root, isKnown)
