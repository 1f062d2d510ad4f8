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
  // An object of a class can't be copied without knowing the class.
  return isPlain(value) ? fieldsOf(value) : value
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

/** Returns the copy, or the value where it is a cycle or too deep, which can't be encoded for other hooks either. */
const orShared = <A>(copy: (value: A) => A, value: A): A => {
  try {
    return copy(value)
  } catch (error) {
    if (error instanceof RangeError) return value
    throw error
  }
}

/**
 * Returns a deep copy of an event. Texts and objects of a class are shared with it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const copyOfEvent = (event: HookEvent): HookEvent => orShared(eventCopied, event)

/**
 * Returns a deep copy of a value, as `copyOfEvent` does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const copyOf = (value: unknown): unknown => orShared(copied, value)

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

const isSame = (copy: unknown, value: unknown): boolean => {
  if (Object.is(copy, value)) return true
  if (typeof copy !== "object" || typeof value !== "object" || copy === null || value === null) return false
  if (!Array.isArray(copy)) return isPlain(copy) && isPlain(value) && hasSameFields(copy, value)
  if (!Array.isArray(value) || copy.length !== value.length) return false
  for (let at = 0; at < copy.length; at++) if (copy[at] !== value[at] && !isSame(copy[at], value[at])) return false
  return true
}

/**
 * Checks whether a copy of an event was edited in place where a change is possible: in the input or the result of a tool, or
 * in the prompt.
 *
 * @category guards
 * @since 0.1.0
 */
export const isEdited = (copy: HookEvent, event: HookEvent): boolean => {
  if (copy === event) return false
  try {
    return (
      ("toolInput" in event && !("toolInput" in copy && isSame(copy.toolInput, event.toolInput))) ||
      ("toolResponse" in event && !("toolResponse" in copy && isSame(copy.toolResponse, event.toolResponse))) ||
      ("prompt" in event && !("prompt" in copy && copy.prompt === event.prompt))
    )
  } catch (error) {
    // It was made deeper than the event, which was copied.
    if (error instanceof RangeError) return true
    throw error
  }
}
