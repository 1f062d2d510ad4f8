/**
 * Copies of what functions of a program are given: what one of them edits in place changes neither what runs nor what other
 * guards are given.
 *
 * @since 0.1.0
 */

import type { HookEvent } from "@hookline/schema/HookEvent"
import { isPlain } from "@hookline/schema/Json"

type Fields = Record<string, unknown>

const copied = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  return isPlain(value) ? fieldsOf(value) : collectionOf(value)
}

/** Returns a copy of a map, a set or a date. An object of another class can't be copied without knowing the class. */
const collectionOf = (value: object): object => {
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [copied(key), copied(item)]))
  if (value instanceof Set) return new Set(Array.from(value, copied))
  return value instanceof Date ? new Date(value) : value
}

const fieldsOf = (value: Fields): Fields => {
  const copy = { ...value }
  for (const key in copy) {
    const item = copy[key]
    if (typeof item === "object" && item !== null) copy[key] = copied(item)
  }
  return copy
}

/** The fields of an event of a tool that may hold more than a text. Nearly all events of handlers are such. */
interface ToolFields {
  toolInput: unknown
  toolResponse?: unknown
  host?: unknown
  effort?: unknown
  mcpServer?: unknown
}

/** Returns a copy of an event, without a look at each field of an event whose fields are known. */
const eventCopied = (event: HookEvent): HookEvent => {
  // All fields of an event are its own, and so is each of their copies.
  if (event._tag !== "PreToolUse" && event._tag !== "PostToolUse") return copied(event) as HookEvent
  const copy = { ...event }
  const fields: ToolFields = copy
  fields.toolInput = copied(fields.toolInput)
  if (fields.toolResponse !== undefined) fields.toolResponse = copied(fields.toolResponse)
  if (fields.host !== undefined) fields.host = copied(fields.host)
  if (fields.effort !== undefined) fields.effort = copied(fields.effort)
  if (fields.mcpServer !== undefined) fields.mcpServer = copied(fields.mcpServer)
  return copy
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Returns a copy of a value that has itself in it or is nested more deeply than calls may be. It takes longer than `copied`. */
const copiedByParts = <A>(root: A): A => {
  const copies = new Map<unknown, unknown>()
  const waiting: Array<() => void> = []
  const copyOfPart = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    const parts = isList(value) || isPlain(value) ? Object.entries(value) : undefined
    const copy = parts === undefined ? collectionOf(value) : isList(value) ? [] : {}
    copies.set(value, copy)
    // By its own definition, because a plain key may be `__proto__`.
    const fill = ([key, part]: readonly [string, unknown]): unknown =>
      Object.defineProperty(copy, key, {
        value: copyOfPart(part),
        enumerable: true,
        writable: true,
        configurable: true
      })
    if (parts !== undefined) waiting.push(() => parts.forEach(fill))
    return copy
  }
  // The copy of a value has its type.
  const copy = copyOfPart(root) as A
  for (let fill = waiting.pop(); fill !== undefined; fill = waiting.pop()) fill()
  return copy
}

/** Returns the copy of a value that may have itself in it, or be nested deeply. */
const orByParts = <A>(copy: (value: A) => A, value: A): A => {
  try {
    return copy(value)
  } catch (error) {
    if (error instanceof RangeError) return copiedByParts(value)
    throw error
  }
}

/**
 * Returns a deep copy of an event. Texts and objects of a class are shared with it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const copyOfEvent = (event: HookEvent): HookEvent => orByParts(eventCopied, event)

/**
 * Returns a deep copy of a value, as `copyOfEvent` does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const copyOf = (value: unknown): unknown => orByParts(copied, value)

/** Checks whether a copy of an object has the same fields. */
const hasSameFields = (copy: Fields, value: Fields): boolean => {
  let more = 0
  for (const key in value) {
    const own = copy[key]
    const item = value[key]
    if (own !== item && !isSame(own, item)) return false
    // A field may be there without a value.
    if (item === undefined && !Object.hasOwn(copy, key)) return false
    more--
  }
  for (const _ in copy) more++
  return more === 0
}

const isSameCollection = (copy: object, value: object): boolean => {
  if (copy instanceof Date) return value instanceof Date && Object.is(copy.getTime(), value.getTime())
  if (copy instanceof Map) return value instanceof Map && isSame([...copy], [...value])
  return copy instanceof Set && value instanceof Set && isSame([...copy], [...value])
}

const isSame = (copy: unknown, value: unknown): boolean => {
  if (Object.is(copy, value)) return true
  if (typeof copy !== "object" || typeof value !== "object" || copy === null || value === null) return false
  if (!Array.isArray(copy)) {
    return isPlain(copy) ? isPlain(value) && hasSameFields(copy, value) : isSameCollection(copy, value)
  }
  if (!Array.isArray(value) || copy.length !== value.length) return false
  for (let at = 0; at < copy.length; at++) if (copy[at] !== value[at] && !isSame(copy[at], value[at])) return false
  return true
}

/** Checks whether the copy of a value that has itself in it, or is nested deeply, is as the value. */
const isSameByParts = (root: unknown, other: unknown): boolean => {
  const seen = new Set<unknown>()
  const waiting: Array<readonly [unknown, unknown]> = [[root, other]]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [copy, value] = pair
    if (Object.is(copy, value) || seen.has(copy)) continue
    if (typeof copy !== "object" || typeof value !== "object" || copy === null || value === null) return false
    seen.add(copy)
    if (isList(copy) !== isList(value) || isPlain(copy) !== isPlain(value)) return false
    if (!isList(copy) && !isPlain(copy)) {
      if (!isSameCollection(copy, value)) return false
      continue
    }
    const [own, items] = [Object.entries(copy), Object.entries(value)]
    if (own.length !== items.length || own.some(([key]) => !Object.hasOwn(value, key))) return false
    for (const [key, item] of own) waiting.push([item, Reflect.get(value, key)])
  }
  return true
}

const isSameAnyway = (copy: unknown, value: unknown): boolean => {
  try {
    return isSame(copy, value)
  } catch (error) {
    if (error instanceof RangeError) return isSameByParts(copy, value)
    throw error
  }
}

/**
 * Checks whether a copy of an event was edited in place where a change is possible: in the input or the result of a tool, or
 * in the prompt.
 *
 * @category guards
 * @since 0.1.0
 */
export const isEdited = (copy: HookEvent, event: HookEvent): boolean => {
  return (
    ("toolInput" in event && !("toolInput" in copy && isSameAnyway(copy.toolInput, event.toolInput))) ||
    ("toolResponse" in event && !("toolResponse" in copy && isSameAnyway(copy.toolResponse, event.toolResponse))) ||
    ("prompt" in event && !("prompt" in copy && copy.prompt === event.prompt))
  )
}
