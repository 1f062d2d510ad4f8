// The module with Hookline behind it: hooks of a project, and what becomes of Amplifier's events and results.
import { assert, describe } from "@effect/vitest"
import type { Json } from "@hookline/schema/Json"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"
import { after, before, event, type Played, play, prompt, python, pythonValue, type Story } from "./fakeAmplifier.ts"

const live = Requirement.live(python)

type Hooks = Readonly<
  Record<string, { readonly command: string; readonly matcher?: string; readonly timeout?: number }>
>

/** Keeps the payload of each hook that runs. */
const keep = "cat >> payloads.jsonl; echo >> payloads.jsonl"

const answering = (answer: Json): string => `echo '${JSON.stringify(answer)}'`

const specific = (name: string, fields: Json): string =>
  answering({ hookSpecificOutput: { hookEventName: name, ...fields } })

interface Seen {
  readonly played: Played
  readonly payloads: ReadonlyArray<Json>
}

/** Attaches, and plays a story in a project with these hooks in Claude Code's format. */
const withHooks = (
  hooks: Hooks,
  story: Story,
  body: (seen: Seen & { readonly played: { readonly text: string } }) => void,
  policy: "open" | "ask" | "closed" = "open"
) => {
  const groups = Object.entries(hooks).map(([name, { command, matcher, timeout }]) => [
    name,
    [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command, ...(timeout && { timeout }) }] }]
  ])
  const files = {
    "~/.hookline/settings.json": { json: { failure_policy: policy } },
    ".claude/settings.json": { json: { hooks: Object.fromEntries(groups) as Json } }
  }
  return Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    const { exit, stderr } = yield* hooklineIn(project, ["attach", "amplifier"])
    assert.deepStrictEqual([exit, stderr], [0, ""])
    const played = yield* play(project, story)
    const file = path.join(project.project, "payloads.jsonl")
    const lines = fs.existsSync(file)
      ? fs
          .readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => line !== "")
      : []
    body({ played, payloads: lines.map((line) => JSON.parse(line) as Json) })
    assert.deepStrictEqual(played.errors, [])
  })
}

const ls = { command: "ls" }

describe("the module with Hookline behind it", () => {
  live("imports nothing while it is loaded, registers once for each event, and leaves nothing", () =>
    withHooks({}, { steps: [] }, ({ played }) => {
      assert.deepStrictEqual(played.imported, ["amplifier_module_hooks_hookline"])
      const names = Object.values(played.handlers).flat()
      assert.strictEqual(names.length, 17)
      assert.strictEqual(new Set(names.map(([, name]) => name)).size, 17)
      assert.deepStrictEqual([...new Set(names.map(([priority]) => priority))], [20])
      assert.deepStrictEqual([played.checked.handlers, played.checked.shown], [17, []])
      assert.deepStrictEqual(played.left, [])
    })
  )

  live("denies a call, with the reason for the model, and no later handler sees it", () =>
    withHooks(
      { PreToolUse: { matcher: "Bash", command: `${keep}; echo 'not here' >&2; exit 2` } },
      { steps: [before("bash", ls), before("read_file", { path: "a" })] },
      ({ payloads, played }) => {
        const [denied, passed] = played.results
        assert.strictEqual(denied?.action, "deny")
        assert.include(denied?.reason ?? "", "not here")
        assert.strictEqual(passed?.action, "continue")
        assert.deepStrictEqual(
          played.later.map(([, data]) => data["tool_name"]),
          ["read_file"]
        )
        const [payload] = payloads
        assert.deepStrictEqual(
          [payload?.["tool_name"], payload?.["tool_input"], payload?.["session_id"]],
          ["Bash", ls, "s1"]
        )
      }
    )
  )

  for (const [answer, action] of [
    ["Allow once", "continue"],
    ["Deny", "deny"]
  ] as const) {
    live(`asks the user, whose answer counts: ${answer}`, () =>
      withHooks(
        {
          PreToolUse: {
            command: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" })
          }
        },
        { steps: [before("bash", ls)], answer },
        ({ played }) => {
          assert.strictEqual(played.results[0]?.emitted["action"], "ask_user")
          assert.strictEqual(played.results[0]?.action, action)
          assert.include(played.asked[0]?.prompt ?? "", "sure?")
          assert.include(played.asked[0]?.prompt ?? "", `{"command":"ls"}`)
        }
      )
    )
  }

  const change = specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "ls -l" } })

  live("changes the input for later handlers and for a loop that takes it over", () =>
    withHooks({ PreToolUse: { command: change } }, { steps: [before("bash", ls)] }, ({ played }) => {
      assert.deepStrictEqual(played.later[0]?.[1]["tool_input"], { command: "ls -l" })
      assert.strictEqual(played.later[0]?.[1]["tool_call_id"], "call_1")
      assert.strictEqual(played.results[0]?.action, "continue")
      const { data } = played.results[0]?.emitted ?? {}
      assert.deepStrictEqual((data as Json)["tool_input"], { command: "ls -l" })
    })
  )

  live("says that a loop runs the input as it was, and denies under `closed`", () =>
    Effect.gen(function* () {
      const story = { steps: [before("bash", ls)], orchestrator: "loop-streaming" }
      yield* withHooks({ PreToolUse: { command: change } }, story, ({ played }) => {
        assert.deepStrictEqual(played.later[0]?.[1]["tool_input"], ls)
        assert.match(played.shown.map(({ message }) => message).join("\n"), /change/)
      })
      yield* withHooks(
        { PreToolUse: { command: change } },
        story,
        ({ played }) => assert.strictEqual(played.results[0]?.action, "deny"),
        "closed"
      )
      const must = answering({
        mustApply: true,
        hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "ls -l" } }
      })
      yield* withHooks({ PreToolUse: { command: must } }, story, ({ played }) =>
        assert.strictEqual(played.results[0]?.action, "deny")
      )
    })
  )

  for (const value of ["NaN", "Infinity", "-Infinity", "1e400", "1e-400"]) {
    live(`asks guards about an input with ${value}, which JSON lacks`, () =>
      withHooks(
        { PreToolUse: { command: "grep -q secret && exit 2; exit 0" } },
        { steps: [before("bash", { command: "cat secret", deep: [{ number: pythonValue(value) }] })] },
        ({ played }) => assert.strictEqual(played.results[0]?.action, "deny")
      )
    )
  }

  live("leaves numbers that hooks leave, digit for digit", () =>
    Effect.gen(function* () {
      const numbers = ["12345678901234567891", "-9007199254740993", "1.0", "1e22", "0.1", "-0.0"]
      const given = { ...ls, list: numbers.map(pythonValue), at: { id: pythonValue("9007199254740993") } }
      // It changes one field, and gives the others as it got them.
      const node = `let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () => {
        const { tool_input } = JSON.parse(text)
        const updatedInput = { ...tool_input, command: "ls -l", at: { ...tool_input.at, more: 7 } }
        console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }))
      })`
      const file = path.join(fs.mkdtempSync("/tmp/hookline-module-"), "change.cjs")
      fs.writeFileSync(file, node)
      yield* withHooks(
        { PreToolUse: { command: `'${process.execPath}' ${file}` } },
        { steps: [before("bash", given)] },
        ({ played }) => {
          assert.include(JSON.stringify(played.later), "ls -l")
          const written = numbers.map((number) => (number === "1e22" ? "1e+22" : number)).join(", ")
          assert.include(played.text, `"list": [${written}]`)
          assert.match(played.text, /"at": \{"id": 9007199254740993, "more": 7\}/)
        }
      )
      fs.rmSync(path.dirname(file), { recursive: true })
    })
  )

  live("changes a result", () =>
    withHooks(
      { PostToolUse: { command: specific("PostToolUse", { updatedToolOutput: "less" }) } },
      { steps: [after("bash", ls, "more")] },
      ({ played }) => assert.deepStrictEqual(played.later[0]?.[1]["result"], "less")
    )
  )

  live("gives the model texts, and that of a session's start with its first prompt", () =>
    withHooks(
      {
        SessionStart: { command: "echo 'from the start'" },
        UserPromptSubmit: { command: "echo 'from the prompt'" },
        PostToolUse: { command: specific("PostToolUse", { additionalContext: "from the tool" }) }
      },
      { steps: [event("session:start"), prompt("go"), after("bash", ls, "out")] },
      ({ played }) => {
        const texts = played.messages.map(({ content }) => content)
        assert.strictEqual(texts.length, 2)
        assert.include(texts[0] ?? "", "from the start")
        assert.include(texts[0] ?? "", "from the prompt")
        assert.include(texts[1] ?? "", "from the tool")
      }
    )
  )

  live("shows messages of the user on each event, each once, with its level", () =>
    withHooks(
      {
        SessionStart: { command: answering({ systemMessage: "at the start" }) },
        PreToolUse: { command: answering({ systemMessage: "before the tool" }) },
        UserPromptSubmit: { command: answering({ decision: "block", reason: "no", systemMessage: "at the prompt" }) }
      },
      { steps: [event("session:start"), before("bash", ls), prompt("go")] },
      ({ played }) => {
        const shown = played.shown.map(({ message }) => message).join("\n")
        for (const text of ["at the start", "before the tool", "at the prompt"]) {
          assert.strictEqual(shown.split(text).length, 2, `${text} in ${shown}`)
        }
        assert.strictEqual(played.results[2]?.action, "deny")
      }
    )
  )

  live("logs messages where there is no display, and keeps them in the result", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        ".claude/settings.json": {
          json: {
            hooks: { PreToolUse: [{ hooks: [{ type: "command", command: answering({ systemMessage: "look" }) }] }] }
          }
        }
      })
      yield* hooklineIn(project, ["attach", "amplifier"])
      const played = yield* play(project, { steps: [before("bash", ls)], display: false })
      assert.include(played.stderr, "look")
    })
  )

  live("never blocks the end of work, and says what nobody takes over", () =>
    withHooks(
      { Stop: { command: `${keep}; ${answering({ decision: "block", reason: "go on" })}` } },
      { steps: [event("orchestrator:complete", { orchestrator: "loop-streaming", turn_count: 1, status: "success" })] },
      ({ payloads, played }) => {
        assert.strictEqual(played.results[0]?.action, "continue")
        assert.strictEqual(payloads.length, 1)
        assert.include(played.shown.map(({ message }) => message).join("\n"), "go on")
      },
      "closed"
    )
  )

  live("reports the end of a session, which the core reports after its modules are gone, once", () =>
    Effect.gen(function* () {
      const hooks = { SessionEnd: { command: keep } }
      yield* withHooks(hooks, { steps: [prompt("go")] }, ({ payloads }) => assert.strictEqual(payloads.length, 1))
      yield* withHooks(hooks, { steps: [prompt("go"), event("session:end")] }, ({ payloads }) =>
        assert.strictEqual(payloads.length, 1)
      )
      yield* withHooks(hooks, { steps: [] }, ({ payloads }) => assert.strictEqual(payloads.length, 0))
    })
  )

  live("answers calls at the same time, each its own", () =>
    withHooks(
      { PreToolUse: { matcher: "Bash", command: `grep -q secret && { echo 'not that' >&2; exit 2; }; exit 0` } },
      {
        steps: [
          [before("bash", ls), before("bash", { command: "cat secret" }), before("read_file", { path: "secret" })]
        ]
      },
      ({ played }) => {
        const all = played.results[0] as unknown as Played["results"]
        assert.deepStrictEqual(
          all.map(({ action }) => action),
          ["continue", "deny", "continue"]
        )
      }
    )
  )

  live(
    "runs the hooks of the folder that its config names, by a policy of its config, and says what is wrong in it",
    () =>
      Effect.gen(function* () {
        const project = yield* TestProject.make({
          ".claude/settings.json": {
            json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] } }
          },
          "other/.hookline/.keep": ""
        })
        yield* hooklineIn(project, ["attach", "amplifier", "--on-failure", "closed"])
        const steps = [before("bash", ls)]
        const with_ = (config: Json) => play(project, { steps, config })
        const other = yield* with_({ project: path.join(project.project, "other") })
        assert.strictEqual(other.results[0]?.action, "continue")
        const off = yield* with_({ enabled: false })
        assert.deepStrictEqual([off.results[0]?.action, off.handlers], ["continue", {}])
        assert.match(off.shown[0]?.message ?? "", /disabled by its config/)
        const gone = yield* with_({ command: ["/gone/hookline"], on_failure: "open" })
        assert.strictEqual(gone.results[0]?.action, "continue")
        assert.match(gone.shown[0]?.message ?? "", /could not be run.*so that no hook runs/)
        const wrong = yield* with_({ on_failure: "perhaps", timeout: -1, colour: "red", command: [] })
        assert.strictEqual(wrong.results[0]?.action, "deny")
        assert.deepStrictEqual(
          wrong.shown.map(({ message }) => message).filter((message) => message.startsWith("Hookline's module")),
          [
            "Hookline's module: on_failure in its config is not open, ask or closed.",
            "Hookline's module: timeout in its config is not a positive number of seconds.",
            "Hookline's module: its config has the unknown key colour.",
            "Hookline's module: command in its config is not a list of words."
          ]
        )
      })
  )

  live("lets no hook take longer than its timeout", () =>
    withHooks(
      { PreToolUse: { command: "sleep 30", timeout: 60 } },
      { steps: [before("bash", ls)], config: { timeout: 4 } },
      ({ played }) => {
        assert.strictEqual(played.results[0]?.action, "deny")
        assert.isBelow(played.results[0]?.seconds ?? 60, 10)
      },
      "closed"
    )
  )
})
