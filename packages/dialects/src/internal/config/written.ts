/** What stands in a file: what it is called in sentences, and how many entries it was meant as. */
import { isJson } from "@hookline/schema/Json"

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

/** The handlers in what stands here, however deep. What is nested waits in a list: a file may nest deeper than calls can. */
const handlersIn = (root: unknown): number => {
  let count = 0
  const waiting: Array<unknown> = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (looksLikeHandler(value)) count++
    else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else if (isJson(value)) for (const [key, item] of Object.entries(value)) if (key !== "matcher") waiting.push(item)
  }
  return count
}

const isEmpty = (root: unknown): boolean => {
  const waiting: Array<unknown> = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === "object" && value !== null) {
      for (const [, item] of Object.entries(value)) waiting.push(item)
    } else if (value !== undefined && value !== null && value !== "") return false
  }
  return true
}

/**
 * How many entries somebody meant by what stands here: the handlers in it, however deep, and one where there is
 * anything else at all, since a text or a number in the place of a handler was meant as one.
 */
export const countEntries = (value: unknown): number => handlersIn(value) || (isEmpty(value) ? 0 : 1)
