/** Reads JSON that a hook printed, as hosts do. */
import { isJson, type Json } from "@hookline/schema/Json"

/** Returns the value of a text, or `undefined` if it is no JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the object of a text, if it is one. */
export const objectOf = (text: string): Json | undefined => {
  const value = jsonOf(text)
  return isJson(value) ? value : undefined
}

/** Returns the value of a text. Gemini CLI and its fork read a text in JSON once more. */
export const twiceJsonOf = (text: string): unknown => {
  const value = jsonOf(text)
  return typeof value === "string" ? jsonOf(value) : value
}
