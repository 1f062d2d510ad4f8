/** What holds for all hooks that go from one dialect to another. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Hook } from "@hookline/schema/Hook"
import * as Target from "@hookline/schema/Target"
import type { From } from "./hook.ts"
import { targets } from "./target.ts"

const order = (from: From, to: Dialect): ReadonlyArray<string> => {
  const groups = targets[to.name]?.groups
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
  const [here, there] = [from.tools.hooksSay === "theirs", to.tools.hooksSay === "theirs"]
  if (here === there || !hooks.some(({ event }) => Target.isTool(event))) return []
  const { tools } = here ? from.tools : to.tools
  const rows = tools.map(({ keys = {}, ours, theirs }) => {
    const pairs = Object.entries(keys).map(([their, our]) => (here ? `${their} → ${our}` : `${our} → ${their}`))
    const names = here ? `${theirs} → ${ours}` : `${ours} → ${theirs}`
    return pairs.length === 0 ? names : `${names} (${pairs.join(", ")})`
  })
  return [
    `Scripts are told of tools in ${to.title}'s words: ${rows.join("; ")}. Servers' tools are ${there ? "mcp.server.tool" : "mcp__server__tool"}.`
  ]
}

const answers = (from: From, to: Dialect): ReadonlyArray<string> => {
  if (to.name === "amcp") {
    return [
      `What a hook answers is read as AMCP does: \`updatedInput\` is put into the input, not in its place, and AMCP itself takes "ask" for a denial.`
    ]
  }
  return from.name === "amcp"
    ? [`\`updatedInput\` takes the place of the whole input; AMCP put it into what was there.`]
    : []
}

/** The notes for these two sides. */
export const notes = (from: From, to: Dialect, hooks: ReadonlyArray<Hook>): ReadonlyArray<string> => [
  ...order(from, to),
  ...words(from, to, hooks),
  ...answers(from, to),
  `Scripts get ${to.title}'s variables (${to.variables.join(", ")}): one that reads others in its own text must be changed.`
]
