/** The JSON object at the start of a text, whatever follows it. */
import { isJson, type Json } from "@hookline/schema/Json"

const [backslash, brace, closing, quote] = [0x5c, 0x7b, 0x7d, 0x22]

/** The bytes of white space, and of a byte-order mark. */
const blanks = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf])

/**
 * Finds the end of the object at the start of an output by its braces alone, while the output arrives. Each call gets
 * the next bytes, so that the time is linear in the output: the offset of the end, "open" if it has not arrived, or
 * "none" if the output does not start with an object.
 */
export const makeObjectEnd = (): ((bytes: Uint8Array) => number | "open" | "none") => {
  let before = 0
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  return (bytes) => {
    // Bytes of a character outside ASCII never equal one of these.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (isEscaped) isEscaped = false
      else if (isQuoted) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isQuoted = false
      } else if (byte === brace) depth++
      else if (depth === 0) {
        if (!blanks.has(byte)) return "none"
      } else if (byte === quote) isQuoted = true
      else if (byte === closing && --depth === 0) return before + at + 1
    }
    before += bytes.length
    return "open"
  }
}

/** Parses the text of an object. Returns `undefined` if its braces are balanced, and it is invalid all the same. */
export const parsedObject = (text: string): Json | undefined => {
  try {
    // `trim` treats a byte-order mark as white space.
    const value: unknown = JSON.parse(text.trim())
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the text of the object, or `undefined` if the text does not start with one. */
export const firstObject = (text: string): string | undefined => {
  const bytes = Buffer.from(text)
  const end = makeObjectEnd()(bytes)
  const object = typeof end === "number" ? bytes.subarray(0, end).toString() : undefined
  return object !== undefined && parsedObject(object) !== undefined ? object : undefined
}
