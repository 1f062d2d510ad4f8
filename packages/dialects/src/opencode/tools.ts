// opencode's tools under the names and keys that hooks know, as its own declarations have them.
import type { ToolTable } from "@hookline/core/ToolTable"

const file = { filePath: "file_path" }

export const opencodeTools: ToolTable = {
  tools: [
    { host: "bash", canonical: "Bash" },
    { host: "read", canonical: "Read", keys: file },
    { host: "write", canonical: "Write", keys: file },
    {
      host: "edit",
      canonical: "Edit",
      keys: { ...file, oldString: "old_string", newString: "new_string", replaceAll: "replace_all" }
    },
    { host: "glob", canonical: "Glob" },
    { host: "grep", canonical: "Grep", keys: { include: "glob" } },
    { host: "list", canonical: "LS" },
    { host: "webfetch", canonical: "WebFetch" },
    { host: "websearch", canonical: "WebSearch" },
    { host: "todowrite", canonical: "TodoWrite" },
    { host: "task", canonical: "Task" },
    { host: "skill", canonical: "Skill", keys: { name: "skill" } }
  ]
}
