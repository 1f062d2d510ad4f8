/** The JSON objects in a text. */
import { isJson, type Json } from "@hookline/schema/Json"

export interface Found {
  readonly value: Json
  /** The text of the object. */
  readonly text: string
  /** Its own keys in order, including duplicates. */
  readonly keys: ReadonlyArray<string>
}

export interface Objects {
  readonly found: ReadonlyArray<Found>
  /** The text without the objects. */
  readonly rest: string
}

/** The maximum number of failed attempts, because each scans to the end of the text. */
const attempts = 64

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the offset at which a string ends that begins here. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === "\\") at++
    else if (char === '"') return at
  }
  return text.length
}

const isKey = /\s*:/y

/** Checks whether a colon follows, so that the string before it is a key. */
const followedByColon = (text: string, at: number): boolean => {
  isKey.lastIndex = at
  return isKey.test(text)
}

/** Returns the object that begins here, if there is one. */
const objectAt = (text: string, start: number): Found | undefined => {
  const keys: Array<string> = []
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && followedByColon(text, end + 1)) keys.push(String(parsed(text.slice(at, end + 1))))
      at = end
    } else if (char === "{" || char === "[") depth++
    else if ((char === "}" || char === "]") && --depth === 0) {
      const slice = text.slice(start, at + 1)
      const value = parsed(slice)
      return isJson(value) ? { value, text: slice, keys } : undefined
    }
  }
  return undefined
}

/** Returns the outermost objects of a text, in order, or `undefined` if too many braces open none. */
export const objectsIn = (text: string): Objects | undefined => {
  const found: Array<Found> = []
  const rest: Array<string> = []
  let failed = 0
  let from = 0
  let at = text.indexOf("{")
  while (at !== -1) {
    const object = objectAt(text, at)
    if (object === undefined) {
      if (++failed > attempts) return undefined
      at = text.indexOf("{", at + 1)
    } else {
      found.push(object)
      rest.push(text.slice(from, at))
      from = at + object.text.length
      at = text.indexOf("{", from)
    }
  }
  rest.push(text.slice(from))
  return { found, rest: rest.join("\n") }
}
