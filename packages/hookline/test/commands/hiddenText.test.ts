// A project's files have hidden characters in every name, and its hooks in all that they print. The user sees them
// written out, and a host gets none.
import { assert, describe, it } from "@effect/vitest"
import { HiddenText, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "./hookline.ts"

const esc = "\u{1b}"
const hidden = `x${esc}[2J${esc}]0;t\u{7}\u{9b}1A\u{202e}\u{200b}\u{e0041}\u{2028}y\nhookline: all is well`

/** A hook that prints the reply. */
const printing = (reply: object, exit = 0): string =>
  `printf %s '${Buffer.from(JSON.stringify(reply)).toString("base64")}' | base64 -d; exit ${exit}`

const reply = {
  systemMessage: hidden,
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: hidden,
    additionalContext: hidden
  }
}

const command = (text: string) => ({ type: "command", command: text })

const files: TestProject.Files = {
  ".claude/settings.json": JSON.stringify({
    [hidden]: 1,
    hooks: {
      PreToolUse: [
        { matcher: "Bash", hooks: [command(printing(reply))] },
        {
          matcher: `Bash|${hidden}`,
          hooks: [{ ...command(`: '${hidden}'; echo "$(printf '\\033[2J')" >&2; exit 3`), name: hidden }]
        }
      ],
      [hidden]: [{ hooks: [command("true")] }],
      Stop: [{ hooks: [{ type: hidden, command: 1 }] }]
    }
  }),
  ".amplifier/hooks/a\u{202e}b/hooks.json": JSON.stringify({
    hooks: { PreToolUse: [{ matcher: hidden, hooks: [command("true")] }] }
  }),
  ".claude/hooks.test.json": JSON.stringify({
    cases: [
      { name: hidden, event: "PreToolUse", tool: "Bash", input: { [hidden]: hidden }, expect: { reason: hidden } }
    ]
  }),
  ".hookline/settings.json": JSON.stringify({ disabled: [hidden], [hidden]: hidden }),
  "plugin/.claude-plugin/plugin.json": JSON.stringify({ name: "plugin", description: hidden, version: hidden }),
  "plugin/hooks/hooks.json": JSON.stringify({
    hooks: { PreToolUse: [{ matcher: hidden, hooks: [command(`echo '${hidden}'`)] }] }
  })
}

const commands: Readonly<Record<string, ReadonlyArray<string>>> = {
  list: ["list"],
  plan: ["plan", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command: hidden })],
  check: ["check"],
  "check --fix": ["check", "--fix", "--dry-run", "--host", "claude"],
  run: ["run", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command: hidden })],
  log: ["log", "--text"],
  test: ["test"],
  migrate: ["migrate", "--from", "claude", "--to", "amplifier", "--dry-run"],
  install: ["install", "./plugin", "--dry-run"],
  disable: ["disable", hidden],
  enable: ["enable", hidden]
}

describe("a project with hidden characters in every text", () => {
  for (const [name, words] of Object.entries(commands)) {
    it.live(`is shown by ${name} with all of them written out`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make(files)
          // A log has what ran before.
          if (name === "log") yield* hooklineIn(project, commands["run"] ?? [])
          const { stderr, stdout } = yield* hooklineIn(project, words)
          for (const text of [stdout, stderr]) {
            assert.deepStrictEqual(HiddenText.find(text), [], text)
            assert.notMatch(text, /^hookline: all is well/m, text)
          }
          assert.include(stdout + stderr, String.raw`x\u{1b}[2J`)
        })
      )
    )
  }

  for (const name of ["list", "check", "run"]) {
    it.live(`is printed by ${name} --json with all of them escaped`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make(files)
          const { stdout } = yield* hooklineIn(project, [...(commands[name] ?? []), "--json"])
          assert.deepStrictEqual(HiddenText.find(stdout.trimEnd(), { isOneLine: true }), [])
          assert.isObject(JSON.parse(stdout))
        })
      )
    )
  }

  it.live("answers a host without any of them, in its reply and on standard error", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(files)
        const payload = {
          hook_event_name: "PreToolUse",
          session_id: "s",
          cwd: project.project,
          tool_name: "Bash",
          tool_input: {}
        }
        const { stderr, stdout } = yield* hooklineIn(project, ["dispatch", "--host", "claude", "--include-own"], {
          input: JSON.stringify(payload)
        })
        assert.deepStrictEqual(HiddenText.find(stderr), [])
        assert.notMatch(stderr, /^hookline: all is well/m)
        const texts: Array<string> = []
        JSON.parse(stdout, (_, value: unknown) => {
          if (typeof value === "string") texts.push(value)
          return value
        })
        for (const text of texts) assert.deepStrictEqual(HiddenText.find(text), [], text)
        assert.include(texts.join(), "\nhookline: all is well")
      })
    )
  )
})
