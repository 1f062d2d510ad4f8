/** The JSON object that a text begins with, whatever follows it. */
import { isJson } from "@hookline/schema/Json"

/** Where the object ends that begins at the first brace, by its braces alone. */
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

/** The text up to the end of the object, or nothing where it begins with none. */
export const firstObject = (text: string): string | undefined => {
  if (!text.trimStart().startsWith("{")) return undefined
  const end = endOf(text)
  const object = end === undefined ? undefined : text.slice(0, end)
  try {
    return object !== undefined && isJson(JSON.parse(object)) ? object : undefined
  } catch {
    // Braces that belong together, and no JSON between them.
    return undefined
  }
}
