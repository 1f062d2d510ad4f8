/** Handlers under a key that is not read, beside one that is: a typing error would disable a guard. */
import type { Path } from "@hookline/schema/Source"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Report } from "./Problem.ts"
import type { Written } from "./events.ts"
import { countEntries, looksLikeHandler, quote } from "./written.ts"

/** Checks whether a value contains a command. Other values are unknown fields, which are ignored. */
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

/** Checks cheaply whether an object may have misplaced handlers, as few groups do. `right` is the key that is read. */
export const mayBeMisplaced = (holder: Json, right: string): boolean => {
  for (const key in holder) if (key !== right && typeof holder[key] === "object") return true
  return false
}

/** Reports misplaced handlers. `right` is the key that is read. */
export const reportMisplaced = (
  holder: Json,
  right: string,
  { event, name }: Pick<Written, "event" | "name">,
  at: Path,
  report: Report
): void => {
  for (const key in holder) {
    if (key === right || typeof holder[key] !== "object" || !holdsHandlers(holder[key])) continue
    report({
      code: "handlers-misplaced",
      at: [...at, key],
      text: `Handlers are under ${quote(key)} here, which is not read, so that ${name} never runs them.`,
      fix: `Put them into ${quote(right)}.`,
      lost: { entries: countEntries(holder[key]), events: [event] }
    })
  }
}

/** Reports handlers in a list within another handler, where none are read. */
export const reportWithin = (
  handler: Json,
  { event, name }: Pick<Written, "event" | "name">,
  at: Path,
  report: Report
): void => {
  for (const key in handler) {
    const list = handler[key]
    if (!Array.isArray(list) || !list.some(looksLikeHandler)) continue
    report({
      code: "handlers-misplaced",
      at: [...at, key],
      text: `Handlers are under ${quote(key)} of another handler, where none are read, so that ${name} never runs them.`,
      fix: "Put each beside that handler, into the same list.",
      lost: { entries: countEntries(list), events: [event] }
    })
  }
}
