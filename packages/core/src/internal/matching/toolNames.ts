// Every name that a hook may call a host's tool by. It is looked up for each tool that is seen for the first time, so
// that the names in the tables are worked out beforehand.
import { see, type ToolTable } from "../../ToolTable.ts"

export type NamesOf = (name: string) => ReadonlyArray<string>

const wordsOf = ({ aliases, tools }: ToolTable): ReadonlyArray<string> => [
  ...tools.flatMap(({ ours, theirs }) => [ours, theirs]),
  ...(aliases ?? []).flat()
]

const canonicalMcp = /^mcp__(.+?)__(.+)$/s

/** How a dialect calls the tool of an MCP server, where it has a word of its own for it. */
const mcpName = (name: string, separator: string | undefined): string | undefined => {
  const [, server, tool] = separator === undefined ? [] : (canonicalMcp.exec(name) ?? [])
  return server === undefined ? undefined : ["mcp", server, tool].join(separator)
}

const namesFor = (host: ToolTable, hook: ToolTable, name: string): ReadonlyArray<string> => {
  const names = new Set([name, see(host, name, {}).name])
  const aliases = [...(host.aliases ?? []), ...(hook.aliases ?? [])]
  // What is added while the set is gone through is gone through as well: an alias may have another one.
  for (const each of names) {
    for (const [one, other] of aliases) {
      if (each === one) names.add(other)
      else if (each === other) names.add(one)
    }
    for (const { ours, theirs } of hook.tools) if (ours === each) names.add(theirs)
    const theirs = mcpName(each, hook.mcpSeparator)
    if (theirs !== undefined) names.add(theirs)
  }
  return [...names]
}

/** The names by which hooks of a dialect may call a tool of the host: the host's, ours, the dialect's, and aliases. */
export const namesOf = (host: ToolTable, hook: ToolTable): NamesOf => {
  const known = new Map(
    [...new Set([...wordsOf(host), ...wordsOf(hook)])].map((name) => [name, namesFor(host, hook, name)])
  )
  const hasMcpWords = host.mcpSeparator !== undefined || hook.mcpSeparator !== undefined
  return (name) => known.get(name) ?? (hasMcpWords && name.startsWith("mcp") ? namesFor(host, hook, name) : [name])
}
