// The names of all tools that are known, in all dialects.
import { amcpTools } from "./amcp/tools.ts"
import { amplifierTools } from "./amplifier/tools.ts"
import { amplihackTools } from "./amplihack/tools.ts"
import { geminiTools } from "./gemini/tools.ts"
import { claudeToolNames, claudeTools } from "./claude/tools.ts"

const tables = [claudeTools, amplifierTools, amcpTools, amplihackTools, geminiTools]

/** Canonical names of tools. */
export const canonicalTools: ReadonlyArray<string> = claudeToolNames

/**
 * Names of tools of agents that have no dialect here. Matchers of files that several agents share have them, so that they
 * are no misspelt names.
 */
export const otherTools: ReadonlyArray<string> = (
  "ApplyPatch Config CronCreate CronDelete CronList Delete EndConversation EnterWorktree ExitWorktree LSP Lsp Monitor " +
  "PowerShell REPL RemoteTrigger Search SendMessage Shell Sleep TaskCreate TaskGet TaskList TaskOutput TaskUpdate " +
  "TeamCreate TeamDelete ToolSearch Workflow activate_skill agent apply_patch ask_user enter_plan_mode exec exec_command " +
  "execute_bash exit_plan_mode fs_read fs_write google_web_search grep_search invoke_agent list list_directory load_skill " +
  "lsp multiedit notebook_edit patch powershell question read read_many_files replace replace_file_content run_command " +
  "run_shell_command save_memory search_file_content shell skill skills_list spawn_agent todo_read todo_write todoread " +
  "todowrite update_plan view_image web_fetch web_search webfetch websearch write write_stdin write_to_file write_todos"
).split(" ")

/** All names by which a matcher may refer to a tool that is known. */
export const allTools: ReadonlyArray<string> = [
  ...new Set([
    ...claudeToolNames,
    ...tables.flatMap(({ aliases = [], tools }) => [
      ...aliases.flat(),
      ...tools.flatMap(({ canonical, host }) => [canonical, host])
    ])
  ])
]
