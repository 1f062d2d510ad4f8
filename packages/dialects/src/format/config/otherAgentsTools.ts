/** Names of tools of all agents but Claude Code, whose names are the canonical ones. */
import { amcpTools } from "../../amcp/tools.ts"
import { amplifierTools } from "../../amplifier/tools.ts"
import { amplihackTools } from "../../amplihack/tools.ts"
import { codexTools } from "../../codex/tools.ts"
import { copilotTools } from "../../copilot/tools.ts"
import { cursorTools } from "../../cursor/tools.ts"
import { geminiTools } from "../../gemini/tools.ts"
import { opencodeTools } from "../../opencode/tools.ts"
import { qwenTools } from "../../qwen/tools.ts"

/** Names that the tables have not, because no payload has them, or their agent has no dialect here. */
const others: Readonly<Record<string, string>> = {
  Bash:
    "exec exec_command execute_bash execute_command local_shell powershell run_command run_in_terminal run_terminal_cmd " +
    "runTerminalCommand shell unified_exec",
  Read: "fs_read read_many_files",
  Write: "create_file fs_write write_to_file",
  Edit: "apply_diff editFiles multiedit patch replace_file_content replace_in_file str_replace_editor",
  "Edit|Write": "apply_patch",
  Grep: "search_file_content",
  TodoWrite: "update_plan update_todo"
}

let made: ReadonlyMap<string, string> | undefined

/** Creates the map at the first name in question, which few files have. */
const canonicalNames = (): ReadonlyMap<string, string> =>
  (made ??= new Map([
    ...Object.entries(others).flatMap(([canonical, names]) =>
      names.split(" ").map((name) => [name, canonical] as const)
    ),
    ...[
      amcpTools,
      amplifierTools,
      amplihackTools,
      codexTools,
      copilotTools,
      cursorTools,
      geminiTools,
      opencodeTools,
      qwenTools
    ].flatMap(({ tools }) => tools.map(({ canonical, host }) => [host, canonical] as const))
  ]))

/** Returns the canonical name of a tool of another agent, or `undefined` if none is known by the name. */
export const canonicalOfOthers = (name: string): string | undefined => canonicalNames().get(name)
