/** The names of agents' tools, on either side of a migration. */
import type { Dialect } from "@hookline/core/Dialect"
import * as ToolTable from "@hookline/core/ToolTable"
import * as Dialects from "@hookline/dialects/Dialects"

/** The facts about a side of a migration that its matchers depend on. */
export type Speaker = Pick<Dialect, "tools" | "matcher">

/** All names that we know a tool by in our words. */
export const known = (...speakers: ReadonlyArray<Speaker>): ReadonlyArray<string> => [
  ...new Set([
    ...Dialects.canonicalTools,
    ...speakers.flatMap(({ tools }) => tools.tools.map(({ canonical }) => canonical))
  ])
]

const canonicalMcp = /^mcp__(.+?)__(.+)$/s

const usesHostNames = ({ tools }: Speaker): boolean => tools.hooksUse === "host"

const aliasesOf = ({ tools }: Speaker, name: string): ReadonlyArray<string> => [
  ...new Set((tools.aliases ?? []).flatMap((pair) => (pair.includes(name) ? pair : [])))
]

/** Our name of a tool that a side's matcher names. */
export const oursOf = (side: Speaker, name: string, ignoreCase: boolean): string => {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text)
  const tool = side.tools.tools.find(({ host }) => fold(host) === fold(name))
  if (tool !== undefined) return tool.canonical
  const canonical = ignoreCase ? known(side).find((word) => fold(word) === fold(name)) : undefined
  return canonical ?? ToolTable.toCanonical(side.tools, name, {}).name
}

/** Returns the names that a side's own matchers use for a canonical tool: some hosts have several for one. */
export const namesFor = (side: Speaker, canonical: string): readonly [string, ...ReadonlyArray<string>] => {
  if (!usesHostNames(side)) return [canonical]
  const words = new Set([canonical, ...aliasesOf(side, canonical)])
  const [first, ...others] = side.tools.tools.filter((each) => words.has(each.canonical)).map(({ host }) => host)
  if (first !== undefined) return [first, ...others]
  const [, server, name] = side.tools.mcpSeparator === undefined ? [] : (canonicalMcp.exec(canonical) ?? [])
  return [server === undefined ? canonical : ["mcp", server, name].join(side.tools.mcpSeparator)]
}

/** Returns the first of these names. */
export const nameFor = (side: Speaker, canonical: string): string => namesFor(side, canonical)[0]

/** Returns all names by which hooks of a side may match a tool of a host: the host's, the canonical one, the side's own, and aliases. */
export const callable = (host: Speaker, side: Speaker, name: string): ReadonlyArray<string> => {
  const names = new Set([name, ToolTable.toCanonical(host.tools, name, {}).name])
  const aliases = [...(host.tools.aliases ?? []), ...(side.tools.aliases ?? [])]
  for (const each of names) {
    for (const pair of aliases) if (pair.includes(each)) for (const word of pair) names.add(word)
    for (const { canonical, host } of side.tools.tools) if (canonical === each) names.add(host)
    const [, server, tool] = side.tools.mcpSeparator === undefined ? [] : (canonicalMcp.exec(each) ?? [])
    if (server !== undefined) names.add(["mcp", server, tool].join(side.tools.mcpSeparator))
  }
  return [...names]
}

/** Returns words of a matcher that may be names of unknown tools. */
const wordsIn = (text: string): ReadonlyArray<string> => {
  const words = text.replaceAll(/\\([.\-_])/g, "$1").match(/[A-Za-z_][\w.-]*[\w]/g) ?? []
  return [...new Set(words)]
}

/**
 * Returns the parts of names in matchers as parts of a server's tools, which hosts write in small letters. A pattern for a part
 * of a name matches them only where it ignores case.
 */
const partsOfServers = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.match(/[A-Za-z][\w-]*/g) ?? []).map((part) => `mcp__server__${part.toLowerCase()}`)

/** Returns names of tools that a host may have, to try matchers on: its own, servers', and those that the texts name. */
export const samples = (
  host: Speaker,
  sides: ReadonlyArray<Speaker>,
  texts: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const own = host.tools.tools.map(({ host }) => host)
  const native = usesHostNames(host) ? own : [...own, ...Dialects.canonicalTools]
  const hostName = sides.flatMap(({ tools }) => tools.tools.map((tool) => tool.host))
  const familiar = new Set([...known(...sides), ...hostName].map((word) => word.toLowerCase()))
  const words = texts.flatMap(wordsIn)
  const servers = words.flatMap((word) => /^mcp(?:__|\.)([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)/.exec(word)?.[1] ?? [])
  const dotted = words.flatMap((word) => /^mcp\.[\w-]+\.[\w.-]+$/.exec(word) ?? [])
  const ofServers = [
    ...["server", ...servers].flatMap((server) => [`mcp__${server}__tool`, `mcp__${server}__read`]),
    ...partsOfServers(texts),
    ...dotted.map((word) => ToolTable.toCanonical({ tools: [], mcpSeparator: "." }, word, {}).name)
  ]
  const named = words.filter((word) => !familiar.has(word.toLowerCase()))
  const all = [
    ...ofServers,
    ...named.filter((word) => !word.startsWith("mcp.") || usesHostNames(host)),
    "SomethingElse"
  ]
  const inTheirWords = all.map((name) => nameFor(host, name))
  return [...new Set([...native, ...inTheirWords.filter((name) => !familiar.has(name.toLowerCase()))])]
}
