/** The options of a toolkit that is guarded again: those that it has, with what others add. */
import type { Options, ToolName } from "./Options.ts"

const nameOf = (name: string | ToolName): ToolName => (typeof name === "string" ? { name } : name)

const keysOf = ({ keys = {} }: ToolName): string =>
  JSON.stringify(Object.entries(keys).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Checks whether hooks know a tool as the same one by both names. */
const areSame = (one: string | ToolName, other: string | ToolName): boolean => {
  const [a, b] = [nameOf(one), nameOf(other)]
  return a.name === b.name && keysOf(a) === keysOf(b)
}

/** Creates the error of a tool or of the others that would be known by two names, of which one has no guard. */
const conflict = (what: string, known: string, other: string): Error =>
  new Error(`${what}: hooks know it as ${known} already, and not as ${other}; give it one of them`)

/**
 * Adds options to those of a guarded toolkit. Returns `before` where they add nothing, and throws where they contradict it:
 * hooks of the one name or of the other would not run.
 */
export const mergedOptions = (before: Options, { names = {}, server }: Options): Options => {
  const known = before.names ?? {}
  const added: Record<string, string | ToolName> = {}
  for (const [tool, name] of Object.entries<string | ToolName>(names)) {
    const own = Object.hasOwn(known, tool) ? known[tool] : undefined
    if (own === undefined) added[tool] = name
    else if (!areSame(own, name)) throw conflict(`names: ${tool}`, shown(own), shown(name))
  }
  if (server !== undefined && before.server !== undefined && server !== before.server)
    throw conflict("server", before.server, server)
  const isNew = Object.keys(added).length > 0 || (server !== undefined && before.server === undefined)
  return isNew ? { ...before, names: { ...known, ...added }, ...(server !== undefined && { server }) } : before
}

/** Returns a name of a tool as an error shows it. */
const shown = (name: string | ToolName): string => (typeof name === "string" ? name : JSON.stringify(name))
