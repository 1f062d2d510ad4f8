// A host calls us: its payload in, its own answer out, whatever happens between.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hookline, hooklineIn, type Options } from "../commands/hookline.ts"

const amplifier = (event: string, ...hooks: ReadonlyArray<Readonly<Record<string, unknown>>>): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { [event]: [{ hooks: hooks.map((hook) => ({ type: "command", ...hook })) }] } }
  }
})

const claude = (event: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ hook_event_name: event, session_id: "s1", cwd: "/tmp", ...more })

const bash = claude("PreToolUse", { tool_name: "Bash", tool_input: { command: "rm -rf /" } })

const denial = { command: "echo no >&2; exit 2" }

/** Claude Code's settings with a denial for tools that run commands, or for all else of an event. */
const settings = (event: string): TestProject.Files => {
  const matcher = event === "PreToolUse" ? { matcher: "Bash" } : {}
  const json = { hooks: { [event]: [{ ...matcher, hooks: [{ type: "command", ...denial }] }] } }
  return { ".claude/settings.json": { json } }
}

interface Scenario {
  readonly files?: TestProject.Files
  readonly args: ReadonlyArray<string>
  readonly options?: Options
  readonly stdout: string | RegExp
  readonly stderr?: RegExp
  readonly exit: number
}

const deny = (event: string, reason: string): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason } })}\n`

const scenarios: Readonly<Record<string, Scenario>> = {
  "says nothing where nothing matches": {
    files: amplifier("Stop", denial),
    args: ["--host", "claude"],
    options: { input: bash },
    stdout: "",
    exit: 0
  },
  "denies in Claude Code's words": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "claude"],
    options: { input: bash },
    stdout: deny("PreToolUse", "no"),
    exit: 0
  },
  "says so where the project that it is told of is not there": {
    args: ["--host", "claude", "--project", "nowhere"],
    options: { input: bash },
    stdout: "",
    stderr: /--project nowhere is no folder that is there/,
    exit: 1
  },
  "denies where such a project's hooks are to deny": {
    args: ["--host", "claude", "--on-failure", "closed", "--project", "nowhere"],
    options: { input: bash },
    stdout: "",
    stderr: /--project nowhere is no folder that is there/,
    exit: 2
  },
  "answers where nothing that it compiled can be kept, and does not wait for that": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "claude"],
    options: { input: bash, env: { XDG_CACHE_HOME: "/proc/nowhere" } },
    stdout: deny("PreToolUse", "no"),
    exit: 0
  },
  "denies in Amplifier's words": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "amplifier"],
    options: {
      input: JSON.stringify({ event: "tool:pre", data: { tool_name: "bash", tool_input: { command: "x" } } })
    },
    stdout: /^\{"action":"deny".*"reason":"no"/,
    exit: 0
  },
  "denies in AMCP's words": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "amcp"],
    options: { input: claude("PreToolUse", { tool_name: "bash", tool_input: { command: "x" } }) },
    stdout: /no/,
    exit: 0
  },
  "denies in amplihack's words": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "amplihack"],
    options: { input: JSON.stringify({ hookEventName: "PreToolUse", toolName: "bash", toolInput: { command: "x" } }) },
    stdout: /"deny"/,
    exit: 0
  },
  "runs Claude Code's hooks under Qwen Code, and denies for good": {
    files: settings("PreToolUse"),
    args: ["--host", "qwen"],
    options: { input: claude("PreToolUse", { tool_name: "run_shell_command", tool_input: { command: "rm -rf /" } }) },
    stdout: /^\{"continue":false,"stopReason":"no","decision":"block".*"permissionDecision":"deny"/,
    exit: 0
  },
  "answers Qwen Code's event of a prompt that is none, and runs nothing": {
    files: settings("UserPromptSubmit"),
    args: ["--host", "qwen"],
    options: { input: claude("UserPromptSubmit", { prompt: "" }) },
    stdout: "{}\n",
    exit: 0
  },
  "takes the event from the command line where Copilot does not name it": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "copilot", "--event", "preToolUse"],
    options: { input: JSON.stringify({ sessionId: "s1", cwd: "/tmp", toolName: "bash", toolArgs: { command: "x" } }) },
    stdout: /^\{"permissionDecision":"deny","permissionDecisionReason":"no".*"hookSpecificOutput"/,
    exit: 0
  },
  "takes Copilot's own name of an event before another on the command line": {
    files: amplifier("PreToolUse", denial),
    args: ["--host", "copilot", "--event", "PreToolUse"],
    options: { input: JSON.stringify({ hookName: "permissionRequest", toolName: "bash", toolInput: {} }) },
    stdout: "",
    exit: 0
  },
  "says so where nothing names Copilot's event": {
    args: ["--host", "copilot"],
    options: { input: JSON.stringify({ sessionId: "s1", toolName: "bash", toolArgs: {} }) },
    stdout: "",
    stderr: /it does not name its event/,
    exit: 1
  },
  "runs a guard of Claude Code's settings under Copilot, whose own run of it gives the model no reason": {
    files: settings("PreToolUse"),
    args: ["--host", "copilot"],
    options: { input: bash },
    stdout: /"permissionDecisionReason":"no"/,
    exit: 0
  },
  "leaves the hooks to Claude Code that it runs itself": {
    files: {
      ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", ...denial }] }] } } }
    },
    args: ["--host", "claude"],
    options: { input: bash },
    stdout: "",
    exit: 0
  },
  "runs those too where it is told to": {
    files: {
      ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", ...denial }] }] } } }
    },
    args: ["--host", "claude", "--include-own"],
    options: { input: bash },
    stdout: deny("PreToolUse", "no"),
    exit: 0
  },
  "says so where nothing comes": {
    args: ["--host", "claude"],
    stdout: "",
    stderr: /^hookline: no hook could be run: nothing came on standard input/,
    exit: 1
  },
  "denies where nothing comes, if failures are closed": {
    args: ["--host", "claude", "--on-failure", "closed"],
    stdout: "",
    stderr: /nothing came/,
    exit: 2
  },
  "says so where half a JSON comes": {
    args: ["--host", "amplifier"],
    options: { input: bash.slice(0, 40) },
    stdout: "",
    stderr: /is no JSON object: \{"hook_event_name"/,
    exit: 1
  },
  "says so where another host's payload comes": {
    args: ["--host", "amplifier"],
    options: { input: bash },
    stdout: "",
    stderr: /no payload of/,
    exit: 1
  },
  "denies where another host's payload comes, if failures are closed": {
    args: ["--host", "amplifier", "--on-failure=closed"],
    options: { input: bash },
    stdout: "",
    stderr: /no payload of/,
    exit: 2
  },
  "says which hosts there are": {
    args: ["--host", "windsurf"],
    stdout: "",
    stderr: /--host is one of amplifier, amcp, claude, amplihack/,
    exit: 1
  },
  "denies where its own words are wrong, if failures are closed": {
    args: ["--hots", "claude", "--on-failure=closed"],
    stdout: "",
    stderr: /hots/,
    exit: 2
  },
  "denies where its own words are wrong, if failures ask": {
    args: ["--hots", "claude", "--on-failure", "ask"],
    stdout: "",
    stderr: /hots/,
    exit: 2
  },
  "answers before the host's own limit": {
    files: amplifier("PreToolUse", { command: "sleep 30", onFailure: "closed" }),
    args: ["--host", "claude", "--limit", "1"],
    options: { input: bash },
    stdout: /did not answer within/,
    exit: 0
  },
  "takes ten megabytes": {
    files: amplifier("PreToolUse", { command: "wc -c >&2; exit 2" }),
    args: ["--host", "claude"],
    options: {
      input: claude("PreToolUse", { tool_name: "Write", tool_input: { content: "x".repeat(10_000_000) } })
    },
    stdout: /"permissionDecisionReason":"1000\d{4}"/,
    exit: 0
  },
  "notices where something of the files is lost": {
    files: { ".amplifier/hooks/hooks.json": "{" },
    args: ["--host", "claude"],
    options: { input: bash },
    stdout: /"systemMessage":".*hooks\.json/,
    exit: 0
  },
  "denies where a file is broken and failures are closed": {
    files: {
      ".amplifier/hooks/hooks.json": "{",
      ".hookline/settings.json": { json: { failure_policy: "closed" } }
    },
    args: ["--host", "claude"],
    options: { input: bash },
    stdout: /"permissionDecision":"deny"/,
    exit: 0
  },
  "ends with what its hooks have started when it is interrupted": {
    files: amplifier("PreToolUse", { command: "echo $$ >pid; sleep 60" }),
    args: ["--host", "claude"],
    options: { input: bash, signal: { name: "SIGINT", when: (folder) => existsSync(path.join(folder, "pid")) } },
    stdout: "",
    exit: 130
  }
}

describe("hookline dispatch", () => {
  for (const [name, { args, exit, files = {}, options, stderr = /^$/, stdout }] of Object.entries(scenarios)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const ended = yield* hookline(files, ["dispatch", ...args], options)
        if (typeof stdout === "string") assert.strictEqual(ended.stdout, stdout)
        else assert.match(ended.stdout, stdout)
        assert.match(ended.stderr, stderr)
        assert.strictEqual(ended.exit, exit)
      })
    )
  }

  it.live("leaves nobody behind who is not to outlive it", () =>
    Effect.gen(function* () {
      let pid = ""
      const command = "sleep 60 & echo $! >pid; exit 0"
      yield* hookline(amplifier("PreToolUse", { command }), ["dispatch", "--host", "claude"], {
        input: bash,
        signal: {
          name: "SIGCONT",
          when: (folder) => {
            const file = path.join(folder, "pid")
            if (existsSync(file)) pid = readFileSync(file, "utf8").trim()
            return false
          }
        }
      })
      assert.notStrictEqual(pid, "")
      yield* Leftovers.until(() => !Leftovers.isAlive(pid))
    })
  )

  it.live("remembers a session from one call to the next, and hands its exports on to the host's own file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ".amplifier/hooks/hooks.json": {
            json: {
              hooks: {
                SessionStart: [
                  { hooks: [{ type: "command", command: `echo "export A='it is'" >>"$CLAUDE_ENV_FILE"` }] }
                ],
                Stop: [{ hooks: [{ type: "command", command: 'echo "<$A>" >&2; exit 2' }] }]
              }
            }
          }
        })
        const own = path.join(project.project, "host.env")
        writeFileSync(own, "B=1\n")
        const call = (event: string, more: Readonly<Record<string, unknown>> = {}) =>
          hooklineIn(project, ["dispatch", "--host", "claude"], {
            input: claude(event, more),
            env: { CLAUDE_ENV_FILE: own }
          })
        const started = yield* call("SessionStart", { source: "startup" })
        assert.deepStrictEqual(started, { stdout: "", stderr: "", exit: 0 })
        assert.strictEqual(readFileSync(own, "utf8"), "B=1\nexport A='it is'\n")
        assert.include((yield* call("Stop", { stop_hook_active: false })).stdout, "<it is>")
        yield* call("SessionEnd", { reason: "other" })
        assert.include((yield* call("Stop", { stop_hook_active: false })).stdout, "<>")
        assert.strictEqual(readFileSync(own, "utf8"), "B=1\nexport A='it is'\n")
      })
    )
  )

  it.live("tells what is lost once in a session, and not with every tool", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".amplifier/hooks/hooks.json": "{" })
        const call = () => hooklineIn(project, ["dispatch", "--host", "claude"], { input: bash })
        assert.match((yield* call()).stdout, /systemMessage/)
        assert.strictEqual((yield* call()).stdout, "")
      })
    )
  )
})
