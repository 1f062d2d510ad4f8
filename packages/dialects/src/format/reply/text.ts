/** The output of a hook: an object, plain text, or a broken object. */
import * as HookReply from "@hookline/schema/HookReply"
import { isJson, type Json } from "@hookline/schema/Json"

/** Output as it was read. An object may be followed by other text. */
export type Written =
  | { readonly _tag: "Object"; readonly object: Json; readonly rest: string }
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Broken" }

/** How output ended: `cut` at a limit, or `held` open by a process that its hook left behind. */
export interface Ending {
  readonly cut?: boolean
  readonly held?: boolean
}

const brace = 123

/** Parses a text as JSON. Returns `undefined` if it is invalid. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The maximum number of beginnings of an object in plain text that are followed, and the length of each. */
const attempts = 64
const reach = 65_536

/** Returns the offset at which an object ends that begins here, if its braces are balanced within the limit. */
const endOf = (text: string, start: number, limit: number): number | undefined => {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length && at < limit; at++) {
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

/** Reads a reply at the start of a text: an object with a field of a reply, and other text behind it. */
const first = (text: string): Written | undefined => {
  const end = endOf(text, 0, text.length)
  const object = end === undefined ? undefined : parsed(text.slice(0, end))
  if (!isJson(object) || !Object.keys(object).some(HookReply.isField)) return undefined
  return { _tag: "Object", object, rest: text.slice(end).trim() }
}

/**
 * Parses output. Text that begins like an object, and ends like one or has no certain end, is a broken one; all other
 * text is plain, without surrounding white space.
 */
export const parse = (raw: string, { cut = false, held = false }: Ending): Written => {
  // `trim` treats a byte-order mark as white space. Most output begins with a brace, and `JSON.parse` ignores trailing
  // white space.
  const text = raw.charCodeAt(0) === brace ? raw : raw.trim()
  if (text.charCodeAt(0) !== brace) return { _tag: "Text", text }
  const object = parsed(text)
  if (isJson(object)) return { _tag: "Object", object, rest: "" }
  const reply = first(text)
  if (reply !== undefined) return reply
  const trimmed = text.trimEnd()
  return cut || held || trimmed.endsWith("}") ? { _tag: "Broken" } : { _tag: "Text", text: trimmed }
}

/**
 * Checks whether plain text contains an object, which may have been meant as the reply. An empty object does not count.
 */
export const holdsObject = (text: string): boolean => {
  const openings = text.matchAll(/\{\s*"/g)
  for (const { index } of openings.take(attempts)) {
    const end = endOf(text, index, index + reach)
    if (end !== undefined && isJson(parsed(text.slice(index, end)))) return true
  }
  return false
}
