// GitHub Copilot's tools, which amplihack's hooks are told of, under the names and keys that hooks know. Its hooks are
// Claude Code's, and so are the other names that tools have.
import type { ToolTable } from "@hookline/core/ToolTable"

export const amplihackTools: ToolTable = {
  tools: [
    { theirs: "bash", ours: "Bash" },
    { theirs: "view", ours: "Read", keys: { path: "file_path" } },
    { theirs: "create", ours: "Write", keys: { path: "file_path", file_text: "content" } },
    { theirs: "edit", ours: "Edit", keys: { path: "file_path", old_str: "old_string", new_str: "new_string" } },
    { theirs: "glob", ours: "Glob" },
    { theirs: "grep", ours: "Grep" },
    { theirs: "rg", ours: "Grep" },
    { theirs: "web_fetch", ours: "WebFetch" },
    { theirs: "web_search", ours: "WebSearch" },
    { theirs: "task", ours: "Task", keys: { agent_type: "subagent_type" } }
  ]
}
