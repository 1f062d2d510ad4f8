// GitHub Copilot's tools, which amplihack's hooks run for, under the names and keys that hooks know. Its hooks are
// Claude Code's, and so are the other names that tools have.
import type { ToolTable } from "@hookline/core/ToolTable"

export const amplihackTools: ToolTable = {
  tools: [
    { host: "bash", canonical: "Bash" },
    { host: "view", canonical: "Read", keys: { path: "file_path" } },
    { host: "create", canonical: "Write", keys: { path: "file_path", file_text: "content" } },
    { host: "edit", canonical: "Edit", keys: { path: "file_path", old_str: "old_string", new_str: "new_string" } },
    { host: "glob", canonical: "Glob" },
    { host: "grep", canonical: "Grep" },
    { host: "rg", canonical: "Grep" },
    { host: "web_fetch", canonical: "WebFetch" },
    { host: "web_search", canonical: "WebSearch" },
    { host: "task", canonical: "Task", keys: { agent_type: "subagent_type" } }
  ]
}
