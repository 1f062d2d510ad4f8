/** The `hooks` of a file: an object with a key for each event, or a wrong value in its place. */
import * as HookEvent from "@hookline/schema/HookEvent"
import type { File } from "@hookline/schema/Source"
import { foreignEvents } from "./events.ts"
import { foreignAgent, isForeignEvent } from "./foreign.ts"
import { lookup } from "../lookup.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import { countEntries, kindOf, quote } from "./written.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { eventsMeant, nameIn, reportStray } from "./strayEvents.ts"

const exampleOf = ({ example, tomlExample = example }: Rules, { file }: File): string =>
  file.endsWith(".toml") ? tomlExample : example

/** Returns the events that entries of a list name themselves, if they do. */
const eventsNamed = (items: ReadonlyArray<unknown>): ReadonlyArray<string> | "all" => {
  const names = items.flatMap((item) => {
    if (!isJson(item)) return []
    const { event, matcher, trigger } = item
    return [event, trigger, isJson(matcher) ? matcher["event"] : undefined].filter((name) => typeof name === "string")
  })
  return names.length > 0 ? [...new Set(names)] : "all"
}

/** Checks for an event with its handlers, or with a command. A name of one word, such as `Stop`, may have any other text. */
const isKnown = (name: string, value: unknown): boolean =>
  (typeof value === "string"
    ? value.trim() !== "" && /[a-z][A-Z]/.test(name)
    : typeof value === "object" && value !== null) &&
  (HookEvent.isName(name) || isForeignEvent(name))

/** Returns the events that a key at the top means, if it means some. Only values with handlers are compared. */
const eventsAt = (name: string, value: unknown, rules: Rules): ReadonlyArray<string> =>
  isKnown(name, value) ? [lookup(rules.eventNames ?? {}, name) ?? name] : eventsMeant(name, value, rules)

/** An event beside `hooks`: its name there, its value, and the events that it means. */
type OnTop = readonly [name: string, value: unknown, events: ReadonlyArray<string>]

/** Returns the keys at the top of a file that look like events. Most files have none, so that none is listed. */
const eventsOnTop = (root: Json, rules: Rules): ReadonlyArray<OnTop> => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const name in root) {
    const events = name === "hooks" ? [] : eventsAt(name, root[name], rules)
    if (events.length > 0) found.set(name, events)
  }
  if (found.size === 0) return []
  // Beside an event, another list of objects is an event that is not known.
  return Object.entries(root).flatMap(([name, value]): ReadonlyArray<OnTop> => {
    const isList = name !== "hooks" && Array.isArray(value) && value.some(isJson)
    const events = found.get(name) ?? (isList ? [name] : undefined)
    return events === undefined ? [] : [[name, value, events]]
  })
}

/** Returns the name to write for the first of some events. */
const rightName = (first: OnTop | undefined, rules: Rules): string => {
  const [name = "PreToolUse", value, [event = name] = []] = first ?? []
  return isKnown(name, value) ? name : nameIn(rules, event)
}

/** Reports events without their wrapper. */
const reportOnTop = (root: Json, events: ReadonlyArray<OnTop>, file: File, rules: Rules, report: Report): void => {
  const names = events.map(([name]) => name)
  const values: Json = Object.fromEntries(events.map(([name, value]) => [name, value]))
  const foreign = foreignAgent(file, root, values)
  if (foreign !== undefined && foreign !== rules.title) {
    report(foreignEvents(foreign, Object.entries(values), []))
    return
  }
  report({
    code: "wrapper-missing",
    at: [names[0] ?? ""],
    text: `Events at the top of a file are not read: ${names.join(", ")}.`,
    fix: `Put them under "hooks": {"hooks": {"${rightName(events[0], rules)}": […]}}.`,
    lost: { entries: countEntries(values), events: [...new Set(events.flatMap(([, , meant]) => meant))] }
  })
}

/** Reports the events beside `hooks`, at the top or within other keys. Returns true if there are some at the top. */
const reportBeside = (root: Json, file: File, rules: Rules, report: Report, except?: string): boolean => {
  const events = eventsOnTop(root, rules)
  if (events.length > 0) reportOnTop(root, events, file, rules, report)
  // A front matter is searched as a whole.
  if (!file.file.endsWith(".md")) {
    for (const key in root) {
      if (key === "hooks" || key === except || events.some(([name]) => name === key)) continue
      reportStray(key, root[key], [], rules, report)
    }
  }
  return events.length > 0
}

/** Reports a file without `hooks`: events without their wrapper, or a file with another purpose. */
const withoutHooks = (root: Json, file: File, rules: Rules, report: Report): void => {
  const meant = Object.keys(root).find((name) => nearest(name, ["hooks"]) !== undefined && countEntries(root[name]) > 0)
  if (rules.isSettings === true) {
    if (reportBeside(root, file, rules, report, meant)) return
  } else {
    const events = eventsOnTop(root, rules)
    if (events.length > 0) {
      reportOnTop(root, events, file, rules, report)
      return
    }
  }
  if (meant !== undefined) {
    report({
      code: "hooks-missing",
      at: [meant],
      text: `This file has no "hooks", and "${meant}" is not read.`,
      fix: `Rename "${meant}" to "hooks".`,
      lost: { entries: countEntries(root[meant]), events: "all" }
    })
  } else if (rules.isSettings !== true) {
    const entries = countEntries(root)
    report({
      code: entries > 0 ? "hooks-missing" : "no-hooks",
      at: [],
      text: entries > 0 ? 'This file has no "hooks", and its content is unknown.' : "This file holds no hooks.",
      fix: `Write ${exampleOf(rules, file)}.`,
      ...(entries > 0 && { lost: { entries, events: "all" } })
    })
  }
}

/** Reports modules at the top of a file, which another program may load. */
const reportModules = (root: Json, report: Report): void => {
  const { modules } = root
  const names = Array.isArray(modules)
    ? modules.map((one: unknown) => (typeof one === "string" ? one : JSON.stringify(one)))
    : isJson(modules)
      ? Object.keys(modules)
      : typeof modules === "string"
        ? [modules]
        : []
  if (names.length === 0) return
  report({
    code: "modules-ignored",
    at: ["modules"],
    text: `\`modules\` of a file are not loaded, so that none of their hooks run: ${names.join(", ")}.`,
    fix: `Write each as a hook under its event: {"type": "module", "path": "${names[0] ?? "./guard.js"}"}.`
  })
}

/** Reports keys at the top for which the file's own agent refuses all of it. */
const reportTopKeys = (root: Json, { title, topKeys }: Rules, report: Report): void => {
  const [key] = topKeys === undefined ? [] : Object.keys(root).filter((name) => !topKeys.includes(name))
  if (key === undefined || topKeys === undefined) return
  report({
    code: "file-refused",
    at: [key],
    text: `${title} refuses this file with all of its hooks, because it does not know the key ${quote(key)}.`,
    fix: `Leave "${key}" out: only ${topKeys.map((name) => `"${name}"`).join(" and ")} may be at the top.`
  })
}

/** Reports another version than the one that the file's own agent reads. */
const reportVersion = (root: Json, { title, version }: Rules, report: Report): void => {
  if (version === undefined || root["version"] === undefined || root["version"] === version) return
  report({
    code: "file-refused",
    at: ["version"],
    text: `${title} refuses this file with all of its hooks, because it reads version ${version} only.`,
    fix: `Write "version": ${version}.`
  })
}

/** Returns the events of a file, or `undefined`, with the reason reported. */
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
  if (rules.isSettings !== true) reportModules(root, report)
  if (file.plugin === undefined) {
    reportTopKeys(root, rules, report)
    if (rules.isSettings !== true) reportVersion(root, rules, report)
  }
  const hooks = root["hooks"]
  if (hooks === undefined || hooks === null) {
    withoutHooks(root, file, rules, report)
    return undefined
  }
  // Events beside their wrapper are missed like those of a file without one.
  reportBeside(root, file, rules, report)
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
      : `"hooks" must be an object with a key for each event, and is ${kindOf(hooks)}.`,
    fix: `Write ${exampleOf(rules, file)}.`,
    lost: {
      entries: isList ? hooks.reduce<number>((sum, item) => sum + countEntries(item), 0) : countEntries(hooks),
      events: isList ? eventsNamed(hooks) : "all"
    }
  })
  return undefined
}
