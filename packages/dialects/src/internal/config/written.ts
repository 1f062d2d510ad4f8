/** What stands in a file: what it is called in sentences, and how many entries it was meant as. */
import { isJson } from "../json.ts"

/** What a person would call the value. */
export const kindOf = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  switch (typeof value) {
    case "string":
      return value === "" ? "an empty text" : "a text"
    case "number":
      return "a number"
    case "boolean":
      return String(value)
    default:
      return "an object"
  }
}

/** The value as somebody would write it, short enough for a sentence. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** The keys by which handlers of any agent say what they run. */
const runKeys = ["command", "bash", "powershell", "prompt", "url", "script", "function", "server", "type"]

/** Whether the value says what to run, as handlers of any agent do. */
export const looksLikeHandler = (value: unknown): boolean =>
  isJson(value) && !("hooks" in value) && !("handlers" in value) && runKeys.some((key) => Object.hasOwn(value, key))

const handlersIn = (value: unknown): number => {
  if (looksLikeHandler(value)) return 1
  const inside = Array.isArray(value)
    ? value
    : isJson(value)
      ? Object.entries(value).flatMap(([key, item]) => (key === "matcher" ? [] : [item]))
      : []
  return inside.reduce<number>((sum, item) => sum + handlersIn(item), 0)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty))

/**
 * How many entries somebody meant by what stands here: the handlers in it, however deep, and one where there is
 * anything else at all, since a text or a number in the place of a handler was meant as one.
 */
export const countEntries = (value: unknown): number => handlersIn(value) || (isEmpty(value) ? 0 : 1)
