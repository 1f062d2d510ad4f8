/** A cheap check whether a file may have repeated keys. */
import { isJson } from "@hookline/schema/Json"

/** Counts the keys of data, without recursion, because a file may be nested deeper than the call stack. */
const keysIn = (root: unknown): number => {
  let count = 0
  const waiting: Array<unknown> = [root]
  const wait = (item: unknown): void => {
    if (typeof item === "object" && item !== null) waiting.push(item)
  }
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) value.forEach(wait)
    else if (isJson(value)) {
      for (const key in value) {
        count++
        wait(value[key])
      }
    }
  }
  return count
}

/** Matches the end of a key: a quote without a backslash before it, and a colon. */
const key = /[^\\]"\s*:/g

/** Checks whether a text has more keys than its data, so that some were overwritten. */
export const mayRepeatKeys = (text: string, root: unknown): boolean => {
  let count = 0
  key.lastIndex = 0
  while (key.test(text)) count++
  return count > keysIn(root)
}
