// Gemini CLI's tools under the names and keys that hooks know, as its own declarations have them.
import type { ToolTable } from "@hookline/core/ToolTable"

export const geminiTools: ToolTable = {
  tools: [
    { host: "run_shell_command", canonical: "Bash", keys: { is_background: "run_in_background" } },
    { host: "read_file", canonical: "Read" },
    { host: "write_file", canonical: "Write" },
    { host: "replace", canonical: "Edit", keys: { allow_multiple: "replace_all" } },
    { host: "glob", canonical: "Glob", keys: { dir_path: "path" } },
    {
      host: "grep_search",
      canonical: "Grep",
      keys: { dir_path: "path", include_pattern: "glob", total_max_matches: "head_limit" }
    },
    { host: "list_directory", canonical: "LS", keys: { dir_path: "path" } },
    { host: "web_fetch", canonical: "WebFetch" },
    { host: "google_web_search", canonical: "WebSearch" },
    { host: "write_todos", canonical: "TodoWrite" },
    { host: "invoke_agent", canonical: "Task", keys: { agent_name: "subagent_type" } },
    { host: "activate_skill", canonical: "Skill", keys: { name: "skill" } },
    { host: "enter_plan_mode", canonical: "EnterPlanMode" }
  ],
  // A name of former versions, which matchers still have.
  aliases: [["grep_search", "search_file_content"]],
  mcpSeparator: "_",
  hooksUse: "host"
}
