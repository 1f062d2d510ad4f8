// Every name by which a hook may refer to a host's tool. Names are computed when a tool is first looked up: most sessions use
// few tools, and each catalog has tables of its own for every dialect.
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Dialect } from "../../Dialect.ts"
import { toCanonical, type ToolTable } from "../ToolTable.ts"

export type NamesOf = (name: string) => ReadonlyArray<string>

const wordsOf = ({ aliases, tools }: ToolTable): ReadonlyArray<string> => [
  ...tools.flatMap(({ canonical, host }) => [canonical, host]),
  ...(aliases ?? []).flat()
]

const canonicalMcp = /^mcp__(.+?)__(.+)$/s

/** Returns a dialect's own name for the tool of an MCP server, if it has one. */
const mcpName = (name: string, separator: string | undefined): string | undefined => {
  const [, server, tool] = separator === undefined ? [] : (canonicalMcp.exec(name) ?? [])
  return server === undefined ? undefined : ["mcp", server, tool].join(separator)
}

const namesFor = (host: ToolTable, hook: ToolTable, name: string): ReadonlyArray<string> => {
  const names = new Set([name, toCanonical(host, name, {}).name])
  const aliases = [...(host.aliases ?? []), ...(hook.aliases ?? [])]
  // Elements added during iteration are visited too, because an alias may have aliases.
  for (const each of names) {
    for (const [one, other] of aliases) {
      if (each === one) names.add(other)
      else if (each === other) names.add(one)
    }
    for (const { canonical, host } of hook.tools) if (canonical === each) names.add(host)
    const hostName = mcpName(each, hook.mcpSeparator)
    if (hostName !== undefined) names.add(hostName)
  }
  return [...names]
}

/**
 * Creates the function that returns the names by which hooks of a dialect may refer to a tool of the host: host name,
 * canonical name, the dialect's name, and aliases.
 */
export const namesOf = (host: ToolTable, hook: ToolTable): NamesOf => {
  // Names outside the tables are not kept, because they come from outside and have no bound.
  const words = new Set([...wordsOf(host), ...wordsOf(hook)])
  const known = new Map<string, ReadonlyArray<string>>()
  const hasMcpWords = host.mcpSeparator !== undefined || hook.mcpSeparator !== undefined
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (!words.has(name)) return hasMcpWords && name.startsWith("mcp") ? namesFor(host, hook, name) : [name]
    const names = namesFor(host, hook, name)
    known.set(name, names)
    return names
  }
}

/** Returns the name of an event's tool, and the host's further names of it. Without a tool there is none. */
export const hostNames = (host: Pick<Dialect, "alsoNamed">, event: HookEvent): ReadonlyArray<string> =>
  "toolName" in event && typeof event.toolName === "string" ? [event.toolName, ...(host.alsoNamed?.(event) ?? [])] : []
