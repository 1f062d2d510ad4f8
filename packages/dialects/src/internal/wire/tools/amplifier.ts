// Amplifier's tools under the names and keys that hooks know.
import type { ToolTable } from "@hookline/core/ToolTable"

const file = { path: "file_path" }

export const amplifierTools: ToolTable = {
  tools: [
    { theirs: "bash", ours: "Bash" },
    { theirs: "read_file", ours: "Read", keys: file },
    { theirs: "write_file", ours: "Write", keys: file },
    { theirs: "edit_file", ours: "Edit", keys: file },
    { theirs: "glob", ours: "Glob" },
    { theirs: "grep", ours: "Grep" },
    { theirs: "web_fetch", ours: "WebFetch" },
    { theirs: "web_search", ours: "WebSearch" },
    { theirs: "todo", ours: "TodoWrite" },
    { theirs: "task", ours: "Task", keys: { agent: "subagent_type", instruction: "prompt" } },
    { theirs: "delegate", ours: "Task", keys: { agent: "subagent_type", instruction: "prompt" } }
  ],
  aliases: [["Task", "Agent"]]
}
