// Hooks in the front matter of agents, commands and skills, with payloads as hosts send them, by the real command: each
// event is a process of its own.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

type Json = Readonly<Record<string, unknown>>

/** The front matter of a file whose guard denies calls of `Bash`, and the end of its agent. */
const front = (name: string, by: string): string => `---
name: ${name}
description: Guarded
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: "echo denied by ${by} >&2; exit 2"
  Stop:
    - hooks:
        - type: command
          command: "echo not done, says ${by} >&2; exit 2"
---
The text.
`

const bash = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" }

const reviewer = { agent_id: "a1", agent_type: "reviewer" }

const start = { hook_event_name: "SubagentStart" }
const stop = { hook_event_name: "SubagentStop", stop_hook_active: false, agent_transcript_path: "/t" }

/** An event, and the guards that deny it. */
type Step = readonly [event: Json, ...by: ReadonlyArray<string>]

interface Scenario {
  readonly files: TestProject.Files
  /** The option of the host; Claude Code's, if left out. */
  readonly host?: string
  readonly steps: ReadonlyArray<Step>
}

const installed: TestProject.Files = {
  "~/.claude/settings.json": { json: { enabledPlugins: { "guard@team": true } } }
}

/** Records the plugin as installed, which takes the absolute path of its folder. */
const record = ({ home }: { readonly home: string }): void => {
  const installPath = path.join(home, ".claude/plugins/cache/team/guard/1.0.0")
  if (!fs.existsSync(installPath)) return
  const data = { version: 2, plugins: { "guard@team": [{ scope: "user", installPath }] } }
  fs.writeFileSync(path.join(home, ".claude/plugins/installed_plugins.json"), JSON.stringify(data))
}

const inPlugin = (file: string): string => `~/.claude/plugins/cache/team/guard/1.0.0/${file}`

const scenarios: Readonly<Record<string, Scenario>> = {
  "an agent of the project runs its guard inside of it and nowhere else": {
    host: "amcp",
    files: {
      ".claude/agents/reviewer.md": front("reviewer", "reviewer"),
      ".claude/agents/other.md": front("other", "other")
    },
    steps: [
      [bash],
      [{ ...start, ...reviewer }],
      [{ ...bash, ...reviewer }, "reviewer"],
      [bash],
      [{ ...bash, agent_id: "a2", agent_type: "other" }, "other"],
      [{ ...bash, agent_id: "a3", agent_type: "Explore" }],
      [{ ...bash, ...reviewer }, "reviewer"],
      [{ ...stop, ...reviewer }, "reviewer"],
      [{ hook_event_name: "Stop" }],
      [bash]
    ]
  },
  "an agent of a plugin that Claude Code has enabled, which Claude Code itself ignores": {
    files: { ...installed, [inPlugin("agents/reviewer.md")]: front("reviewer", "plugin") },
    steps: [
      [bash],
      [{ ...bash, agent_id: "a1", agent_type: "guard:reviewer" }, "plugin"],
      [{ ...bash, agent_id: "a2", agent_type: "reviewer" }, "plugin"]
    ]
  },
  "an agent of a plugin in the project": {
    files: {
      ".amplifier/hooks/guard/.claude-plugin/plugin.json": { json: { name: "guard" } },
      ".amplifier/hooks/guard/agents/reviewer.md": front("reviewer", "plugin")
    },
    steps: [[bash], [{ ...bash, agent_id: "a1", agent_type: "guard:reviewer" }, "plugin"]]
  },
  "the user's agent, as the conversation itself": {
    host: "amcp",
    files: { "~/.claude/agents/reviewer.md": front("reviewer", "reviewer") },
    steps: [
      [{ ...bash, agent_type: "reviewer" }, "reviewer"],
      [{ hook_event_name: "Stop", agent_type: "reviewer" }, "reviewer"],
      [{ hook_event_name: "Stop" }]
    ]
  },
  "an agent that Claude Code runs with its hooks": {
    files: { ".claude/agents/reviewer.md": front("reviewer", "reviewer") },
    steps: [[{ ...bash, ...reviewer }]]
  },
  "a command from its expansion to the end of the session": {
    host: "amcp",
    files: { ".claude/commands/deploy.md": front("x", "deploy") },
    steps: [
      [bash],
      [{ hook_event_name: "UserPromptExpansion", command_name: "other", command_args: "", prompt: "/other" }],
      [bash],
      [{ hook_event_name: "UserPromptExpansion", command_name: "deploy", command_args: "x", prompt: "/deploy x" }],
      [bash, "deploy"],
      [{ ...bash, session_id: "other" }],
      [{ ...bash, ...reviewer }, "deploy"],
      [{ hook_event_name: "SessionEnd", reason: "other" }],
      [bash]
    ]
  },
  "a command by the prompt alone, also after prompts that had no hooks": {
    files: { ...installed, [inPlugin("commands/deploy.md")]: front("x", "deploy") },
    host: "amcp",
    steps: [
      [{ hook_event_name: "UserPromptSubmit", prompt: "hello" }],
      [bash],
      [{ hook_event_name: "UserPromptSubmit", prompt: "/guard:deploy now" }],
      [bash, "deploy"]
    ]
  },
  "a skill by its tool": {
    files: { ".claude/skills/review/SKILL.md": front("review", "review") },
    host: "amcp",
    steps: [
      [bash],
      [{ ...bash, tool_name: "Skill", tool_input: { skill: "review" } }],
      [bash, "review"],
      [{ ...bash, session_id: "other" }]
    ]
  }
}

const saysDeny = /"permissionDecision":\s*"deny"|"decision":\s*"block"/

describe("by events of a host", () => {
  for (const [name, { files, host = "claude", steps }] of Object.entries(scenarios)) {
    it.live(name, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make({ ".hookline/.keep": "", ...files })
          record(project)
          for (const [index, [event, ...by]] of steps.entries()) {
            const payload = { session_id: "s1", transcript_path: "/t", cwd: project.project, ...event }
            const input = JSON.stringify(payload)
            const answer = yield* hooklineIn(project, ["dispatch", "--host", host, "--no-audit"], { input })
            const where = `step ${index}: ${JSON.stringify(event)} ${JSON.stringify(answer)}`
            const told = `${answer.stdout}${answer.stderr}`
            assert.strictEqual(saysDeny.test(answer.stdout) || answer.exit === 2, by.length > 0, where)
            for (const one of by) assert.include(told, one, where)
          }
        })
      )
    )
  }
})

describe("in a session of Amplifier", () => {
  it.live("an agent runs its guard in the session that it was delegated", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/agents/reviewer.md": front("Code Reviewer", "reviewer") })
        const denied = Effect.fnUntraced(function* (session_id: string) {
          const input = JSON.stringify({
            event: "tool:pre",
            data: { session_id, tool_name: "bash", tool_input: { command: "ls" } }
          })
          const { stdout } = yield* hooklineIn(project, ["dispatch", "--host", "amplifier"], { input })
          return stdout.includes("denied by reviewer")
        })
        assert.deepStrictEqual(
          [
            yield* denied("0000000000000000-fedcba0987654321_code-reviewer"),
            yield* denied("0000000000000000-fedcba0987654321_explorer"),
            yield* denied("root")
          ],
          [true, false, false]
        )
      })
    )
  )
})
