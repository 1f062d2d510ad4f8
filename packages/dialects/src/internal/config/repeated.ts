/** A cheap question before a costly one: can a key of this file stand twice in one object? */
import { isJson } from "../json.ts"

/** Every hook is lost with one of them: a list of hooks, or what one of them runs. */
const keys = new Set(["hooks", "handlers", "command"])
const written = /"(?:hooks|handlers|command)"\s*:/g

const keysIn = (value: unknown): number => {
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += keysIn(item)
  else if (isJson(value)) {
    for (const key in value) count += (keys.has(key) ? 1 : 0) + keysIn(value[key])
  }
  return count
}

/** Whether the text has more of these keys than the data that was read from it: then some were overwritten. */
export const mayRepeatKeys = (text: string, root: unknown): boolean => {
  let count = 0
  while (written.test(text)) count++
  return count > keysIn(root)
}
