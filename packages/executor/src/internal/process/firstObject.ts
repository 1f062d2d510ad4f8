/** The JSON object at the start of a text, whatever follows it. */
import { isJson } from "@hookline/schema/Json"

/** Returns the offset at which the object ends, by its braces alone. */
const endOf = (text: string): number | undefined => {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (isQuoted) {
      if (letter === "\\") at++
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === "{") depth++
    else if (letter === "}" && --depth === 0) return at + 1
  }
  return undefined
}

/** Returns the text of the object, or `undefined` if the text does not start with one. */
export const firstObject = (text: string): string | undefined => {
  if (!text.trimStart().startsWith("{")) return undefined
  const end = endOf(text)
  const object = end === undefined ? undefined : text.slice(0, end)
  try {
    return object !== undefined && isJson(JSON.parse(object)) ? object : undefined
  } catch {
    // Balanced braces without valid JSON.
    return undefined
  }
}
