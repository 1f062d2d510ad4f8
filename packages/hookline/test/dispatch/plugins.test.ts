// Plugins of the kinds that are published, all in one project, by the real command with payloads as Claude Code sends them:
// each guard denies what it is for, wherever its plugin is installed, and nothing else.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

type Json = Readonly<Record<string, unknown>>
type Project = Effect.Success<ReturnType<typeof TestProject.make>>

const command = (text: string, more: Json = {}): Json => ({ type: "command", command: text, ...more })
const group = (matcher: string | undefined, ...hooks: ReadonlyArray<Json>): Json => ({
  ...(matcher !== undefined && { matcher }),
  hooks
})

/** A front matter whose guard denies calls of `Bash`. */
const front = (name: string, text: string, more = ""): string => `---
name: ${name}
description: Works with care
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: "\${CLAUDE_PLUGIN_ROOT}/scripts/no.sh '${text}'"${more}
---
The text.
`

/** Denies with its argument. */
const no = { script: '#!/bin/sh\ncat >/dev/null\necho "$1" >&2\nexit 2\n' }

const denyJson = (reason: string): string =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason
    }
  })

/** The files of each plugin, beside its manifest. */
const plugins: Readonly<Record<string, TestProject.Files>> = {
  "python-guard": {
    "hooks/hooks.json": {
      json: {
        description: "Looks at commands",
        hooks: {
          PreToolUse: [group("Bash", command('python3 "${CLAUDE_PLUGIN_ROOT}/hooks/guard.py"', { timeout: 10 }))]
        }
      }
    },
    "hooks/guard.py": `import json, sys
data = json.load(sys.stdin)
if "rm -rf" in data.get("tool_input", {}).get("command", ""):
    print("python: no rm -rf", file=sys.stderr)
    sys.exit(2)
`
  },
  "async-start": {
    "hooks/hooks.json": {
      json: {
        hooks: {
          SessionStart: [group("startup|resume", command("bash ${CLAUDE_PLUGIN_ROOT}/start.sh"))],
          PreToolUse: [
            group(
              "Write",
              command("${CLAUDE_PLUGIN_ROOT}/start.sh"),
              command("${CLAUDE_PLUGIN_ROOT}/scripts/no.sh 'async-start: no writing'")
            )
          ]
        }
      }
    },
    "start.sh": { script: `#!/bin/bash\necho '{"async": true, "asyncTimeout": 15000}'\nsleep 3\necho '{}'\n` },
    "scripts/no.sh": no
  },
  filtered: {
    "hooks/hooks.json": {
      json: { hooks: { PreToolUse: [group("WebFetch", command('bash "${CLAUDE_PLUGIN_ROOT}/run.sh"'))] } }
    },
    "run.sh": `#!/bin/bash
exec > >(python3 -c 'import sys; sys.stdout.write(sys.stdin.read())')
cat >/dev/null
echo '${denyJson("filtered: no fetching")}'
`
  },
  rules: {
    "hooks/hooks.json": {
      json: {
        hooks: {
          PreToolUse: [
            group(
              "Bash",
              command("echo 'rules: no push' >&2; exit 2", { if: "Bash(git push *)" }),
              command("echo 'rules: no publish' >&2; exit 2", { if: "Bash(npm publish *)" })
            ),
            group("Edit|MultiEdit", command("echo 'rules: no secrets' >&2; exit 2", { if: "Edit(secrets/**)" }))
          ]
        }
      }
    }
  },
  inline: {
    ".claude-plugin/plugin.json": {
      json: {
        name: "inline",
        version: "1.0.0",
        hooks: { PreToolUse: [group("^mcp__github__.*", command(`echo '${denyJson("inline: no GitHub")}'`))] }
      }
    }
  },
  "several-files": {
    ".claude-plugin/plugin.json": {
      json: { name: "several-files", hooks: ["./hooks/first.json", "./more/second.json"] }
    },
    "hooks/hooks.json": {
      json: {
        hooks: {
          UserPromptSubmit: [
            group(undefined, command("grep -q forbidden && { echo 'several: not this' >&2; exit 2; }; exit 0"))
          ]
        }
      }
    },
    "hooks/first.json": {
      json: {
        hooks: {
          PreToolUse: [group("NotebookEdit", command("${CLAUDE_PLUGIN_ROOT}/scripts/no.sh 'first: no notebooks'"))]
        }
      }
    },
    "more/second.json": {
      json: {
        hooks: {
          PreToolUse: [
            group("WebSearch", command("${CLAUDE_PLUGIN_ROOT}/scripts/no.sh", { args: ["second: no search"] }))
          ]
        }
      }
    },
    "scripts/no.sh": no
  },
  "end-of-turn": {
    "hooks/hooks.json": {
      json: {
        hooks: {
          Stop: [group(undefined, command(`echo '{"decision": "block", "reason": "end: run the tests"}'`))],
          PreCompact: [
            group(
              "manual",
              command('node -e \'console.log(JSON.stringify({decision: "block", reason: "end: not now"}))\'')
            )
          ]
        }
      }
    }
  },
  reviewers: { "agents/reviewer.md": front("reviewer", "agent: only reading"), "scripts/no.sh": no },
  releases: { "commands/git/release.md": front("ignored", "command: not while releasing"), "scripts/no.sh": no },
  careful: {
    "skills/careful/SKILL.md": front("careful", "skill: with care", "\n          once: true"),
    "skills/careful/scripts/no.sh": no,
    "scripts/no.sh": no
  }
}

/** Puts all of them into a folder of plugins of the project. */
const inProject = ({ project }: Project): void => {
  for (const name of Object.keys(plugins)) {
    const folder = path.join(project, ".amplifier/hooks", name)
    fs.cpSync(path.join(project, "plugins", name), folder, { recursive: true })
  }
  fs.rmSync(path.join(project, "plugins"), { recursive: true })
}

/** Puts all of them where Claude Code has those that its user has installed and enabled. */
const inHome = ({ home, project }: Project): void => {
  const all = Object.keys(plugins)
  const root = path.join(home, ".claude/plugins")
  for (const name of all)
    fs.cpSync(path.join(project, "plugins", name), path.join(root, "cache/team", name, "1.0.0"), { recursive: true })
  fs.rmSync(path.join(project, "plugins"), { recursive: true })
  const write = (file: string, data: unknown) =>
    fs.writeFileSync(path.join(home, ".claude", file), JSON.stringify(data))
  write("settings.json", { enabledPlugins: Object.fromEntries(all.map((name) => [`${name}@team`, true])) })
  write("plugins/installed_plugins.json", {
    version: 2,
    plugins: Object.fromEntries(
      all.map((name) => [
        `${name}@team`,
        [{ scope: "user", installPath: path.join(root, "cache/team", name, "1.0.0"), version: "1.0.0" }]
      ])
    )
  })
}

const tool = (tool_name: string, tool_input: Json, more: Json = {}): Json => ({
  hook_event_name: "PreToolUse",
  permission_mode: "default",
  tool_name,
  tool_input,
  tool_use_id: "toolu_01",
  ...more
})
const bash = (text: string, more: Json = {}): Json => tool("Bash", { command: text, description: "d" }, more)

/** Events in a session each, the last of which is denied with a text, or by nothing. */
const scenarios: Readonly<Record<string, readonly [denied: string | undefined, ...events: ReadonlyArray<Json>]>> = {
  "nothing is meant": [undefined, bash("ls -la")],
  "an agent of another name": [undefined, bash("ls", { agent_id: "a1", agent_type: "Explore" })],
  "a guard in Python": ["python: no rm -rf", bash("cd /tmp && rm -rf x")],
  "a hook that moves to the background, beside a guard": [
    "async-start: no writing",
    { hook_event_name: "SessionStart", source: "startup", model: "m" },
    tool("Write", { file_path: "a.txt", content: "x" })
  ],
  "a denial through a filter": ["filtered: no fetching", tool("WebFetch", { url: "https://example.com", prompt: "p" })],
  "a rule, behind another command": ["rules: no push", bash("git add -A; git -c a.b=c push --force")],
  "a rule, in a shell of its own": ["rules: no publish", bash(`bash -c "npm publish --tag x"`)],
  "a rule on a path": [
    "rules: no secrets",
    tool("Edit", { file_path: "{project}/secrets/key", old_string: "a", new_string: "b" })
  ],
  "hooks in a manifest": ["inline: no GitHub", tool("mcp__github__create_issue", { title: "t" })],
  "the file that is always read": [
    "several: not this",
    { hook_event_name: "UserPromptSubmit", prompt: "do the forbidden" }
  ],
  "the first file of a manifest": [
    "first: no notebooks",
    tool("NotebookEdit", { notebook_path: "/a", new_source: "x" })
  ],
  "the second file of a manifest": ["second: no search", tool("WebSearch", { query: "q" })],
  "the end of a turn": ["end: run the tests", { hook_event_name: "Stop", stop_hook_active: false }],
  "a compaction": ["end: not now", { hook_event_name: "PreCompact", trigger: "manual", custom_instructions: null }],
  "an agent": [
    "agent: only reading",
    { hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "reviewers:reviewer" },
    bash("ls", { agent_id: "a1", agent_type: "reviewers:reviewer" })
  ],
  "a command": [
    "command: not while releasing",
    {
      hook_event_name: "UserPromptExpansion",
      expansion_type: "slash_command",
      command_name: "releases:git:release",
      command_args: "1.0",
      command_source: "plugin",
      prompt: "/releases:git:release 1.0"
    },
    bash("ls")
  ],
  "a skill whose hook runs once, after it denied": [
    "skill: with care",
    tool("Skill", { skill: "careful:careful" }),
    bash("ls"),
    bash("ls")
  ]
}

const isDenial = /"permissionDecision":\s*"deny"|"decision":\s*"block"/

for (const [place, { host, install }] of Object.entries({
  "in the project, under Claude Code": { host: "claude", install: inProject },
  "enabled in Claude Code, under another host": { host: "amcp", install: inHome }
})) {
  describe(`plugins ${place}`, () => {
    // proves: docs/failure-policy.md
    it.live("each deny what they are for, and nothing else", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const files = Object.entries(plugins).flatMap(([name, own]) =>
            Object.entries({ ".claude-plugin/plugin.json": { json: { name } }, ...own }).map(
              ([file, content]) => [`plugins/${name}/${file}`, content] as const
            )
          )
          const project = yield* TestProject.make({ ".hookline/.keep": "", ...Object.fromEntries(files) })
          install(project)
          yield* Effect.forEach(
            Object.entries(scenarios).entries(),
            Effect.fnUntraced(function* ([index, [what, [denied, ...events]]]) {
              for (const [at, event] of events.entries()) {
                const payload = {
                  session_id: `s${index}`,
                  transcript_path: "/t.jsonl",
                  cwd: project.project,
                  ...event
                }
                const input = JSON.stringify(payload).replaceAll("{project}", project.project)
                const answer = yield* hooklineIn(project, ["dispatch", "--host", host, "--no-audit"], { input })
                const where = `${what}, event ${at}: ${JSON.stringify(answer)}`
                const isLast = at === events.length - 1
                const isDenied = isDenial.test(answer.stdout) || answer.exit === 2
                if (isLast) {
                  assert.strictEqual(isDenied, denied !== undefined, where)
                  if (denied !== undefined) assert.include(answer.stdout + answer.stderr, denied, where)
                }
              }
            }),
            { concurrency: 4, discard: true }
          )
        })
      )
    )
  })
}
