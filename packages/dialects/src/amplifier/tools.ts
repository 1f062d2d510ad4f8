// Amplifier's tools under the names and keys that hooks know.
import type { ToolTable } from "@hookline/core/ToolTable"

const file = { path: "file_path" }

export const amplifierTools: ToolTable = {
  tools: [
    { host: "bash", canonical: "Bash" },
    { host: "read_file", canonical: "Read", keys: file },
    { host: "write_file", canonical: "Write", keys: file },
    { host: "edit_file", canonical: "Edit", keys: file },
    { host: "glob", canonical: "Glob" },
    { host: "grep", canonical: "Grep" },
    { host: "web_fetch", canonical: "WebFetch" },
    { host: "web_search", canonical: "WebSearch" },
    { host: "todo", canonical: "TodoWrite" },
    { host: "task", canonical: "Task", keys: { agent: "subagent_type", instruction: "prompt" } },
    { host: "delegate", canonical: "Task", keys: { agent: "subagent_type", instruction: "prompt" } }
  ],
  aliases: [["Task", "Agent"]]
}
