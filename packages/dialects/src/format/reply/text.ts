/** The output of a hook: an object, plain text, or a broken object. */
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import * as HookReply from "@hookline/schema/HookReply"
import { isJson, type Json } from "@hookline/schema/Json"
import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"

/** Output as it was read. An object may be followed by other text, and have a key that is repeated. */
export type Written =
  | { readonly _tag: "Object"; readonly object: Json; readonly rest: string; readonly repeated?: string }
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Broken"; readonly issue: string }

/** The end of output: `cut` at a limit, or `held` open by a process that its hook left behind. */
export interface Ending {
  readonly cut?: boolean
  readonly held?: boolean
}

const brace = 123

const utf16 = "the output is UTF-16; write UTF-8"

/** Parses a text as JSON. Returns `undefined` if it is invalid. */
const parsed = (text: string): unknown => {
  try {
    return ExactJson.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the offset at which the object ends that a text begins with, if its braces are balanced. */
const endOf = (text: string): number | undefined => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === "\\") at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === "{") depth++
    else if (char === "}" && --depth === 0) return at + 1
  }
  return undefined
}

/**
 * Checks whether plain text begins like an object that has no end. Where text is for the model, it may be the beginning of a
 * file, unless it ends in its first key: no file is that short.
 */
export const isUnfinished = (text: string, isForModel: boolean): boolean =>
  text.charCodeAt(0) === brace && endOf(text) === undefined && (!isForModel || /^\{\s*(?:"[A-Za-z]*"?\s*)?$/.test(text))

/** Reads a reply at the start of a text: an object with a field of a reply, and other text behind it. */
const first = (text: string): Written | undefined => {
  const end = endOf(text)
  const own = text.slice(0, end)
  const object = end === undefined ? undefined : parsed(own)
  if (!isJson(object) || !Object.keys(object).some(HookReply.isField)) return undefined
  return objectOf(own, object, text.slice(end).trim())
}

const objectOf = (text: string, object: Json, rest: string): Written => {
  const repeated = RepeatedKey.inText(text, object)
  return repeated === undefined ? { _tag: "Object", object, rest } : { _tag: "Object", object, rest, repeated }
}

/** Matches ASCII text in UTF-16 that was decoded as UTF-8. */
const wide = /(?:[\t\n\r -~]\0){4}|(?:\0[\t\n\r -~]){4}/

/** The issue of output that was meant as an object. */
export const noObject = "the output begins like a JSON object, and is none"

const broken = (issue: string): Written => ({ _tag: "Broken", issue })

/** Parses output that is no valid object from its first character on. */
const parseOther = (raw: string, { cut = false, held = false }: Ending): Written => {
  // `trim` treats a byte-order mark as white space.
  const text = raw.trim()
  if (text.charCodeAt(0) !== brace) return wide.test(text) ? broken(utf16) : { _tag: "Text", text }
  const object = parsed(text)
  if (isJson(object)) return objectOf(text, object, "")
  const reply = first(text)
  if (reply !== undefined) return reply
  if (wide.test(raw)) return broken(utf16)
  return cut || held || text.endsWith("}") ? broken(noObject) : { _tag: "Text", text }
}

/**
 * Parses output. Text that begins like an object, and ends like one or has no certain end, is a broken one; all other
 * text is plain, without surrounding white space.
 */
export const parse = (raw: string, ending: Ending): Written => {
  // Most output begins with a brace, and `JSON.parse` ignores trailing white space.
  const object = raw.charCodeAt(0) === brace ? parsed(raw) : undefined
  return isJson(object) ? objectOf(raw, object, "") : parseOther(raw, ending)
}

/**
 * Matches escapes of letters, and characters that programs print between the tokens of JSON: colors, and control. No
 * token of JSON is part of a color.
 */
const escaped = /\\u00([46][1-9a-f]|[57][0-9a])/gi
const colors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]* ?[@-z]`, "g")
// oxlint-disable-next-line no-control-regex -- These are what it is about.
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\ufeff\ufffd]/g

/** Removes terminal colors. */
export const withoutColors = (text: string): string => text.replace(colors, "")

/** Matches keys of objects. In valid JSON it matches nothing else, because quotes inside of strings are escaped. */
const key = /[{,]\s*"([A-Za-z]+)"\s*:/g

/** Matches a denial as programs print an object that was not encoded: with single quotes, or keys without quotes. */
const printed = /[{,]\s*(['"]?)(?:(?:d|permissionD)ecision\1\s*:\s*(['"])(?:block|deny|ask)\2|block\1\s*:\s*[Tt]rue\b)/

/** Decodes a text that is one JSON string. */
const encodedIn = (text: string): string | undefined => {
  const inner = text.startsWith('"') ? parsed(text) : undefined
  return typeof inner === "string" ? inner : undefined
}

/** Checks whether a valid object is no reply: none of its own fields is one of a reply, and it contains no denial. */
const isOther = (text: string): boolean => {
  const object = parsed(text)
  return isJson(object) && !Object.keys(object).some(HookReply.isField) && !printed.test(text)
}

/**
 * Returns the text from its first brace on, without valid objects that are no reply, such as the lines of a log. A brace
 * that is not closed keeps all that follows it.
 */
const withoutOthers = (text: string): string => {
  const kept: Array<string> = []
  let from = text.indexOf("{")
  let depth = 0
  let quoted = false
  for (let at = from; at >= 0 && at < text.length; at++) {
    const char = text[at]
    // Quotes of plain text do not have to be balanced.
    if (quoted) {
      if (char === "\\") at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = depth > 0
    else if (char === "{") {
      if (depth++ > 0) continue
      kept.push(text.slice(from, at))
      from = at
    } else if (char === "}" && depth > 0 && --depth === 0) {
      const object = text.slice(from, at + 1)
      if (!isOther(object)) kept.push(object)
      from = at + 1
    }
  }
  return from < 0 ? "" : [...kept, text.slice(from)].join(" ")
}

/**
 * Checks whether text has an object in it with a field of a reply, also one that is broken, printed and not encoded, or
 * encoded twice. It may have been meant as the reply. The time is linear in the text.
 */
export const holdsReply = (text: string): boolean => {
  if (!text.includes("{")) return false
  const inner = encodedIn(text)
  if (inner !== undefined) return holdsReply(inner)
  const all = withoutColors(text)
    .replace(controls, "")
    .replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const plain = withoutOthers(all)
  const brace = plain.indexOf("{")
  if (brace < 0) return false
  const objects = plain.slice(brace)
  for (const [, name = ""] of objects.matchAll(key)) if (HookReply.isField(name)) return true
  return printed.test(objects)
}
