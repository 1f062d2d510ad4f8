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

/** Returns the event that hooks under a name are meant for, if the name is another one's. */
export const meantBy = (name: string, { hostEvents = {} }: Pick<Rules, "hostEvents">): string | undefined => {
  const translated = lookup(hostEvents, name)
  if (translated !== undefined || Object.hasOwn(hostEvents, name)) return translated
  const meaning = EventNames.classify(name)
  return meaning._tag === "Misspelt" ? meaning.meant : undefined
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
  const similar = meant ?? (/^session_?stop$/i.test(name) ? "SessionEnd" : nearest(name, HookEvent.names))
  const entries = countEntries(value)
  report({
    code: "event-unknown",
    at: ["hooks", name],
    text:
      translated === undefined
        ? `${quote(name)} is no known event${meant === undefined ? "" : `, and its hooks never run: ${meant} is meant`}.`
        : `Hooks receive ${quote(name)} as ${translated}.`,
    fix: similar === undefined ? "See the list of events in the guide." : `Write "${similar}".`,
    ...(meant !== undefined && entries > 0 && { lost: { entries, events: [meant], inCatalog: true } })
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
): ReadonlyArray<readonly [string, unknown]> => {
  const agent = foreignAgent(file, root, hooks)
  const entries = Object.entries(hooks)
  const foreign = agent === undefined ? [] : entries.filter(([name]) => !HookEvent.isName(name) && isForeignEvent(name))
  if (agent !== undefined && foreign.length > 0) report(foreignEvents(agent, foreign, ["hooks"]))
  const ours = foreign.length === 0 ? entries : entries.filter((entry) => !foreign.includes(entry))
  for (const [name, value] of ours) if (!HookEvent.isName(name)) aboutName(name, value, rules, report)
  return ours
}
