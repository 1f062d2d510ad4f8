/** What the tools of agents are called, on either side of a migration. */
import type { Dialect } from "@hookline/core/Dialect"
import * as ToolTable from "@hookline/core/ToolTable"

/** What a side of a migration must tell of itself for its matchers to be understood. */
export type Speaker = Pick<Dialect, "tools" | "matcher">

/** Claude Code's tools, whose names hooks know. Other names are tools of servers and of people. */
const claudeTools = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "BashOutput",
  "Edit",
  "EnterPlanMode",
  "ExitPlanMode",
  "Glob",
  "Grep",
  "LS",
  "ListMcpResourcesTool",
  "MultiEdit",
  "NotebookEdit",
  "NotebookRead",
  "Read",
  "ReadMcpResourceTool",
  "SendUserMessage",
  "Skill",
  "SlashCommand",
  "Task",
  "TaskStop",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
  "Write"
] as const

/** All names that we know a tool by in our words. */
export const known = (...speakers: ReadonlyArray<Speaker>): ReadonlyArray<string> => [
  ...new Set([...claudeTools, ...speakers.flatMap(({ tools }) => tools.tools.map(({ ours }) => ours))])
]

const canonicalMcp = /^mcp__(.+?)__(.+)$/s

const saysTheirs = ({ tools }: Speaker): boolean => tools.hooksSay === "theirs"

const aliasesOf = ({ tools }: Speaker, name: string): ReadonlyArray<string> => [
  ...new Set((tools.aliases ?? []).flatMap((pair) => (pair.includes(name) ? pair : [])))
]

/** Our name of a tool that a side's matcher names. */
export const oursOf = (side: Speaker, name: string, ignoreCase: boolean): string => {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text)
  const tool = side.tools.tools.find(({ theirs }) => fold(theirs) === fold(name))
  if (tool !== undefined) return tool.ours
  const ours = ignoreCase ? known(side).find((word) => fold(word) === fold(name)) : undefined
  return ours ?? ToolTable.see(side.tools, name, {}).name
}

/** What a side's own matchers call a tool of ours. */
export const nameFor = (side: Speaker, ours: string): string => {
  if (!saysTheirs(side)) return ours
  const words = new Set([ours, ...aliasesOf(side, ours)])
  const tool = side.tools.tools.find((each) => words.has(each.ours))
  if (tool !== undefined) return tool.theirs
  const [, server, name] = side.tools.mcpSeparator === undefined ? [] : (canonicalMcp.exec(ours) ?? [])
  return server === undefined ? ours : ["mcp", server, name].join(side.tools.mcpSeparator)
}

/** All names by which hooks of a side may call a tool of a host: the host's, ours, the side's own, and aliases. */
export const callable = (host: Speaker, side: Speaker, name: string): ReadonlyArray<string> => {
  const names = new Set([name, ToolTable.see(host.tools, name, {}).name])
  const aliases = [...(host.tools.aliases ?? []), ...(side.tools.aliases ?? [])]
  for (const each of names) {
    for (const pair of aliases) if (pair.includes(each)) for (const word of pair) names.add(word)
    for (const { ours, theirs } of side.tools.tools) if (ours === each) names.add(theirs)
    const [, server, tool] = side.tools.mcpSeparator === undefined ? [] : (canonicalMcp.exec(each) ?? [])
    if (server !== undefined) names.add(["mcp", server, tool].join(side.tools.mcpSeparator))
  }
  return [...names]
}

/** Words of a matcher that may be names of tools which nobody has told us of. */
const wordsIn = (text: string): ReadonlyArray<string> => {
  const words = text.replaceAll(/\\([.\-_])/g, "$1").match(/[A-Za-z_][\w.-]*[\w]/g) ?? []
  return [...new Set(words)]
}

/** Names of tools that a host may have, to hold matchers against: its own, servers', and those that the texts name. */
export const samples = (
  host: Speaker,
  sides: ReadonlyArray<Speaker>,
  texts: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const own = host.tools.tools.map(({ theirs }) => theirs)
  const native = saysTheirs(host) ? own : [...own, ...claudeTools]
  const theirs = sides.flatMap(({ tools }) => tools.tools.map((tool) => tool.theirs))
  const familiar = new Set([...known(...sides), ...theirs].map((word) => word.toLowerCase()))
  const words = texts.flatMap(wordsIn)
  const servers = words.flatMap((word) => /^mcp(?:__|\.)([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)/.exec(word)?.[1] ?? [])
  const dotted = words.flatMap((word) => /^mcp\.[\w-]+\.[\w.-]+$/.exec(word) ?? [])
  const ofServers = [
    ...["server", ...servers].flatMap((server) => [`mcp__${server}__tool`, `mcp__${server}__read`]),
    ...dotted.map((word) => ToolTable.see({ tools: [], mcpSeparator: "." }, word, {}).name)
  ]
  const named = words.filter((word) => !familiar.has(word.toLowerCase()))
  const all = [...ofServers, ...named.filter((word) => !word.startsWith("mcp.") || saysTheirs(host)), "SomethingElse"]
  const inTheirWords = all.map((name) => nameFor(host, name))
  return [...new Set([...native, ...inTheirWords.filter((name) => !familiar.has(name.toLowerCase()))])]
}
