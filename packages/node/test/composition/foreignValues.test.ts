// What an event or a change holds and JSON would change: hooks that are given JSON would judge another value than the one that
// runs. It fails them, and no change is made that they were not given.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { CommandRunner } from "@hookline/core/Runners"
import { Hookline } from "@hookline/node"
import * as Change from "@hookline/schema/Change"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isDeepStrictEqual } from "node:util"
import { foreign, put } from "../foreignValues.ts"

const places: ReadonlyArray<readonly [Json, ReadonlyArray<number>]> = [
  [{}, [0]],
  [{ a: { b: [{ c: [] }] } }, [0, 0, 0, 0]],
  [{ list: [[1], { d: null }] }, [0, 1, 0]]
]

/** Returns a value with dates as their times. */
const withTimes = (value: unknown): unknown => {
  if (value instanceof Date && Reflect.ownKeys(value).length === 0) return new Date(value).toJSON() ?? value
  if (Array.isArray(value)) return value.map(withTimes)
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTimes(part)]))
    : value
}

const isSameAsJson = (value: unknown): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), withTimes(value))
  } catch {
    return false
  }
}

/** A program that reads its event, and lets it pass. */
const reading = Layer.succeed(CommandRunner)({
  run: (work) =>
    Effect.sync(() => {
      work.payload()
      return { _tag: "Exit", code: 0, stdout: "", stderr: "" } as const
    })
})

const files = {
  ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "guard" }] }] } }
}

const provide = [FailurePolicy.layerClosed, reading]

const emitted = (event: HookEvent) =>
  Hookline.use((hooks) => hooks.emit(event)).pipe(Effect.provide(TestHookline.layer(files, {}, { provide })))

const pre = (toolInput: Json) => cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput })

const inputs = (name: string): ReadonlyArray<Json> =>
  // Each place is in an object.
  places.map(([into, way]) => put(into, way, foreign[name]?.()) as Json)

describe("a value that JSON changes", () => {
  it.effect.each(Object.keys(foreign))("fails a hook that is given JSON, where an event has a %s", (name) =>
    Effect.gen(function* () {
      for (const input of inputs(name)) {
        if (isSameAsJson(input)) continue
        const { outcome } = yield* emitted(pre(input))
        assert.strictEqual(outcome.verdict._tag, "Deny")
      }
    })
  )

  it.effect("fails no hook where a key has no value, which is the same as none", () =>
    Effect.gen(function* () {
      const { outcome } = yield* emitted(pre({ command: "ls", timeout: undefined }))
      assert.strictEqual(outcome.verdict._tag, "Pass")
    })
  )

  it.effect.each(Object.keys(foreign))("is no change that a handler can make with a %s", (name) =>
    Effect.gen(function* () {
      for (const value of inputs(name)) {
        const { outcome, runs } = yield* changedTo("input", value)
        // A copy of the value may be JSON.
        const [change] = outcome.changes
        if (change === undefined) assert.strictEqual(runs[0]?.status, "failed")
        else assert.isTrue(isSameAsJson(change.value))
      }
    })
  )
})

/** Emits an event that a handler changes. */
const changedTo = (
  target: Change.Target,
  value: unknown,
  verdict: Verdict.Verdict = Verdict.pass,
  mode: Change.Change["mode"] = "replace"
) =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    yield* hooks.register({
      event: target === "prompt" ? "UserPromptSubmit" : target === "input" ? "PreToolUse" : "PostToolUse",
      name: "change",
      handler: () => Effect.succeed({ verdict, changes: [{ by: "", target, mode, value }] })
    })
    const fields = { sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } }
    const events = {
      input: cases.PreToolUse.make(fields),
      result: cases.PostToolUse.make({ ...fields, toolResponse: "text" }),
      prompt: cases.UserPromptSubmit.make({ sessionId: "s", prompt: "text" })
    }
    return yield* hooks.emit(events[target])
  }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerOpen] })))

class Row {
  readonly token = "secret"
  get shown(): string {
    return this.token
  }
}

describe("a date in an event", () => {
  it.effect("is its time for hooks that are given JSON, and fails none of them", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const runner = Layer.succeed(CommandRunner)({
        run: (work) =>
          Effect.sync(() => {
            seen.push(work.payload())
            return { _tag: "Exit", code: 0, stdout: "", stderr: "" } as const
          })
      })
      const layer = TestHookline.layer(files, {}, { provide: [FailurePolicy.layerClosed, runner] })
      const event = pre({ command: "ls", at: [new Date(0)] })
      const { outcome } = yield* Effect.provide(
        Hookline.use((hooks) => hooks.emit(event)),
        layer
      )
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepNestedInclude(JSON.parse(seen[0] ?? ""), { "tool_input.at[0]": "1970-01-01T00:00:00.000Z" })
    })
  )
})

describe("a result that a guard replaces", () => {
  /** Emits a result of which a handler returns a part, with another token. */
  const redacted = (toolResponse: Json) =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({
        event: "PostToolUse",
        name: "redact",
        onFailure: "closed",
        handler: (event) =>
          // The program's own event has an object there.
          Effect.succeed({
            changes: [
              { by: "", target: "result", mode: "replace", value: { ...(event.toolResponse as Json), token: "***" } }
            ]
          })
      })
      const { outcome, runs } = yield* hooks.emit(
        cases.PostToolUse.make({ sessionId: "s", toolName: "Read", toolInput: {}, toolResponse })
      )
      return { result: Change.apply(toolResponse, "result", outcome.changes), run: runs[0]?.status }
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))

  it.effect.each([new Date(0), new Row(), [new Row()], { deep: { row: new Row() } }])(
    "may keep what the program put in it: %j",
    (part) =>
      Effect.gen(function* () {
        const { result, run } = yield* redacted({ token: "secret", part })
        assert.deepStrictEqual(result, { token: "***", part })
        assert.strictEqual(run, "ran")
      })
  )

  // proves: docs/promises.md
  it.effect.each(Object.keys(foreign))("is never the old one, whatever is put in its place: %s", (name) =>
    Effect.gen(function* () {
      for (const mode of ["replace", "merge"] as const)
        for (const value of [foreign[name]?.(), ...inputs(name)]) {
          const { outcome } = yield* changedTo("result", value, Verdict.pass, mode)
          const result = Change.apply("text", "result", outcome.changes)
          assert.notStrictEqual(result, "text")
          assert.isTrue(isSameAsJson(result))
        }
    })
  )

  it.effect("is nothing where a handler puts nothing in its place", () =>
    Effect.gen(function* () {
      const { outcome, runs } = yield* changedTo("result", undefined)
      assert.isNull(Change.apply("text", "result", outcome.changes))
      assert.strictEqual(runs[0]?.status, "failed")
    })
  )
})

describe("a change that would make its target another kind of thing", () => {
  const kinds: ReadonlyArray<readonly [Change.Target, unknown]> = [
    ["input", "rm -rf /"],
    ["input", ["rm"]],
    ["input", null],
    ["input", undefined],
    ["prompt", { text: "more" }],
    ["prompt", 1]
  ]

  it.effect.each(kinds)("is not in the report, and is a failure: the %s as %j", ([target, value]) =>
    Effect.gen(function* () {
      const { outcome, runs } = yield* changedTo(target, value)
      assert.isEmpty(outcome.changes)
      assert.strictEqual(runs[0]?.status, "failed")
      assert.strictEqual(outcome.notices.length, 1)
    })
  )

  it.effect("takes no denial with it", () =>
    Effect.gen(function* () {
      const { outcome } = yield* changedTo("input", "rm", Verdict.deny({ by: "", reason: "no" }))
      assert.strictEqual(outcome.verdict._tag, "Deny")
    })
  )
})
