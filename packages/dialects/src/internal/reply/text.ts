/** What a hook wrote: an object, plain text, or something that was to be an object and is none. */
import { isJson, type Json } from "@hookline/schema/Json"

const brace = 123

/** The value of a text, or nothing where it is no JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * An object, the plain text without the space around it, or nothing where it is broken: a text that begins like an
 * object, and ends like one or was cut.
 */
export const parse = (raw: string, cut = false): Json | string | undefined => {
  // `trim` takes a byte-order mark for space. Most output has nothing in front, and what is behind JSON.parse passes over.
  const text = raw.charCodeAt(0) === brace ? raw : raw.trim()
  if (text.charCodeAt(0) !== brace) return text
  const value = parsed(text)
  if (isJson(value)) return value
  const trimmed = text.trimEnd()
  return cut || trimmed.endsWith("}") ? undefined : trimmed
}

/** How many beginnings of an object are followed up in a plain text, and how far each. */
const attempts = 64
const reach = 65_536

/** Where an object ends that begins here, if its braces are balanced within reach. */
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

/** Whether a plain text has an object amid other text: it was perhaps meant as the reply. An empty one means nothing. */
export const holdsObject = (text: string): boolean => {
  const openings = text.matchAll(/\{\s*"/g)
  for (const { index } of openings.take(attempts)) {
    const end = endOf(text, index)
    if (end !== undefined && isJson(parsed(text.slice(index, end)))) return true
  }
  return false
}
