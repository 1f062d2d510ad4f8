/** The marks of processes that agents start, those of agents without a dialect included. */

/** Variables that agents set for what they start, each with the agent. Variables that users set for agents are not among them. */
export const agentVariables: ReadonlyArray<readonly [name: RegExp, agent: string]> = [
  [/^CLAUDECODE$|^CLAUDE_CODE_(?:ENTRYPOINT|SESSION_ID)$|^CLAUDE_PROJECT_DIR$/, "Claude Code"],
  [/^AMPLIFIER_(?:PROJECT_DIR|SESSION_ID|HOOKS_DIR|ENV_FILE)$/, "Amplifier"],
  [/^AMCP_(?:PROJECT_DIR|SESSION_ID|HOOK_EVENT|TOOL_NAME)$/, "AMCP"],
  [/^GEMINI_CLI$|^GEMINI_(?:SESSION_ID|PROJECT_DIR|CWD)$/, "Gemini CLI"],
  [/^QWEN_CODE$|^QWEN_(?:SESSION_ID|PROJECT_DIR)$/, "Qwen Code"],
  [/^CODEX_(?:SANDBOX|SANDBOX_NETWORK_DISABLED|THREAD_ID|SESSION_ID|CI)$/, "Codex"],
  [/^CURSOR_AGENT$|^CURSOR_(?:PROJECT_DIR|SESSION_ID)$/, "Cursor"],
  [/^COPILOT_(?:AGENT_\w+|SESSION_ID|CLI)$/, "Copilot"],
  [/^OPENCODE$|^OPENCODE_(?:SESSION_ID|PID)$/, "opencode"],
  [/^(?:AI_AGENT|AGENT_SESSION_ID|AUGMENT_AGENT|GOOSE_TERMINAL|CLINE_ACTIVE|ROO_ACTIVE)$/, "an agent"]
]

/** Programs that are agents, by their file names. */
export const agentPrograms = new Set(
  "claude codex gemini qwen amplifier amplihack amcp amp opencode goose aider cursor-agent copilot crush droid cline".split(
    " "
  )
)

/** Packages of agents, in whose folders the scripts are that interpreters run. Their files have names such as `cli.js`. */
export const agentPackages =
  /\/(?:claude-code|gemini-cli|qwen-code|opencode-ai|cursor-agent|@openai\/codex|@github\/copilot|@sourcegraph\/amp)\//
