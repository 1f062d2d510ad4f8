// AMCP's tools under the names and keys that hooks know. Its MCP tools are `mcp.server.tool`.
import type { ToolTable } from "@hookline/core/ToolTable"

const file = { path: "file_path" }

export const amcpTools: ToolTable = {
  tools: [
    { host: "bash", canonical: "Bash" },
    { host: "read_file", canonical: "Read", keys: file },
    { host: "write_file", canonical: "Write", keys: file },
    { host: "edit_file", canonical: "Edit", keys: file },
    { host: "grep", canonical: "Grep" },
    { host: "todo", canonical: "TodoWrite" },
    { host: "task", canonical: "Task", keys: { agent_type: "subagent_type", description: "prompt" } }
  ],
  mcpSeparator: ".",
  aliases: [["Task", "Agent"]],
  hooksUse: "host"
}
