// Copilot's tools under the names and keys that hooks know. An event with a name as Claude Code writes it has the names of
// Claude Code's tools, and yet Copilot's own keys, so that the table has both names of each tool.
import type { ToolNames, ToolTable } from "@hookline/core/ToolTable"
import { lookup } from "../format/lookup.ts"

type Keys = NonNullable<ToolNames["keys"]>

/** Returns a tool under its own names, and under the one that hooks know. */
const tool = (canonical: string, hosts: ReadonlyArray<string>, keys: Keys = {}): ReadonlyArray<ToolNames> =>
  [...hosts, canonical].map((host) => ({ host, canonical, keys }))

const file = { path: "file_path" }

/** Claude Code's names of Copilot's tools, by its own: an event with a name in PascalCase has these. */
const claudesByRuntime: Readonly<Record<string, string>> = {
  bash: "Bash",
  powershell: "Bash",
  view: "Read",
  create: "Write",
  edit: "Edit",
  glob: "Glob",
  grep: "Grep",
  rg: "Grep",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  ask_user: "AskUserQuestion",
  update_todo: "TodoWrite",
  task: "Agent"
}

export const runtimeNames: ReadonlyArray<string> = Object.keys(claudesByRuntime)

export const claudeNames: ReadonlyArray<string> = [...new Set(Object.values(claudesByRuntime)), "Task"]

/** Returns Claude Code's name of a tool, by which Copilot calls it in events in PascalCase. */
export const claudeName = (name: string): string => lookup(claudesByRuntime, name) ?? name

/** Returns Copilot's own name of a tool. */
export const runtimeName = (name: string): string =>
  copilotTools.tools.find(({ canonical, host }) => canonical === name && host !== canonical)?.host ?? name

export const copilotTools: ToolTable = {
  hooksUse: "host",
  tools: [
    ...tool("Bash", ["bash"]),
    ...tool("Read", ["view"], file),
    ...tool("Write", ["create"], { ...file, file_text: "content" }),
    ...tool("Edit", ["edit"], { ...file, old_str: "old_string", new_str: "new_string" }),
    ...tool("Glob", ["glob"]),
    ...tool("Grep", ["grep", "rg"]),
    ...tool("WebFetch", ["web_fetch"]),
    ...tool("WebSearch", ["web_search"]),
    ...tool("Skill", ["skill"]),
    ...tool("Task", ["task", "Agent"], { agent_type: "subagent_type" })
  ]
}
