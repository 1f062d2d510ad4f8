/** The names under `hooks`: known events, events of the host only, events of another agent, or typing errors. */
import * as HookEvent from "@hookline/schema/HookEvent"
import type { File } from "@hookline/schema/Source"
import { foreignAgent, isForeignEvent, ourEvent } from "./foreign.ts"
import type { Json } from "@hookline/schema/Json"
import { countEntries, quote } from "./written.ts"
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import type { Problem, Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { lookup } from "../lookup.ts"
import { isEventName, nameIn, reportStray } from "./strayEvents.ts"

/** Returns the events that hooks under a name are meant for, if the name is another one's. */
export const meantBy = (name: string, { hostEvents = {} }: Pick<Rules, "hostEvents">): ReadonlyArray<string> => {
  const translated = lookup(hostEvents, name)
  if (translated !== undefined) return [translated]
  return Object.hasOwn(hostEvents, name) ? [] : EventNames.meantBy(name)
}

/**
 * Reports an unknown name. Its hooks are kept, and run for an event of that name. They are a loss if another event was
 * meant, because no host has an event of that name.
 */
const aboutName = (name: string, value: unknown, rules: Rules, report: Report): void => {
  const { hostEvents = {} } = rules
  const translated = lookup(hostEvents, name)
  if (translated === undefined && Object.hasOwn(hostEvents, name)) return
  const meant = meantBy(name, rules)
  const [similar = /^session_?stop$/i.test(name) ? "SessionEnd" : nearest(name, HookEvent.names), ...also] = meant
  const entries = countEntries(value)
  report({
    code: "event-unknown",
    at: ["hooks", name],
    text:
      translated === undefined
        ? `${quote(name)} is no known event${meant.length === 0 ? "" : `, and its hooks never run: ${meant.join(" and ")} ${also.length === 0 ? "is" : "are"} meant`}.`
        : `Hooks receive ${quote(name)} as ${translated}.`,
    fix:
      similar === undefined
        ? "See the list of events in the guide."
        : also.length === 0
          ? `Write "${similar}".`
          : `Write ${meant.map(quote).join(" and ")}, each with these groups.`,
    ...(meant.length > 0 && entries > 0 && { lost: { entries, events: meant, inCatalog: true } })
  })
}

/** Reports events of another agent: their names here, and that their hooks don't run. */
export const foreignEvents = (
  agent: string,
  events: ReadonlyArray<readonly [string, unknown]>,
  above: ReadonlyArray<string>
): Problem => {
  const names = events.map(([name]) => name)
  const pairs = names.map((name) => [name, ourEvent(name)] as const)
  const words = pairs.flatMap(([name, ours]) => (ours === undefined ? [] : [`${ours} for ${name}`]))
  return {
    code: "foreign-dialect",
    at: [...above, names[0] ?? ""],
    text: `This is a file of ${agent}: hooks under ${names.join(", ")} do not run.`,
    fix:
      words.length === 0
        ? "Nothing here comes near to them."
        : `Write ${words.join(", ")}, each with its groups of hooks.`,
    // A guard of a foreign event is missed on the canonical event.
    lost: {
      entries: events.reduce((sum, [, value]) => sum + countEntries(value), 0),
      events: [...new Set(pairs.map(([name, ours]) => ours ?? name))]
    }
  }
}

/** An event of a file: its name there, the event that hooks know, and its value. */
export interface Written {
  readonly name: string
  readonly event: string
  readonly value: unknown
}

/** Reports a name that the file's agent does not have: it never runs hooks under it, and their words are unknown. */
const aboutOtherName = (name: string, value: unknown, rules: Rules, report: Report): void => {
  const names = Object.keys(rules.eventNames ?? {})
  const other = HookEvent.isName(name) ? name : ourEvent(name)
  const meant = other === undefined ? nearest(name, names) : nameIn(rules, other)
  const event = meant === undefined ? undefined : (lookup(rules.eventNames ?? {}, meant) ?? meant)
  const entries = countEntries(value)
  report({
    code: "event-unknown",
    at: ["hooks", name],
    text: `${rules.title} has no event ${quote(name)}, so that hooks under it never run.`,
    fix: meant === undefined || !names.includes(meant) ? `Write one of: ${names.join(", ")}.` : `Write "${meant}".`,
    ...(entries > 0 && { lost: { entries, events: [event ?? name] } })
  })
}

/** Reports events within an object under a name that is none, such as a second `hooks`. Returns true if there are some. */
const isNested = (name: string, value: unknown, rules: Rules, report: Report): boolean =>
  !isEventName(name, rules) && reportStray(name, value, ["hooks"], rules, report)

/** Reports the key that disables all hooks, in the place of an event. Returns true if it is one. */
const isSwitch = (name: string, value: unknown, { fileOff, off }: Rules, report: Report): boolean => {
  const [key, ...more] = off?.at ?? []
  if (typeof value === "object" || ((name !== key || more.length > 0) && name !== fileOff)) return false
  report({
    code: "field-misplaced",
    at: ["hooks", name],
    text: `${quote(name)} belongs to the top of the file; here it is not read, and disables no hooks.`,
    fix: 'Put it beside "hooks".'
  })
  return true
}

/** Returns the events of a file that has names of its own. */
const renamed = (hooks: Json, rules: Rules, report: Report): ReadonlyArray<Written> =>
  Object.entries(hooks).flatMap(([name, value]): ReadonlyArray<Written> => {
    const event = lookup(rules.eventNames ?? {}, name)
    if (event !== undefined) return [{ name, event, value }]
    if (isSwitch(name, value, rules, report) || isNested(name, value, rules, report)) return []
    const fix = lookup(rules.formerKeys ?? {}, name)
    if (fix === undefined) aboutOtherName(name, value, rules, report)
    else {
      const text = `${quote(name)} means nothing under "hooks": hooks run as if it were not there.`
      report({ code: "event-unknown", at: ["hooks", name], text, fix })
    }
    return []
  })

/**
 * Returns the events of a file whose hooks may run. Entries under another agent's names are reported as a loss, in one
 * diagnostic that names the agent.
 */
export const eventsOf = (
  root: unknown,
  hooks: Json,
  file: File,
  rules: Rules,
  report: Report
): ReadonlyArray<Written> => {
  if (rules.eventNames !== undefined) return renamed(hooks, rules, report)
  return knownEvents(hooks, rules) ?? sortedEvents(root, hooks, file, rules, report)
}

/** Returns the events of a file that has only events that hosts are known to have, as nearly all files do. */
const knownEvents = (hooks: Json, { notEvents }: Rules): ReadonlyArray<Written> | undefined => {
  const events: Array<Written> = []
  for (const name in hooks) {
    if (notEvents?.includes(name) === true) continue
    if (!HookEvent.isName(name)) return undefined
    events.push({ name, event: name, value: hooks[name] })
  }
  return events
}

/** Reports the events of other agents and the names that are unknown, and returns the other events. */
const sortedEvents = (root: unknown, hooks: Json, file: File, rules: Rules, report: Report): ReadonlyArray<Written> => {
  const agent = foreignAgent(file, root, hooks)
  const isForeign = (name: string): boolean =>
    agent !== undefined &&
    !HookEvent.isName(name) &&
    isForeignEvent(name) &&
    !Object.hasOwn(rules.hostEvents ?? {}, name)
  const foreign: Array<readonly [string, unknown]> = []
  const ours: Array<Written> = []
  for (const name of Object.keys(hooks)) {
    if (rules.notEvents?.includes(name) === true) continue
    if (isSwitch(name, hooks[name], rules, report)) continue
    if (isForeign(name)) foreign.push([name, hooks[name]])
    else if (isNested(name, hooks[name], rules, report)) continue
    else ours.push({ name, event: name, value: hooks[name] })
  }
  if (agent !== undefined && foreign.length > 0) report(foreignEvents(agent, foreign, ["hooks"]))
  for (const { name, value } of ours) if (!HookEvent.isName(name)) aboutName(name, value, rules, report)
  return ours
}
