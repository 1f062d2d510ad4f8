/** The output of a hook: an object, plain text, or a broken object. */
import { isJson, type Json } from "@hookline/schema/Json"

const brace = 123

/** Parses a text as JSON. Returns `undefined` if it is invalid. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Parses output: an object, plain text without surrounding white space, or `undefined` for a broken object: a text that
 * begins like an object, and ends like one or was cut.
 */
export const parse = (raw: string, cut = false): Json | string | undefined => {
  // `trim` treats a byte-order mark as white space. Most output begins with a brace, and `JSON.parse` ignores trailing
  // white space.
  const text = raw.charCodeAt(0) === brace ? raw : raw.trim()
  if (text.charCodeAt(0) !== brace) return text
  const value = parsed(text)
  if (isJson(value)) return value
  const trimmed = text.trimEnd()
  return cut || trimmed.endsWith("}") ? undefined : trimmed
}

/** The maximum number of beginnings of an object in plain text that are followed, and the length of each. */
const attempts = 64
const reach = 65_536

/** Returns the offset at which an object ends that begins here, if its braces are balanced within the limit. */
const endOf = (text: string, start: number): number | undefined => {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length && at < start + reach; at++) {
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
 * Checks whether plain text contains an object, which may have been meant as the reply. An empty object does not count.
 */
export const holdsObject = (text: string): boolean => {
  const openings = text.matchAll(/\{\s*"/g)
  for (const { index } of openings.take(attempts)) {
    const end = endOf(text, index)
    if (end !== undefined && isJson(parsed(text.slice(index, end)))) return true
  }
  return false
}
