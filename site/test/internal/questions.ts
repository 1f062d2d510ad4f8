// The questions on which the playground is compared with the command.
import * as Dialects from "@hookline/dialects/Dialects"
import type { Question } from "../../playground/engine/Question.ts"

const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

const command = (name: string) => ({ type: "command", command: `sh ${name}.sh` })

/** A file in which each event of the table has hooks that run, and hooks that do not. */
export const claudeFile = json({
  hooks: {
    PreToolUse: [
      { matcher: "Bash", hooks: [command("guard"), { ...command("pushes"), if: "Bash(git push *)" }] },
      { matcher: "Edit|Write", hooks: [command("secrets")] },
      { matcher: "mcp__.*", hooks: [{ ...command("closed"), onFailure: "block" }] }
    ],
    PostToolUse: [{ matcher: "Bash", hooks: [command("after")] }],
    UserPromptSubmit: [{ hooks: [command("prompt")] }],
    Stop: [{ hooks: [command("stop")] }]
  }
})

const claude = {
  path: ".claude/settings.json",
  text: claudeFile,
  tool: "Bash",
  input: `{"command": "git push --force"}`,
  replies: {}
}

const hosts = Dialects.all.map(({ name }) => name)

const onCalls = hosts.flatMap((host, index) =>
  // A failure is decided before any host's words: a few hosts stand for the others.
  ["deny", "ask", "change", ...(index % 4 === 0 ? ["fail"] : [])].map((usual): Question => ({
    ...claude,
    host,
    event: "PreToolUse",
    usual
  }))
)

const onOthers = hosts.flatMap((host, index): ReadonlyArray<Question> => [
  ...(index % 2 === 0 ? [{ ...claude, host, event: "PostToolUse", usual: "context" }] : []),
  { ...claude, host, event: "UserPromptSubmit", tool: "", input: `{"prompt": "Hello"}`, usual: "deny" },
  { ...claude, host, event: "Stop", tool: "", input: "{}", usual: "deny-json" }
])

/** A file of each format, by its path. */
const files: Readonly<Record<string, string>> = {
  ".amplifier/hooks/hooks.json": json({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("guard")] }] } }),
  ".amcp/hooks.toml": `[[hooks.PreToolUse.handlers]]\nname = "guard"\nmatcher = "bash"\ntype = "command"\ncommand = "sh guard.sh"\n`,
  ".amcp/hooks.json": json({
    hooks: { PreToolUse: { handlers: [{ name: "guard", matcher: "bash", ...command("guard") }] } }
  }),
  ".codex/hooks.json": json({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("guard")] }] } }),
  ".codex/config.toml": `[[hooks.PreToolUse]]\nmatcher = "Bash"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "sh guard.sh"\n`,
  ".cursor/hooks.json": json({ version: 1, hooks: { beforeShellExecution: [{ command: "sh guard.sh" }] } }),
  ".gemini/settings.json": json({
    hooks: { BeforeTool: [{ matcher: "run_shell_command", hooks: [command("guard")] }] }
  }),
  ".qwen/settings.json": json({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("guard")] }] } }),
  ".github/hooks/hooks.json": json({ version: 1, hooks: { preToolUse: [{ type: "command", bash: "sh guard.sh" }] } }),
  ".github/copilot/settings.json": json({ hooks: { preToolUse: [{ type: "command", bash: "sh guard.sh" }] } })
}

const onFiles = Object.entries(files).map(([path, text], index): Question => ({
  ...claude,
  path,
  text,
  host: hosts[(index * 3) % hosts.length] ?? "claude",
  event: "PreToolUse",
  usual: "deny"
}))

/** Events that one host alone has, by the host: each is the last of its list. */
const onOwn = Dialects.all.flatMap(({ event: { ownEvents = [] }, name: host }): ReadonlyArray<Question> => {
  const event = ownEvents.at(-1)
  if (event === undefined) return []
  const text = json({ hooks: { [event]: [{ hooks: [command("guard")] }] } })
  return [{ ...claude, text, host, event, tool: "", input: "{}", usual: "deny" }]
})

/** A table of files, hosts, events and replies. */
export const questions: ReadonlyArray<Question> = [...onCalls, ...onOthers, ...onOwn, ...onFiles]

/** A file with problems at several lines, none of which is of a script. */
export const brokenFile = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "sh guard.sh" },
          { "type": "comand", "command": "sh never.sh" },
          { "type": "command", "comand": "sh neither.sh" }
        ]
      },
      { "matcher": "Ba(sh", "hooks": [{ "type": "command", "command": "sh guard.sh", "timeout": "soon" }] }
    ],
    "PreToolUze": [{ "hooks": [{ "type": "command", "command": "sh guard.sh" }] }]
  }
}
`
