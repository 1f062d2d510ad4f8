// Cursor's tools under the names and keys that hooks know.
import type { Dialect } from "@hookline/core/Dialect"
import type { ToolTable } from "@hookline/core/ToolTable"

/** Tools whose work Cursor does by its `Write`. */
const writes: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "NotebookEdit"])

/** Returns what matchers of Cursor's hooks may name beside a tool: `Write` for each change of a file, and a server's tool. */
export const cursorAlsoMatches: NonNullable<Dialect["alsoMatches"]> = (event) => {
  if (!("toolName" in event)) return []
  const [, tool] = /^mcp__.+?__(.+)$/s.exec(event.toolName) ?? []
  return [...(tool === undefined ? [] : [`MCP:${tool}`]), ...(writes.has(event.toolName) ? ["Write"] : [])]
}

export const cursorTools: ToolTable = {
  hooksUse: "host",
  tools: [
    { host: "Shell", canonical: "Bash" },
    { host: "Read", canonical: "Read", keys: { path: "file_path" } },
    { host: "Write", canonical: "Write", keys: { path: "file_path", contents: "content" } },
    { host: "Grep", canonical: "Grep" },
    { host: "Task", canonical: "Task" }
  ]
}
