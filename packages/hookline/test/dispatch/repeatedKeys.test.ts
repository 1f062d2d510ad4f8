// A key that an object of a payload has twice: guards judge its last value, and the host may run the first one. Every key of
// each host's payload is written twice, also inside of an input that is a text.
import { assert, describe, it } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import type { OnFailure } from "@hookline/schema/Hook"
import { TestPipeline, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { dispatch } from "hookline/kit/dispatch/Dispatch"
import { hooklineIn } from "../commands/hookline.ts"

/** A text of JSON inside of a payload, by its value. */
class Inner {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

type Path = ReadonlyArray<string>

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  value instanceof Inner
    ? entriesOf(value.value)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : []

/** Returns the paths of all keys. */
const pathsIn = (value: unknown): ReadonlyArray<Path> =>
  entriesOf(value).flatMap(([key, part]) => [[key], ...pathsIn(part).map((path) => [key, ...path])])

/** Writes a value, with the key at a path twice: another value comes first, because the last one counts for JavaScript. */
const written = (value: unknown, [key, ...rest]: Path = []): string => {
  if (value instanceof Inner) return JSON.stringify(written(value.value, key === undefined ? [] : [key, ...rest]))
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, part]) => {
    const own = `${JSON.stringify(name)}: ${written(part, name === key ? rest : [])}`
    return name === key && rest.length === 0 ? `${JSON.stringify(name)}: "another", ${own}` : own
  })
  return `{${parts.join(", ")}}`
}

const input = { command: "ls: {}", more: { text: '"a": 1', depth: { n: 1e3 } } }
const bash = { hook_event_name: "PreToolUse", session_id: "s", cwd: "/", tool_name: "Bash" }

const payloads: Readonly<Record<string, unknown>> = {
  claude: { ...bash, tool_input: input },
  "claude text": { ...bash, tool_input: new Inner(input) },
  codex: { ...bash, tool_input: input },
  gemini: { ...bash, hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: input },
  qwen: { ...bash, tool_name: "run_shell_command", tool_input: input },
  "qwen deferred": {
    ...bash,
    tool_name: "tool_call",
    tool_input: { name: "run_shell_command", arguments: new Inner(input) }
  },
  copilot: { hookEventName: "preToolUse", sessionId: "s", cwd: "/", toolName: "bash", toolArgs: new Inner(input) },
  "copilot object": { hookEventName: "preToolUse", sessionId: "s", cwd: "/", toolName: "bash", toolInput: input },
  cursor: { hook_event_name: "preToolUse", conversation_id: "s", tool_name: "Shell", tool_input: input },
  opencode: { ...bash, tool_name: "bash", tool_input: input },
  amplihack: { hookEventName: "PreToolUse", sessionId: "s", toolName: "Bash", toolArgs: new Inner(input) },
  amplifier: { event: "tool:pre", data: { session_id: "s", tool_name: "bash", tool_input: input } },
  "amplifier text": { event: "tool:pre", data: { session_id: "s", tool_name: "bash", tool_input: new Inner(input) } },
  amcp: { ...bash, tool_input: input }
}

const answered = (name: string, text: string, onFailure: OnFailure, settings: unknown = {}) =>
  Effect.gen(function* () {
    const host = Dialects.all.find((each) => each.name === name.split(" ")[0])
    if (host === undefined) return yield* Effect.die(name)
    const pipeline = TestPipeline.layer({ ".hookline/settings.json": settings }, {}, { host })
    return yield* Effect.scoped(dispatch({ host, text, onFailure }, { pipeline }))
  })

const report = /is in the payload twice/

describe("a key that a payload has twice", () => {
  for (const [name, payload] of Object.entries(payloads)) {
    // proves: docs/failure-policy.md
    it.effect(`of ${name} is reported under open, and denied or asked about otherwise, whichever key it is`, () =>
      Effect.gen(function* () {
        for (const path of pathsIn(payload)) {
          const text = written(payload, path)
          const open = yield* answered(name, text, "open")
          assert.match(open.stdout + open.stderr, report, `${path.join(".")} ${text}`)
          assert.isFalse(open.isStrict === true || open.exit === 2, path.join("."))
          assert.isFalse(open.isQuiet === true)
          for (const policy of ["closed", "ask"] as const) {
            const strict = yield* answered(name, text, policy)
            assert.match(strict.stdout + strict.stderr, report, path.join("."))
            assert.isTrue(strict.isStrict, `${policy} ${path.join(".")} ${strict.stdout}`)
          }
        }
      })
    )

    it.effect(`of ${name} is reported only where it is twice`, () =>
      Effect.gen(function* () {
        for (const policy of ["open", "closed"] as const) {
          const { isStrict, stderr, stdout } = yield* answered(name, written(payload), policy)
          assert.isFalse(isStrict)
          assert.notMatch(stdout + stderr, report)
        }
      })
    )
  }

  it.effect("follows the settings, and the stricter one of a hook for the event", () =>
    Effect.gen(function* () {
      const text = written(payloads["claude"], ["tool_input", "command"])
      const set = yield* answered("claude", text, "open", { failure_policy: "closed" })
      assert.match(set.stdout, /"permissionDecision":"deny"/)
      const of = (event: string, entry: object) =>
        Effect.scoped(
          dispatch(
            { host: Dialects.canonical, text, onFailure: "open" },
            {
              pipeline: TestPipeline.layer(
                {
                  ".amplifier/hooks/hooks.json": {
                    hooks: { [event]: [{ matcher: "Write", hooks: [{ type: "command", command: "guard", ...entry }] }] }
                  }
                },
                {}
              )
            }
          )
        )
      assert.match((yield* of("PreToolUse", { onFailure: "closed" })).stdout, /"permissionDecision":"deny"/)
      assert.notMatch((yield* of("PreToolUse", { onFailure: "closed", enabled: false })).stdout, /deny/)
      assert.notMatch((yield* of("PostToolUse", { onFailure: "closed" })).stdout, /deny/)
      assert.notMatch((yield* of("PreToolUse", {})).stdout, /deny/)
    })
  )

  it.effect("keeps the denial of a guard", () =>
    Effect.gen(function* () {
      const pipeline = TestPipeline.layer(
        {
          ".amplifier/hooks/hooks.json": { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "guard" }] }] } }
        },
        { guard: { exit: 2, stderr: "No." } }
      )
      for (const onFailure of ["open", "ask", "closed"] as const) {
        const text = written(payloads["claude"], ["tool_input", "command"])
        const answer = yield* Effect.scoped(dispatch({ host: Dialects.canonical, text, onFailure }, { pipeline }))
        assert.match(answer.stdout, /"permissionDecision":"deny".*No\./, onFailure)
        assert.match(answer.stdout, report)
      }
    })
  )

  it.live("is no part of what is known to be quiet, and is reported where its last value is", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({ "~/.local/state/.keep": "" })
      const memory = path.join(place.home, ".local/state/hookline/quiet")
      const ask = (text: string) => hooklineIn(place, ["dispatch", "--host", "claude"], { input: text })
      const payload = { ...bash, tool_name: "Read", tool_input: {} }
      while (!fs.existsSync(memory)) {
        assert.deepStrictEqual(yield* ask(written(payload)), { stdout: "", stderr: "", exit: 0 })
        yield* Effect.sleep("300 millis")
      }
      for (const key of ["tool_name", "tool_input", "hook_event_name", "session_id"]) {
        const { stderr, stdout } = yield* ask(written(payload, [key]))
        assert.match(stdout + stderr, report, key)
      }
    }).pipe(Effect.scoped)
  )
})
