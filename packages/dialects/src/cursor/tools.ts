// Cursor's tools under the names and keys that hooks know.
import type { ToolTable } from "@hookline/core/ToolTable"

export const cursorTools: ToolTable = {
  tools: [
    { host: "Shell", canonical: "Bash" },
    { host: "Read", canonical: "Read", keys: { path: "file_path" } },
    { host: "Write", canonical: "Write", keys: { path: "file_path", contents: "content" } },
    { host: "Grep", canonical: "Grep" },
    { host: "Task", canonical: "Task" }
  ]
}
