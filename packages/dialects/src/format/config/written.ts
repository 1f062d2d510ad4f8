/** The names of written values in sentences, and the number of entries that they are meant as. */
import { isJson } from "@hookline/schema/Json"

/** Returns the kind of a value, in words. */
export const kindOf = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  switch (typeof value) {
    case "string":
      return value === "" ? "an empty string" : "a string"
    case "number":
      return "a number"
    case "boolean":
      return String(value)
    default:
      return "an object"
  }
}

/** Quotes a value, shortened for a sentence. */
export const quote = (value: unknown): string => {
  // A long text is written in full for each of thousands of problems otherwise.
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, 64) : value) ?? "nothing"
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** The keys by which handlers of any agent define what they run. */
const runKeys = ["command", "bash", "powershell", "prompt", "url", "script", "function", "server", "type"]

/** Checks whether a value defines what to run, like a handler of any agent. */
export const looksLikeHandler = (value: unknown): boolean =>
  isJson(value) && !("hooks" in value) && !("handlers" in value) && runKeys.some((key) => Object.hasOwn(value, key))

/**
 * Counts the handlers in a value at any depth, without recursion, because a file may be nested deeper than the call
 * stack.
 */
export const handlersIn = (root: unknown): number => {
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
 * Counts the entries that a value is meant as: the handlers in it, at any depth, or one if there is any other value,
 * because a string or a number in the place of a handler is meant as one.
 */
export const countEntries = (value: unknown): number => handlersIn(value) || (isEmpty(value) ? 0 : 1)
