/** Files with a flat list of handlers under each event, every handler with its own matcher. */
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/HookId"
import type { File, Path } from "@hookline/schema/Source"
import { readEntry } from "./entry.ts"
import { eventsOf } from "./events.ts"
import { hookWarnings } from "./hookWarnings.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { countEntries, kindOf, quote } from "./written.ts"
import { matcherWarning } from "./matcherWarnings.ts"
import { reportMisplaced } from "./misplaced.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { hooksOf } from "./wrapper.ts"

const shape = `{"handlers": [{"type": "command", "command": "…"}]}`

/** The entry in the words that all dialects share: `failure_mode` is their `onFailure`. */
const inOurWords = (entry: Json): Json => {
  if (!Object.hasOwn(entry, "failure_mode")) return entry
  const { failure_mode: mode, onFailure, ...rest } = entry
  // Of two words the stricter counts: whoever wrote it wanted that.
  const strict = [mode, onFailure].find((word) => word === "closed" || word === "block")
  return { ...rest, onFailure: strict ?? onFailure ?? mode }
}

/** Problems with the shared word are told where the dialect's own one stands. */
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
  report: Report
): ReadonlyArray<Hook> => {
  const entry = isJson(written) ? inOurWords(written) : written
  const matcher = isJson(entry) ? (entry["matcher"] ?? undefined) : undefined
  if (matcher !== undefined && typeof matcher !== "string") {
    report({
      code: "matcher-not-text",
      at: [...at, "matcher"],
      text: `A matcher is a text; here stands ${kindOf(matcher)}, so that nobody knows what the hook is for.`,
      fix: `Write matcher = "Bash", or leave it out.`,
      lost: { entries: 1, events: [event] }
    })
    return []
  }
  const origin = HookId.originOf(file, event)
  const place = { file, event, origin, matcher, group: { index: 0, parallel: false }, at }
  const own = isJson(written) && Object.hasOwn(written, "failure_mode")
  const hook = readEntry(entry, place, own ? inTheirWords(report) : report)
  if (hook === undefined) return []
  const warning = matcher === undefined ? undefined : matcherWarning(matcher, rules.matcher(matcher, event), event)
  if (warning !== undefined) report({ ...warning, at: [...at, "matcher"] })
  hookWarnings(hook, rules.capMillis, report)
  return [{ ...hook, written }]
}

/** The hooks of a file with flat handlers, in their order. */
export const readHandlers = (root: unknown, file: File, rules: Rules, report: Report): ReadonlyArray<Hook> => {
  const hooks = hooksOf(root, file, rules, report)
  if (hooks === undefined) return []
  return eventsOf(root, hooks, file, rules, report).flatMap(([event, value]) => {
    if (value === null) return []
    const handlers = isJson(value) ? value["handlers"] : undefined
    if (!Array.isArray(handlers)) {
      if (isJson(value) && Object.keys(value).length === 0) return [] // The header of a table with nothing in it.
      const groups = Array.isArray(value)
      report({
        code: groups || !isJson(value) ? "event-not-list" : "handlers-missing",
        at: ["hooks", event],
        text: groups
          ? `Under ${event} stands a list, as Claude Code writes its groups; ${rules.title} has handlers there.`
          : `${rules.title} has ${quote("handlers")} under each event; under ${event} there are none.`,
        fix: `Write "${event}": ${shape}.`,
        lost: { entries: countEntries(value), events: [event] }
      })
      return []
    }
    if (isJson(value)) reportMisplaced(value, "handlers", event, ["hooks", event], report)
    return handlers.flatMap((handler: unknown, index) =>
      readHandler(handler, event, ["hooks", event, "handlers", index], file, rules, report)
    )
  })
}
