/** Files with a flat list of handlers under each event, each handler with its own matcher. */
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File, Path } from "@hookline/schema/Source"
import { readEntry } from "./entry.ts"
import { eventsOf } from "./events.ts"
import { hookWarnings } from "./hookWarnings.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { countEntries, kindOf, quote } from "./written.ts"
import { policyOfGroup, withMeantFields, withPolicy } from "./misspeltFields.ts"
import { matcherProblem } from "./matcherWarnings.ts"
import { reportMisplaced } from "./misplaced.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { hooksOf } from "./wrapper.ts"

const shape = `{"handlers": [{"type": "command", "command": "…"}]}`

/** Renames an entry's `failure_mode` to the shared `onFailure`. */
const inOurWords = (entry: Json): Json => {
  if (!Object.hasOwn(entry, "failure_mode")) return entry
  const { failure_mode: mode, onFailure, ...rest } = entry
  // Of two values the stricter one counts, because its author wanted that.
  const strict = [mode, onFailure].find((word) => word === "closed" || word === "block")
  return { ...rest, onFailure: strict ?? onFailure ?? mode }
}

/** Renames problems with `onFailure` to the dialect's `failure_mode`. */
const inTheirWords =
  (report: Report): Report =>
  (problem) =>
    problem.at.at(-1) === "onFailure"
      ? report({
          ...problem,
          at: [...problem.at.slice(0, -1), "failure_mode"],
          fix: `Write "failure_mode": "open" or "closed".`
        })
      : report(problem)

const readHandler = (
  written: unknown,
  event: string,
  at: Path,
  file: File,
  rules: Rules,
  entries: () => number,
  report: Report
): ReadonlyArray<Hook> => {
  const entry = isJson(written) ? inOurWords(written) : written
  const matcher = isJson(entry) ? (entry["matcher"] ?? undefined) : undefined
  if (matcher !== undefined && typeof matcher !== "string") {
    report({
      code: "matcher-not-text",
      at: [...at, "matcher"],
      text: `A matcher must be a string, and is ${kindOf(matcher)}, so that the target of the hook is unknown.`,
      fix: `Write matcher = "Bash", or leave it out.`,
      lost: { entries: 1, events: [event] }
    })
    return []
  }
  const origin = HookId.originOf(file, event)
  const place = { file, event, origin, matcher, group: { index: 0, parallel: false }, at, timeouts: rules }
  const own = isJson(written) && Object.hasOwn(written, "failure_mode")
  const hook = readEntry(entry, place, own ? inTheirWords(report) : report, rules.types)
  if (hook === undefined) return []
  const problem = matcher === undefined ? undefined : matcherProblem(matcher, rules, event, 1)
  if (problem !== undefined) report({ ...problem, at: [...at, "matcher"] })
  hookWarnings(hook, rules, entries, report)
  return [withMeantFields({ ...hook, written }, rules, report)]
}

/** Decodes the hooks of a file with flat handlers, in order. */
export const readHandlers = (root: unknown, file: File, rules: Rules, report: Report): ReadonlyArray<Hook> => {
  const hooks = hooksOf(root, file, rules, report)
  if (hooks === undefined) return []
  return eventsOf(root, hooks, file, rules, report).flatMap(({ event, name, value }) => {
    if (value === null) return []
    const handlers = isJson(value) ? value["handlers"] : undefined
    if (!Array.isArray(handlers)) {
      if (isJson(value) && Object.keys(value).length === 0) return [] // The header of an empty table.
      const groups = Array.isArray(value)
      report({
        code: groups || !isJson(value) ? "event-not-list" : "handlers-missing",
        at: ["hooks", event],
        text: groups
          ? `${event} has a list, as in files of Claude Code; in files of ${rules.title} it must have handlers.`
          : `${rules.title} has ${quote("handlers")} under each event; under ${event} there are none.`,
        fix: `Write "${event}": ${shape}.`,
        lost: { entries: countEntries(value), events: [event] }
      })
      return []
    }
    const at = ["hooks", event]
    if (isJson(value)) reportMisplaced(value, "handlers", { event, name }, at, report)
    const policy = isJson(value) ? policyOfGroup(value, { event, at, right: "handlers" }, rules, report) : undefined
    return handlers.flatMap((handler: unknown, index) =>
      readHandler(handler, event, [...at, "handlers", index], file, rules, () => countEntries(hooks), report).map(
        (hook) => withPolicy(hook, policy)
      )
    )
  })
}
