/**
 * JSON whose numbers keep their text, since a `number` holds neither `9007199254740993` nor `1e400`, and a guard must judge
 * the number that runs.
 *
 * **Details**
 *
 * A number whose text JavaScript would write otherwise becomes a raw value of `JSON.rawJSON`, which `JSON.stringify` writes
 * as it was. It is an object, so that functions are given `plain` values.
 *
 * @since 0.1.0
 */
import { isJson, type Json } from "./Json.ts"
import { type ExactNumber, raw } from "./internal/rawJson.ts"

/**
 * Checks whether a value is a number with its text.
 *
 * @category guards
 * @since 0.1.0
 */
export const isExact = (value: unknown): value is ExactNumber =>
  // A raw value has no prototype, which is cheaper to find out.
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null && raw.isRawJSON(value)

/**
 * Checks whether a parsed value is a JSON object, and no number with its text.
 *
 * @category guards
 * @since 0.1.0
 */
export const isObject = (value: unknown): value is Json => isJson(value) && !isExact(value)

/** Matches each text in which a number may be written in another way than JavaScript's. It also matches other texts. */
const unusual = /[\s,:[](?:-?\d*\.?\d*[eE]|-0|-?\d+\.\d*0[\s,\]}]|-?[\d.]{16}|-?0\.0{6})/

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Calls a function with each part of a value, without recursion, because it may be nested deeper than the call stack. */
const eachPart = (root: object, call: (part: unknown, key: string, value: object) => void): void => {
  const waiting: Array<object> = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [key, part] of Object.entries(value) as ReadonlyArray<[string, unknown]>) {
      call(part, key, value)
      if (typeof part === "object" && part !== null) waiting.push(part)
    }
  }
}

/** A value that is nested more deeply counts as one with a number, because its text is read then. */
const deepest = 100

/**
 * Checks whether a parsed value has a number in it. Without lists of its values, because each payload and each reply is
 * asked. What was parsed has no inherited keys.
 */
const hasNumber = (value: unknown, depth = 0): boolean => {
  if (typeof value === "string") return false
  if (typeof value !== "object" || value === null) return typeof value === "number"
  if (depth === deepest) return true
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (hasNumber(value[at], depth + 1)) return true
    return false
  }
  // A parsed object that is no list has properties of any kind.
  const object = value as Json
  for (const key in object) {
    const part = object[key]
    if (typeof part !== "string" && hasNumber(part, depth + 1)) return true
  }
  return false
}

const quote = 0x22
const backslash = 0x5c

/** Returns the offset behind a string of valid JSON that begins at an offset. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text.charCodeAt(before - 1) === backslash) before--
    if ((at - before) % 2 === 0) return at + 1
  }
}

const token = /-?\d[\d.eE+-]*/y

const startsNumber = (code: number): boolean => code === 0x2d || (code >= 0x30 && code <= 0x39)

/** Replaces the numbers of valid JSON whose text JavaScript would change by strings with a mark and their place in `texts`. */
const marked = (text: string, mark: string, texts: Array<string>): string => {
  const parts: Array<string> = []
  let from = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    if (!startsNumber(code)) {
      at++
      continue
    }
    token.lastIndex = at
    const number = token.exec(text)?.[0] ?? ""
    if (String(Number(number)) !== number) {
      parts.push(text.slice(from, at), `"${mark}${texts.length}"`)
      texts.push(number)
      from = at + number.length
    }
    at += Math.max(1, number.length)
  }
  parts.push(text.slice(from))
  return parts.join("")
}

const data = { configurable: true, enumerable: true, writable: true }

/** Replaces the marked strings of a value that was just parsed, in place. */
const unmarked = (root: unknown, mark: string, texts: ReadonlyArray<string>): unknown => {
  const top = { root }
  eachPart(top, (part, key, value) => {
    if (typeof part !== "string" || !part.startsWith(mark)) return
    const text = texts[Number(part.slice(mark.length))]
    // Own data properties, so that a key named `__proto__` stays a key.
    if (text !== undefined) Object.defineProperty(value, key, { ...data, value: raw.rawJSON(text) })
  })
  return top.root
}

/** Returns a mark with which no text in a value begins. */
const markFor = (value: unknown): string => {
  let longest = 0
  eachPart({ value }, (part) => {
    if (typeof part === "string") longest = Math.max(longest, /^#*/.exec(part)?.[0].length ?? 0)
  })
  return "#".repeat(longest + 1)
}

/**
 * Parses a text like `JSON.parse`, and keeps the text of numbers that JavaScript would write in another way.
 *
 * @example
 * ```ts
 * import * as ExactJson from "@hookline/schema/kit/ExactJson"
 *
 * JSON.stringify(ExactJson.parse('{"id": 9007199254740993}')) // {"id":9007199254740993}
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  // Most values have no number at all, which is cheaper to find out than by reading a long text again.
  if (!hasNumber(value) || !unusual.test(` ${text}`)) return value
  const mark = markFor(value)
  const texts: Array<string> = []
  const other = marked(text, mark, texts)
  return texts.length === 0 ? value : unmarked(JSON.parse(other), mark, texts)
}

/**
 * Returns a value with each exact number as the nearest `number`: the same value, if it has none.
 *
 * @category mapping
 * @since 0.1.0
 */
export const plain = <A>(value: A): A => plainOf(value) as A

const plainOf = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (raw.isRawJSON(value)) return Number(value.rawJSON)
  if (isList(value)) {
    const items = value.map(plainOf)
    return items.some((item, index) => !Object.is(item, value[index])) ? items : value
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  let isChanged = false
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    const own = plainOf(part)
    isChanged ||= !Object.is(own, part)
    return [key, own]
  })
  return isChanged ? Object.fromEntries(entries) : value
}

/**
 * Returns a changed value in which numbers that were only rounded have all digits of the original again: a program that holds
 * numbers as JavaScript does writes them all, whatever it meant to change.
 *
 * @category combining
 * @since 0.1.0
 */
export const restored = (changed: unknown, original: unknown): unknown => {
  if (raw.isRawJSON(original)) {
    const number = Number(original.rawJSON)
    // JavaScript writes a number that is too large for it as `null`.
    return changed === number || (changed === null && !Number.isFinite(number)) ? original : changed
  }
  if (raw.isRawJSON(changed)) return changed
  if (isList(changed) && isList(original)) {
    const items = changed.map((item, index) => restored(item, original[index]))
    return items.some((item, index) => !Object.is(item, changed[index])) ? items : changed
  }
  if (!isJson(changed) || !isJson(original)) return changed
  let isChanged = false
  const entries = Object.entries(changed).map(([key, item]): [string, unknown] => {
    const own = Object.hasOwn(original, key) ? restored(item, original[key]) : item
    isChanged ||= !Object.is(own, item)
    return [key, own]
  })
  return isChanged ? Object.fromEntries(entries) : changed
}
