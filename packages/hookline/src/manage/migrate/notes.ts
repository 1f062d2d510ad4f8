/** Notes about all hooks that migrate from one dialect to another. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { Hook } from "@hookline/schema/Hook"
import * as Target from "@hookline/schema/kit/Target"
import type { From } from "./hook.ts"

const order = (from: From, to: Dialect): ReadonlyArray<string> => {
  const groups = Hosts.named(to.name)?.migration?.groups
  if (from.defaults.parallel && groups === "inTurn") {
    return [
      `Hooks of an event that ran together run in turn: each sees what those before it changed, and a denial keeps those after it from running.`
    ]
  }
  if (from.defaults.parallel && groups === "either") {
    return [
      "Hooks of a group still run together (`parallel`); groups run in turn, and a denial keeps those after it from running."
    ]
  }
  if (!from.defaults.parallel && groups === "together") {
    return ["Hooks that ran in turn run together: none sees what another changed, and none keeps another from running."]
  }
  return []
}

const words = (from: From, to: Dialect, hooks: ReadonlyArray<Hook>): ReadonlyArray<string> => {
  const [here, there] = [from.tools.hooksUse === "host", to.tools.hooksUse === "host"]
  if (here === there || !hooks.some(({ event }) => Target.isTool(event))) return []
  const { mcpSeparator = "__", tools } = here ? from.tools : to.tools
  const rows = tools.map(({ keys = {}, canonical, host }) => {
    const pairs = Object.entries(keys).map(([their, our]) => (here ? `${their} → ${our}` : `${our} → ${their}`))
    const names = here ? `${host} → ${canonical}` : `${canonical} → ${host}`
    return pairs.length === 0 ? names : `${names} (${pairs.join(", ")})`
  })
  return [
    `Scripts receive the names of tools in ${to.title}'s words: ${rows.join("; ")}. Servers' tools are ${there ? ["mcp", "server", "tool"].join(mcpSeparator) : "mcp__server__tool"}.`
  ]
}

const answers = (from: From, to: Dialect): ReadonlyArray<string> => {
  const note = Hosts.named(to.name)?.migration?.answerNotes?.to ?? Hosts.named(from.name)?.migration?.answerNotes?.from
  return note === undefined ? [] : [note]
}

/** The notes for these two sides. */
export const notes = (from: From, to: Dialect, hooks: ReadonlyArray<Hook>): ReadonlyArray<string> => [
  ...order(from, to),
  ...words(from, to, hooks),
  ...answers(from, to),
  `Scripts get ${to.title}'s variables (${to.variables.join(", ")}): one that reads others in its own text must be changed.`
]
