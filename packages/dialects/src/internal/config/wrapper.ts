/** The `hooks` of a file: an object with a key for each event, or what somebody wrote in its place. */
import * as HookEvent from "@hookline/schema/HookEvent"
import type { File } from "@hookline/schema/Source"
import { foreignEvents } from "./events.ts"
import { foreignAgent, isForeignEvent } from "./foreign.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { nearest } from "@hookline/core/Nearest"
import { countEntries, kindOf } from "./written.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"

const exampleOf = ({ example, tomlExample = example }: Rules, { file }: File): string =>
  file.endsWith(".toml") ? tomlExample : example

/** The events that entries of a list name themselves, where they do. */
const eventsNamed = (items: ReadonlyArray<unknown>): ReadonlyArray<string> | "all" => {
  const names = items.flatMap((item) => {
    if (!isJson(item)) return []
    const { event, matcher, trigger } = item
    return [event, trigger, isJson(matcher) ? matcher["event"] : undefined].filter((name) => typeof name === "string")
  })
  return names.length > 0 ? [...new Set(names)] : "all"
}

const isKnown = ([name, value]: readonly [string, unknown]): boolean =>
  (HookEvent.isName(name) || isForeignEvent(name)) && (Array.isArray(value) || isJson(value))

/** What stands at the top of a file like events: those that are known, and what else there looks like them. */
const eventsOnTop = (root: Json): ReadonlyArray<readonly [string, unknown]> => {
  const entries = Object.entries(root)
  return entries.some(isKnown)
    ? entries.filter(
        (entry) => entry[0] !== "hooks" && (isKnown(entry) || (Array.isArray(entry[1]) && entry[1].some(isJson)))
      )
    : []
}

/** A file without `hooks`: events without their wrapper, or a file that is about something else. */
const withoutHooks = (root: Json, file: File, rules: Rules, report: Report): void => {
  const events = eventsOnTop(root)
  if (events.length > 0) {
    const names = events.map(([name]) => name)
    const foreign = foreignAgent(file, root, Object.fromEntries(events))
    if (foreign !== undefined) {
      report(foreignEvents(foreign, events, []))
      return
    }
    report({
      code: "wrapper-missing",
      at: [names[0] ?? ""],
      text: `Nobody looks for events at the top of a file, where ${names.join(", ")} stand${names.length === 1 ? "s" : ""}.`,
      fix: `Put them under "hooks": {"hooks": {"${names[0]}": […]}}.`,
      lost: { entries: countEntries(Object.fromEntries(events)), events: names }
    })
    return
  }
  const meant = Object.keys(root).find((name) => nearest(name, ["hooks"]) !== undefined && countEntries(root[name]) > 0)
  if (meant !== undefined) {
    report({
      code: "hooks-missing",
      at: [meant],
      text: `This file has no "hooks", and nobody looks under "${meant}".`,
      fix: `Write "hooks" where "${meant}" stands.`,
      lost: { entries: countEntries(root[meant]), events: "all" }
    })
  } else if (rules.isSettings !== true) {
    const entries = countEntries(root)
    report({
      code: entries > 0 ? "hooks-missing" : "no-hooks",
      at: [],
      text:
        entries > 0
          ? 'This file has no "hooks", and what stands in it is none that we know.'
          : "This file holds no hooks.",
      fix: `Write ${exampleOf(rules, file)}.`,
      ...(entries > 0 && { lost: { entries, events: "all" } })
    })
  }
}

/** The events of a file, or nothing where there are none: then it is said why. */
export const hooksOf = (root: unknown, file: File, rules: Rules, report: Report): Json | undefined => {
  if (!isJson(root)) {
    report({
      code: "root-not-object",
      at: [],
      text: `A file of hooks holds an object; this one holds ${kindOf(root)}.`,
      fix: `Write ${exampleOf(rules, file)}.`,
      lost: { entries: countEntries(root), events: "all" }
    })
    return undefined
  }
  const hooks = root["hooks"]
  if (hooks === undefined || hooks === null) {
    withoutHooks(root, file, rules, report)
    return undefined
  }
  // Events beside their wrapper are missed no less than those of a file without one.
  if (eventsOnTop(root).length > 0) withoutHooks(root, file, rules, report)
  if (isJson(hooks)) return hooks
  const isList = Array.isArray(hooks)
  if (isList && hooks.length === 0) {
    report({
      code: "no-hooks",
      at: ["hooks"],
      text: "This file holds no hooks.",
      fix: `Write ${exampleOf(rules, file)}.`
    })
    return undefined
  }
  report({
    code: isList ? "hooks-is-list" : "hooks-not-object",
    at: ["hooks"],
    text: isList
      ? `"hooks" is a list; it is an object with a key for each event.`
      : `"hooks" is an object with a key for each event; here stands ${kindOf(hooks)}.`,
    fix: `Write ${exampleOf(rules, file)}.`,
    lost: {
      entries: isList ? hooks.reduce<number>((sum, item) => sum + countEntries(item), 0) : countEntries(hooks),
      events: isList ? eventsNamed(hooks) : "all"
    }
  })
  return undefined
}
