/** Files to begin with. */
import type { Question } from "../engine/Question.ts"

/** A file with an event. */
export interface Sample extends Omit<Question, "replies"> {
  readonly title: string
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const push = `{"command": "git push --force origin main"}`

/** The samples, the first of which is shown first. */
export const samples: ReadonlyArray<Sample> = [
  {
    title: "Guards of Claude Code, in Gemini CLI",
    path: ".claude/settings.json",
    host: "gemini",
    event: "PreToolUse",
    tool: "Bash",
    usual: "deny",
    input: push,
    text: json({
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              { type: "command", if: "Bash(git push *)", command: ".claude/hooks/no-force-push.sh", onFailure: "block" }
            ]
          },
          { matcher: "Edit|Write", hooks: [{ type: "command", command: ".claude/hooks/no-secrets.sh" }] }
        ],
        PostToolUse: [{ matcher: "Edit|Write", hooks: [{ type: "command", command: "npx prettier --write ." }] }],
        Stop: [{ hooks: [{ type: "prompt", prompt: "Are the tests green?" }] }]
      }
    })
  },
  {
    title: "A file with mistakes",
    path: ".claude/settings.json",
    host: "claude",
    event: "PreToolUse",
    tool: "Bash",
    usual: "deny",
    input: push,
    text: `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "./guard.sh" },
          { "type": "comand", "command": "./never.sh" },
          { "type": "command", "comand": "./neither.sh" }
        ]
      }
    ],
    "PreToolUze": [{ "hooks": [{ "type": "command", "command": "./unknown.sh" }] }]
  }
}
`
  },
  {
    title: "A matcher that never ends",
    path: ".claude/settings.json",
    host: "codex",
    event: "PreToolUse",
    tool: "mcp__files__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    usual: "pass",
    input: "{}",
    text: json({
      hooks: {
        PreToolUse: [
          { matcher: "mcp__files__(a+)+b", hooks: [{ type: "command", command: "./slow-matcher.sh" }] },
          { matcher: "mcp__files__.*", hooks: [{ type: "command", command: "./guard.sh" }] }
        ]
      }
    })
  },
  {
    title: "Gemini CLI's settings, in Claude Code",
    path: ".gemini/settings.json",
    host: "claude",
    event: "PreToolUse",
    tool: "Bash",
    usual: "deny",
    input: push,
    text: json({
      hooks: {
        BeforeTool: [
          {
            matcher: "run_shell_command",
            hooks: [{ name: "no-force-push", type: "command", command: "./no-force-push.sh", timeout: 5000 }]
          },
          { matcher: "write_file|replace", hooks: [{ type: "command", command: "./no-secrets.sh" }] }
        ]
      }
    })
  },
  {
    title: "AMCP's handlers in TOML, in Copilot CLI",
    path: ".amcp/hooks.toml",
    host: "copilot",
    event: "PreToolUse",
    tool: "Bash",
    usual: "deny",
    input: `{"command": "sudo rm -rf /"}`,
    text: `[[hooks.PreToolUse.handlers]]
name = "no-sudo"
matcher = "bash"
type = "command"
command = "python3 .amcp/hooks/no_sudo.py"
timeout = 10
failure_mode = "closed"

[[hooks.PreToolUse.handlers]]
name = "no-secrets"
matcher = "write_file|edit_file"
type = "python"
script = ".amcp/hooks/no_secrets.py"
`
  },
  {
    title: "Cursor's hooks, in opencode",
    path: ".cursor/hooks.json",
    host: "opencode",
    event: "PreToolUse",
    tool: "Bash",
    usual: "deny",
    input: push,
    text: json({
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: "./audit.sh" }],
        afterFileEdit: [{ command: "./format.sh" }]
      }
    })
  }
]
