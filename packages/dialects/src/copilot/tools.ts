// Copilot's tools under the names and keys that hooks know. An event with a name as Claude Code writes it has the names of
// Claude Code's tools, and yet Copilot's own keys, so that the table has both names of each tool.
import type { ToolNames, ToolTable } from "@hookline/core/ToolTable"

type Keys = NonNullable<ToolNames["keys"]>

/** Returns a tool under its own names, and under the one that hooks know. */
const tool = (canonical: string, hosts: ReadonlyArray<string>, keys: Keys = {}): ReadonlyArray<ToolNames> =>
  [...hosts, canonical].map((host) => ({ host, canonical, keys }))

const file = { path: "file_path" }

export const copilotTools: ToolTable = {
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
