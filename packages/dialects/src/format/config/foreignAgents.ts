/** Agents without a dialect: marks of their files, and the canonical names of their events. */

export interface ForeignAgent {
  /** The agent's name for users. */
  readonly title: string
  /** The folder of its files. */
  readonly folder: RegExp
  /** Its events, with the most similar canonical event. */
  readonly events: Readonly<Record<string, string | undefined>>
  /** Keys of handlers that no other agent has. */
  readonly keys: ReadonlyArray<string>
}

/** Maps several host names to one canonical event. */
const as = (ours: string | undefined, ...theirs: ReadonlyArray<string>): ForeignAgent["events"] =>
  Object.fromEntries(theirs.map((name) => [name, ours]))

/** Names that several agents share, which are canonical names in another spelling. */
export const camelCased: ForeignAgent["events"] = {
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  postToolUseFailure: "PostToolUseFailure",
  permissionRequest: "PermissionRequest",
  userPromptSubmit: "UserPromptSubmit",
  sessionStart: "SessionStart",
  sessionEnd: "SessionEnd",
  subagentStart: "SubagentStart",
  subagentStop: "SubagentStop",
  preCompact: "PreCompact",
  notification: "Notification",
  stop: "Stop"
}

export const foreignAgents: ReadonlyArray<ForeignAgent> = [
  {
    title: "Windsurf",
    folder: /[/\\]\.(?:codeium[/\\])?windsurf[/\\]/,
    events: {
      ...as("PreToolUse", "pre_read_code", "pre_write_code", "pre_run_command", "pre_mcp_tool_use"),
      ...as("PostToolUse", "post_read_code", "post_write_code", "post_run_command", "post_mcp_tool_use"),
      ...as("UserPromptSubmit", "pre_user_prompt"),
      ...as("Stop", "post_cascade_response"),
      ...as("WorktreeCreate", "post_setup_worktree")
    },
    keys: ["show_output"]
  },
  {
    title: "Gemini CLI",
    folder: /[/\\]\.gemini[/\\]/,
    events: {
      ...as("PreToolUse", "BeforeTool"),
      ...as("PostToolUse", "AfterTool"),
      ...as("UserPromptSubmit", "BeforeAgent"),
      ...as("Stop", "AfterAgent"),
      ...as("PreCompact", "PreCompress"),
      ...as(undefined, "BeforeModel", "AfterModel", "BeforeToolSelection")
    },
    keys: []
  },
  {
    title: "Copilot CLI",
    folder: /[/\\]\.(?:github|copilot)[/\\]/,
    events: {
      ...as("UserPromptSubmit", "userPromptSubmitted", "userPromptTransformed"),
      ...as("Stop", "agentStop"),
      ...as("PreToolUse", "preMcpToolCall"),
      ...as(undefined, "errorOccurred")
    },
    keys: ["bash", "powershell", "timeoutSec"]
  },
  {
    title: "Kiro",
    folder: /[/\\]\.kiro[/\\]/,
    events: {
      ...as("PostToolUse", "PostFileSave", "PostFileCreate", "PostFileDelete"),
      ...as("TaskCreated", "PreTaskExec"),
      ...as("TaskCompleted", "PostTaskExec")
    },
    keys: ["trigger", "action"]
  },
  {
    title: "Cursor",
    folder: /[/\\]\.cursor[/\\]/,
    events: {
      ...as("PreToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "beforeTabFileRead"),
      ...as("PostToolUse", "afterShellExecution", "afterMCPExecution", "afterFileEdit", "afterTabFileEdit"),
      ...as("UserPromptSubmit", "beforeSubmitPrompt"),
      ...as(undefined, "afterAgentResponse", "afterAgentThought", "workspaceOpen")
    },
    keys: ["failClosed", "loop_limit"]
  },
  {
    // Its other events are none of ours, and hooks may be configured under their names.
    title: "Amplifier",
    folder: /[/\\]\.amplifier[/\\]/,
    events: {
      ...as("PreToolUse", "tool:pre"),
      ...as("PostToolUse", "tool:post"),
      ...as("PostToolUseFailure", "tool:error"),
      ...as("UserPromptSubmit", "prompt:submit"),
      ...as("Stop", "prompt:complete"),
      ...as("PreCompact", "context:pre_compact"),
      ...as("PermissionRequest", "approval:required")
    },
    keys: []
  },
  {
    title: "opencode",
    folder: /[/\\]\.?opencode[/\\]/,
    events: {
      ...as("PreToolUse", "tool.execute.before"),
      ...as("PostToolUse", "tool.execute.after"),
      ...as("UserPromptSubmit", "chat.message"),
      ...as("PermissionRequest", "permission.ask")
    },
    keys: []
  },
  {
    title: "another agent",
    folder: /^$/,
    events: {
      ...as("PreToolUse", "BeforeToolUse", "beforeToolUse", "before_tool_use", "before_tool_call", "beforeToolCall"),
      ...as("PostToolUse", "AfterToolUse", "afterToolUse", "after_tool_use", "after_tool_call", "afterToolCall")
    },
    keys: []
  }
]
