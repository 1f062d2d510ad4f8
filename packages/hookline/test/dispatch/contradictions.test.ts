// Two names of one field in a payload with two values: guards judge one of them, and the host may run the other one.
import { assert, describe, it } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import type { OnFailure } from "@hookline/schema/Hook"
import { TestPipeline, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { dispatch } from "hookline/kit/dispatch/Dispatch"
import { hooklineIn } from "../commands/hookline.ts"

const bash = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/",
  tool_name: "Bash",
  tool_input: { command: "ls" }
}

/** The fields of a host's payload, and how it wraps them. */
const payloads: Readonly<Record<string, object>> = {
  claude: bash,
  codex: bash,
  gemini: { ...bash, hook_event_name: "BeforeTool", tool_name: "run_shell_command" },
  qwen: { ...bash, tool_name: "run_shell_command" },
  copilot: { ...bash, tool_name: "bash" },
  cursor: { ...bash, hook_event_name: "preToolUse", tool_name: "Shell", conversation_id: "s" },
  opencode: { ...bash, tool_name: "bash" },
  amplihack: bash,
  amplifier: { session_id: "s", tool_name: "bash", tool_input: { command: "ls" } },
  amcp: bash
}

/** The second names of the fields, each with another value. */
const others: Readonly<Record<string, unknown>> = {
  toolName: "other",
  toolInput: { command: "rm" },
  toolArgs: `{"command": "rm"}`,
  sessionId: "t"
}

const sent = (name: string, more: object): string => {
  const fields = { ...payloads[name], ...more }
  return JSON.stringify(name === "amplifier" ? { event: "tool:pre", data: fields } : fields)
}

const answered = (name: string, text: string, onFailure: OnFailure, settings: unknown = {}) =>
  Effect.gen(function* () {
    const host = Dialects.all.find((each) => each.name === name)
    if (host === undefined) return yield* Effect.die(name)
    const pipeline = TestPipeline.layer({ ".hookline/settings.json": settings }, {}, { host })
    return yield* Effect.scoped(dispatch({ host, text, onFailure }, { pipeline }))
  })

const report = /are names of one field/

describe("two names of one field in a payload", () => {
  for (const name of Object.keys(payloads)) {
    // proves: docs/failure-policy.md
    it.effect(`of ${name} with two values are reported under open, and denied or asked about otherwise`, () =>
      Effect.gen(function* () {
        for (const [key, value] of Object.entries(others)) {
          const text = sent(name, { [key]: value })
          const open = yield* answered(name, text, "open")
          assert.match(open.stdout + open.stderr, report, key)
          assert.isFalse(open.isStrict === true || open.exit === 2, key)
          assert.isFalse(open.isQuiet === true)
          for (const policy of ["closed", "ask"] as const) {
            const strict = yield* answered(name, text, policy)
            assert.match(strict.stdout + strict.stderr, report, key)
            assert.isTrue(strict.isStrict, `${policy} ${key} ${strict.stdout}`)
            const set = yield* answered(name, text, "open", { failure_policy: policy })
            assert.isTrue(set.isStrict, `${policy} ${key} ${set.stdout}`)
          }
        }
      })
    )

    it.effect(`of ${name} with one value are silent`, () =>
      Effect.gen(function* () {
        const input = { command: "ls" }
        const text = sent(name, { toolInput: input, toolArgs: JSON.stringify(input), sessionId: "s" })
        for (const policy of ["open", "closed"] as const) {
          const { isStrict, stderr, stdout } = yield* answered(name, text, policy)
          assert.isFalse(isStrict)
          assert.notMatch(stdout + stderr, report)
        }
      })
    )
  }

  it.effect("follow the stricter policy of a hook for the event, and keep the denial of a guard", () =>
    Effect.gen(function* () {
      const text = sent("claude", { toolInput: { command: "rm" } })
      const of = (event: string, entry: object, exit = 0) =>
        Effect.scoped(
          dispatch(
            { host: Dialects.canonical, text, onFailure: "open" },
            {
              pipeline: TestPipeline.layer(
                {
                  ".amplifier/hooks/hooks.json": {
                    hooks: { [event]: [{ hooks: [{ type: "command", command: "guard", ...entry }] }] }
                  }
                },
                { guard: { exit, stderr: "No." } }
              )
            }
          )
        )
      assert.match((yield* of("PreToolUse", { onFailure: "closed" })).stdout, /"permissionDecision":"deny"/)
      assert.notMatch((yield* of("PreToolUse", { onFailure: "closed", enabled: false })).stdout, /deny/)
      assert.notMatch((yield* of("PostToolUse", { onFailure: "closed" })).stdout, /deny/)
      assert.notMatch((yield* of("PreToolUse", {})).stdout, /deny/)
      const denied = yield* of("PreToolUse", {}, 2)
      assert.match(denied.stdout, /"permissionDecision":"deny".*No\./)
      assert.match(denied.stdout, report)
    })
  )

  it.live("are no part of what is known to be quiet", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({ "~/.local/state/.keep": "" })
      const memory = path.join(place.home, ".local/state/hookline/quiet")
      const ask = (payload: object) =>
        hooklineIn(place, ["dispatch", "--host", "claude"], { input: JSON.stringify(payload) })
      const payload = { ...bash, tool_name: "Read", toolInput: bash.tool_input, sessionId: "s" }
      const quiet = { stdout: "", stderr: "", exit: 0 }
      while (!fs.existsSync(memory)) {
        assert.deepStrictEqual(yield* ask({ ...bash, tool_name: "Read" }), quiet)
        yield* Effect.sleep("300 millis")
      }
      assert.deepStrictEqual(yield* ask(payload), quiet)
      for (const [key, value] of Object.entries(others)) {
        const { stderr, stdout } = yield* ask({ ...payload, [key]: value })
        assert.match(stdout + stderr, report, key)
      }
    }).pipe(Effect.scoped)
  )
})
