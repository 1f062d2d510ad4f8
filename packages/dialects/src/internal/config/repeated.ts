/** A cheap question before a costly one: can a key of this file stand twice in one object? */
import { isJson } from "@hookline/schema/Json"

/** How many keys the data has. Nested lists and objects wait in a list: a file may nest deeper than calls can. */
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

/** A quote that ends a text, and a colon: a key. In a text itself a quote has a backslash before it. */
const key = /[^\\]"\s*:/g

/** Whether the text has more keys than the data that was read from it: then some were overwritten. */
export const mayRepeatKeys = (text: string, root: unknown): boolean => {
  let count = 0
  key.lastIndex = 0
  while (key.test(text)) count++
  return count > keysIn(root)
}
