/** Claude Code's tools. Their names are the canonical ones, so that the table holds other names of the same tools only. */
import type { ToolTable } from "@hookline/core/ToolTable"

export const claudeTools: ToolTable = {
  tools: [],
  aliases: [
    ["Task", "Agent"],
    ["KillShell", "TaskStop"],
    ["KillBash", "TaskStop"],
    ["ListPeers", "ListAgents"],
    ["Brief", "SendUserMessage"],
    ["ListMcpResources", "ListMcpResourcesTool"],
    ["ReadMcpResource", "ReadMcpResourceTool"],
    ["ReadMcpResourceDir", "ReadMcpResourceDirTool"],
    ["ProposeGoal", "SetGoal"]
  ]
}

/** The names of tools that hooks know. Any other name is a tool of a server or of a user. */
export const claudeToolNames = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "BashOutput",
  "Edit",
  "EnterPlanMode",
  "ExitPlanMode",
  "Glob",
  "Grep",
  "LS",
  "ListMcpResourcesTool",
  "MultiEdit",
  "NotebookEdit",
  "NotebookRead",
  "Read",
  "ReadMcpResourceTool",
  "SendUserMessage",
  "Skill",
  "SlashCommand",
  "Task",
  "TaskStop",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
  "Write"
] as const
