// AMCP's tools under the names and keys that hooks know. Its MCP tools are `mcp.server.tool`.
import type { ToolTable } from "@hookline/core/ToolTable"

const file = { path: "file_path" }

export const amcpTools: ToolTable = {
  tools: [
    { theirs: "bash", ours: "Bash" },
    { theirs: "read_file", ours: "Read", keys: file },
    { theirs: "write_file", ours: "Write", keys: file },
    { theirs: "edit_file", ours: "Edit", keys: file },
    { theirs: "grep", ours: "Grep" },
    { theirs: "todo", ours: "TodoWrite" },
    { theirs: "task", ours: "Task", keys: { agent_type: "subagent_type", description: "prompt" } }
  ],
  mcpSeparator: ".",
  aliases: [["Task", "Agent"]],
  hooksSay: "theirs"
}
