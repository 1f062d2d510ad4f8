/** Handlers under a key that nobody reads, beside one that is read: a slip of the pen would be a guard that never runs. */
import type { Path } from "@hookline/schema/Source"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Report } from "./Problem.ts"
import { countEntries, looksLikeHandler, quote } from "./written.ts"

/** Whether a command is told somewhere in it. What else stands there is somebody else's field, and left to them. */
const holdsCommand = (root: unknown): boolean => {
  const waiting: Array<unknown> = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (isJson(value) && typeof value["command"] === "string") return true
    if (typeof value === "object" && value !== null) for (const item of Object.values(value)) waiting.push(item)
  }
  return false
}

const holdsHandlers = (value: unknown): boolean =>
  holdsCommand(value) || (Array.isArray(value) && value.some((item) => looksLikeHandler(item)))

/** Tells of them. `right` is the key that is read. */
export const reportMisplaced = (holder: Json, right: string, event: string, at: Path, report: Report): void => {
  for (const key in holder) {
    if (key === right || typeof holder[key] !== "object" || !holdsHandlers(holder[key])) continue
    report({
      code: "handlers-misplaced",
      at: [...at, key],
      text: `Handlers stand under ${quote(key)} here, which nobody reads, so that ${event} never runs them.`,
      fix: `Put them into ${quote(right)}.`,
      lost: { entries: countEntries(holder[key]), events: [event] }
    })
  }
}
