// Qwen Code's tools under the names and keys that hooks know, as its own declarations have them. Its MCP tools have the
// names that hooks know.
import type { ToolTable } from "@hookline/core/ToolTable"

export const qwenTools: ToolTable = {
  tools: [
    { host: "run_shell_command", canonical: "Bash", keys: { is_background: "run_in_background" } },
    { host: "read_file", canonical: "Read" },
    { host: "write_file", canonical: "Write" },
    { host: "edit", canonical: "Edit" },
    { host: "notebook_edit", canonical: "NotebookEdit" },
    { host: "glob", canonical: "Glob" },
    { host: "grep_search", canonical: "Grep", keys: { limit: "head_limit" } },
    { host: "list_directory", canonical: "LS" },
    { host: "web_fetch", canonical: "WebFetch" },
    { host: "web_search", canonical: "WebSearch" },
    { host: "todo_write", canonical: "TodoWrite" },
    { host: "agent", canonical: "Task" },
    { host: "skill", canonical: "Skill" },
    { host: "ask_user_question", canonical: "AskUserQuestion" },
    { host: "enter_plan_mode", canonical: "EnterPlanMode" },
    { host: "exit_plan_mode", canonical: "ExitPlanMode" }
  ],
  hooksUse: "host"
}
