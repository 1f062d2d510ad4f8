/**
 * A key that an object of a JSON text has twice. `JSON.parse` keeps its last value, and other programs its first: of a reply
 * that may have been the denial, and of a payload the input that runs.
 *
 * @since 0.1.0
 */
import { raw } from "./internal/rawJson.ts"

const backslash = 0x5c
const brace = 0x7b
const closing = 0x7d
const quote = 0x22

/** Checks whether an odd number of backslashes is before an offset. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}

/** Returns the offset behind a string of a valid text. */
const endOfString = (text: string, start: number): number => {
  let at = text.indexOf('"', start + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

/** Matches the colon behind a key. In valid JSON no other string has one behind it. */
const colon = /\s*:/y

const isKey = (text: string, end: number): boolean => {
  colon.lastIndex = end
  return colon.test(text)
}

const blank = 0x20

/**
 * Checks whether a string ends before a colon. It is not the colon of a key if it is the first character of a string, so
 * that texts may seem to have more keys than they have, and never less.
 */
const endsKey = (text: string, colon: number): boolean => {
  let at = colon - 1
  while (text.charCodeAt(at) <= blank) at--
  // Most keys end without a backslash.
  return text.charCodeAt(at) === quote && !(text.charCodeAt(at - 1) === backslash && isEscaped(text, at))
}

/** Counts the keys of a valid text. A colon that is behind no key is in a string, which is skipped up to its next quote. */
const keysInText = (text: string): number => {
  let count = 0
  // The search for a single character is the fastest one.
  let at = text.indexOf(":")
  while (at >= 0) {
    if (endsKey(text, at)) {
      count++
      at = text.indexOf(":", at + 1)
    } else {
      const end = text.indexOf('"', at + 1)
      at = end < 0 ? end : text.indexOf(":", end)
    }
  }
  return count
}

/** The depth up to which the keys of a value are counted, because a reply may be nested deeper than the call stack. */
const deepest = 64

const isOwn = Object.prototype.hasOwnProperty

/** Checks for an object or a list. A number whose text is kept is neither, though it has a property. */
const isHolder = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !raw.isRawJSON(value)

/**
 * Counts the keys of a value at any depth. A deeper one has no number. The engine knows this loop, and reads each
 * property by its place, so that nothing is allocated.
 */
const keysIn = (value: object, depth = 0): number => {
  if (depth > deepest) return Number.NaN
  let count = 0
  if (Array.isArray(value)) {
    for (const each of value as ReadonlyArray<unknown>) {
      if (isHolder(each)) count += keysIn(each, depth + 1)
    }
    return count
  }
  const record = value as Readonly<Record<string, unknown>>
  for (const key in record) {
    if (!isOwn.call(record, key)) continue
    count++
    const each = record[key]
    if (isHolder(each)) count += keysIn(each, depth + 1)
  }
  return count
}

const searched = (text: string): string | undefined => {
  const open: Array<Set<unknown>> = []
  for (let at = 0; at < text.length;) {
    const letter = text.charCodeAt(at)
    if (letter === quote) {
      const end = endOfString(text, at)
      if (isKey(text, end)) {
        // Two spellings of one key are the same key.
        const name: unknown = JSON.parse(text.slice(at, end))
        const keys = open.at(-1)
        if (keys?.has(name) === true) return String(name)
        keys?.add(name)
      }
      at = end
      continue
    }
    if (letter === brace) open.push(new Set())
    else if (letter === closing) open.pop()
    at++
  }
  return undefined
}

/**
 * Returns the first key that an object in a valid JSON text has twice. `parsed` is the value of the text.
 *
 * @example
 * ```ts
 * import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"
 *
 * const text = '{"command": "ls", "command": "rm"}'
 *
 * RepeatedKey.inText(text, JSON.parse(text)) // command
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const inText = (text: string, parsed: object): string | undefined =>
  // Most texts have as many keys as their values, so that none is hidden by another.
  keysInText(text) === keysIn(parsed) ? undefined : searched(text)
