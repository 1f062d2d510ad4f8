/** Files with groups under each event: hooks that share a matcher. */
import type { Group, Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File, Path } from "@hookline/schema/Source"
import { eventsOf, type Written } from "./events.ts"
import { hookWarnings } from "./hookWarnings.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { countEntries, kindOf, looksLikeHandler, quote } from "./written.ts"
import { policyOfGroup, withMeantFields, withPolicy } from "./misspeltFields.ts"
import { matcherProblem } from "./matcherWarnings.ts"
import { mayBeMisplaced, reportMisplaced, reportWithin } from "./misplaced.ts"
import type { Report } from "./Problem.ts"
import { readWritten } from "./reworded.ts"
import type { Rules } from "./rules.ts"
import { hooksOf } from "./wrapper.ts"

const handlerShape = `{"type": "command", "command": "…"}`

/** Returns an example of the handler for a value that is just its command. */
const commandShape = (value: unknown): string =>
  typeof value === "string" ? `{"type": "command", "command": ${quote(value)}}` : handlerShape

const lost = (value: unknown, event: string) => ({ entries: countEntries(value), events: [event] })

/** Returns the names in a matcher that is no string, as far as they are clear. */
const namesIn = (matcher: unknown): string => {
  const words = Array.isArray(matcher)
    ? matcher
    : isJson(matcher)
      ? [matcher["tool"], matcher["tools"], matcher["tool_name"], matcher["or"]].flat()
      : []
  const names = words.filter((word) => typeof word === "string")
  return names.length > 0 ? names.join("|") : "*"
}

/** Reports a value that is no group. */
const notGroup = (value: unknown, { event, name }: Written, at: Path, report: Report): void => {
  if (looksLikeHandler(value)) {
    const matcher = isJson(value) ? value["matcher"] : undefined
    report({
      code: "handler-without-group",
      at,
      text: `This handler is in the place of a group, as in files of Cursor and Copilot, so that ${name} never runs it.`,
      fix: `Put it into a group: {${typeof matcher === "string" ? `"matcher": ${quote(matcher)}, ` : ""}"hooks": [{…}]}.`,
      lost: lost(value, event)
    })
  } else if (isJson(value)) {
    const { hooks } = value
    report({
      code: "group-without-hooks",
      at,
      text:
        hooks === undefined
          ? `This group has no "hooks".`
          : `The "hooks" of a group must be a list, and are ${kindOf(hooks)}.`,
      fix: looksLikeHandler(hooks) ? `Put it in brackets: "hooks": [{…}].` : `Write "hooks": [${handlerShape}].`,
      lost: { entries: Math.max(1, countEntries(value)), events: [event] }
    })
  } else {
    report({
      code: "group-not-object",
      at,
      text: `A group must be an object, and is ${kindOf(value)}.`,
      fix: `Write {"matcher": "*", "hooks": [${commandShape(value)}]}.`,
      lost: { entries: Math.max(1, countEntries(value)), events: [event] }
    })
  }
}

/** Reports a value of an event that is no list of groups. */
const notList = ({ event, name, value }: Written, report: Report): void => {
  const handlers = isJson(value) && Array.isArray(value["handlers"])
  const group = isJson(value) && Array.isArray(value["hooks"])
  report({
    code: "event-not-list",
    at: ["hooks", name],
    text: handlers
      ? `${name} has a list of handlers, as in files of AMCP; here an event must have a list of groups.`
      : `An event must have a list of groups; ${name} has ${kindOf(value)}.`,
    fix: group
      ? `Put it in brackets: "${name}": [{…}].`
      : `Write "${name}": [{"hooks": [${looksLikeHandler(value) ? "{…}" : commandShape(value)}]}].`,
    lost: lost(value, event)
  })
}

/** Reports fields of the group that are written into one of its hooks, where they are not read. */
const aboutGroupFields = ({ event, group, matcher, source, written }: Hook, report: Report): void => {
  if (!isJson(written)) return
  const own = written["matcher"]
  if (typeof own === "string" && own !== matcher) {
    report({
      code: "field-misplaced",
      at: [...source.at, "matcher"],
      text: `"matcher" belongs to the group; here it is not read, and the hook runs on ${matcher === undefined ? `every ${event}` : quote(matcher)}.`,
      fix: `Put the hook into a group of its own: {"matcher": ${quote(own)}, "hooks": [{…}]}.`
    })
  }
  if (written["parallel"] === true && !group.parallel) {
    report({
      code: "field-misplaced",
      at: [...source.at, "parallel"],
      text: `"parallel" belongs to the group; here it is not read, and the hooks of the group run as without it.`,
      fix: `Write "parallel": true beside "hooks".`
    })
  }
}

const noPath: Path = []

/** Receives hooks as they are decoded. Thousands are decoded at once, so that intermediate lists are avoided. */
type Take = (hook: Hook) => void

/** The first groups of all events. Files share them, because nearly all events have one or two groups. */
const firstGroups: ReadonlyArray<Group> = Array.from({ length: 8 }, (_, index) => ({ index, parallel: false }))

const groupAt = (index: number, parallel: boolean): Group =>
  (parallel ? undefined : firstGroups[index]) ?? { index, parallel }

const readGroup = (
  group: Json & { readonly hooks: ReadonlyArray<unknown> },
  written: Written,
  index: number,
  file: File,
  rules: Rules,
  entries: () => number,
  report: Report,
  take: Take
): void => {
  const { event, name } = written
  const matcher = group["matcher"] ?? undefined
  if (matcher !== undefined && typeof matcher !== "string") {
    report({
      code: "matcher-not-text",
      at: ["hooks", name, index, "matcher"],
      text: `A matcher must be a string, and is ${kindOf(matcher)}, so that the targets of the hooks are unknown.`,
      fix: `Write "matcher": "${namesIn(matcher)}".`,
      lost: lost(group.hooks, event)
    })
    return
  }
  if (typeof group["command"] === "string" || typeof group["prompt"] === "string" || typeof group["url"] === "string") {
    report({
      code: "handler-without-group",
      at: ["hooks", name, index],
      text: "This group has a handler's fields beside its hooks: they never run.",
      fix: `Put it among the hooks: "hooks": [{"type": "command", "command": "…"}].`,
      lost: { entries: 1, events: [event] }
    })
  }
  if (mayBeMisplaced(group, "hooks")) reportMisplaced(group, "hooks", written, ["hooks", name, index], report)
  if (matcher !== undefined) {
    const problem = matcherProblem(matcher, rules, event, group.hooks.length)
    if (problem !== undefined) report({ ...problem, at: ["hooks", name, index, "matcher"] })
  }
  const policy = policyOfGroup(group, { event, at: ["hooks", name, index], right: "hooks" }, rules, report)
  const of = groupAt(index, group["parallel"] === true)
  const origin = HookId.originOf(file, event)
  // One place for all hooks of the group, because it is only read while a hook is.
  const place = { file, event, origin, matcher, group: of, at: noPath, timeouts: rules }
  let number = -1
  for (const entry of group.hooks) {
    number++
    place.at = ["hooks", name, index, "hooks", number]
    const hook = readWritten(entry, name, place, rules, report)
    if (hook === undefined) continue
    aboutGroupFields(hook, report)
    if (isJson(entry)) reportWithin(entry, written, place.at, report)
    hookWarnings(hook, rules, entries, report)
    aboutHost(hook, name, rules, report)
    take(withPolicy(withMeantFields(hook, rules, report), policy))
  }
}

/** Reports what the file's own host makes of a hook. */
const aboutHost = (hook: Hook, name: string, { hookProblem }: Rules, report: Report): void => {
  const found = hookProblem?.(hook, name)
  if (found === undefined) return
  const { field, ...problem } = found
  report({ ...problem, at: [...hook.source.at, field] })
}

/** Decodes a handler in the list of an event itself. */
const readFlat = (
  written: unknown,
  { event, name }: Written,
  index: number,
  file: File,
  rules: Rules,
  entries: () => number,
  report: Report,
  take: Take
): void => {
  const at = ["hooks", name, index]
  const matcher = isJson(written) ? (written["matcher"] ?? undefined) : undefined
  if (matcher !== undefined && typeof matcher !== "string") {
    report({
      code: "matcher-not-text",
      at: [...at, "matcher"],
      text: `A matcher must be a string, and is ${kindOf(matcher)}, so that the target of the hook is unknown.`,
      fix: `Write "matcher": "${namesIn(matcher)}".`,
      lost: { entries: 1, events: [event] }
    })
    return
  }
  const origin = HookId.originOf(file, event)
  const group = { index, parallel: false }
  const hook = readWritten(written, name, { file, event, origin, matcher, group, at, timeouts: rules }, rules, report)
  if (hook === undefined) return
  if (isJson(written)) reportWithin(written, { event, name }, at, report)
  if (matcher !== undefined && hook.matcher === matcher) {
    const problem = matcherProblem(matcher, rules, event, 1)
    if (problem !== undefined) report({ ...problem, at: [...at, "matcher"] })
  }
  hookWarnings(hook, rules, entries, report)
  aboutHost(hook, name, rules, report)
  take(withMeantFields(hook, rules, report))
}

/** Reports a group in a file whose agent knows none. */
const aboutNoGroups = (value: unknown, { event, name }: Written, at: Path, { title }: Rules, report: Report): void =>
  report({
    code: "group-not-object",
    at,
    text: `This is a group, as in files of Claude Code, and ${title} knows none, so that ${name} never runs its hooks.`,
    fix: `Write each of its hooks into the list of ${name} itself.`,
    lost: { entries: Math.max(1, countEntries(value)), events: [event] }
  })

const isGroup = (value: unknown): value is Json & { readonly hooks: ReadonlyArray<unknown> } =>
  isJson(value) && Array.isArray(value["hooks"])

/** Checks for a handler in the list of an event itself, where such are read. */
const isFlat = ({ flat }: Rules, value: unknown): boolean => flat !== undefined && !(isJson(value) && "hooks" in value)

/** Checks whether a hook is in a list of names and commands. */
const isNamed = (names: ReadonlySet<string>, { handler, name }: Hook): boolean =>
  (name !== undefined && names.has(name)) || (handler._tag === "Command" && names.has(handler.command))

/** Problems of single entries, for which some hosts refuse a whole file of settings. */
const ofEntries: ReadonlySet<string> = new Set([
  "handler-not-object",
  "group-without-hooks",
  "matcher-not-text",
  "type-unknown",
  "type-foreign",
  "field-missing",
  "field-type",
  "timeout-invalid"
])

/** Returns the report that adds, once, that the host refuses the whole file. */
const refusing = (rules: Rules, report: Report): Report => {
  if (rules.refusesSettings !== true || rules.isSettings !== true) return report
  let isRefused = false
  return (problem) => {
    report(problem)
    if (isRefused || !ofEntries.has(problem.code)) return
    isRefused = true
    report({
      code: "file-refused",
      at: problem.at,
      text: `${rules.title} refuses all hooks of this file of settings for one broken entry.`,
      fix: "Fix the entry, or move the hooks to a file of hooks."
    })
  }
}

/** Decodes the hooks of a file with groups, in order. */
export const readGroups = (root: unknown, file: File, rules: Rules, found: Report): ReadonlyArray<Hook> => {
  const report = refusing(rules, found)
  const hooks = hooksOf(root, file, rules, report)
  if (hooks === undefined) return []
  const read: Array<Hook> = []
  const off = isJson(root) ? rules.disabled?.(root) : undefined
  const isFileOff =
    rules.fileOff !== undefined && rules.isSettings !== true && isJson(root) && root[rules.fileOff] === true
  const take: Take =
    off === undefined || off.size === 0
      ? (hook) => read.push(isFileOff ? { ...hook, enabled: false } : hook)
      : (hook) => read.push(isFileOff || isNamed(off, hook) ? { ...hook, enabled: false } : hook)
  const entries = (): number => countEntries(hooks)
  for (const written of eventsOf(root, hooks, file, rules, report)) {
    const { name, value: groups } = written
    if (!Array.isArray(groups)) {
      notList(written, report)
      continue
    }
    let index = -1
    for (const group of groups) {
      index++
      if (rules.flat === "only" && isGroup(group)) aboutNoGroups(group, written, ["hooks", name, index], rules, report)
      else if (isGroup(group)) readGroup(group, written, index, file, rules, entries, report, take)
      else if (isFlat(rules, group)) readFlat(group, written, index, file, rules, entries, report, take)
      else notGroup(group, written, ["hooks", name, index], report)
    }
  }
  return read
}
