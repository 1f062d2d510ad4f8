// A payload that is two events: the second runs where the first goes on, and not otherwise.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Change from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestDialect, TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { context, deny, hook, name } from "./fixtures.ts"

const payload = {
  event: "tool:pre",
  data: { session_id: "s", tool_name: "delegate", tool_input: { agent: "explorer" } }
}

const files = {
  ".claude/settings.json": {
    hooks: { PreToolUse: [{ hooks: [hook("before")] }], SubagentStart: [{ hooks: [hook("start")] }] }
  }
}

const ran = (before: TestRunner.Act) =>
  Effect.flatMap(Pipeline, (pipeline) => pipeline.run(payload)).pipe(
    Effect.map(({ outcome, reports }) => ({
      outcome,
      ids: reports.flatMap(({ runs }) => runs.map(({ id }) => name(id)))
    })),
    Effect.provide(TestPipeline.layer(files, { before, start: {} }, { host: Amplifier }))
  )

const acts: ReadonlyArray<readonly [what: string, act: TestRunner.Act, goesOn: boolean]> = [
  ["says nothing", {}, true],
  ["has a text", context("x"), true],
  ["fails", { exit: 1 }, true],
  ["denies", deny("no"), false],
  ["halts the agent", { json: { continue: false, stopReason: "enough" } }, false]
]

describe("a call that starts an agent", () => {
  for (const [what, act, goesOn] of acts) {
    it.effect(`${goesOn ? "starts it" : "starts none"} where a hook of the call ${what}`, () =>
      Effect.gen(function* () {
        const { ids } = yield* ran(act)
        assert.deepStrictEqual(ids, goesOn ? ["before", "start"] : ["before"])
      })
    )
  }
})

const { PermissionRequest, PostToolUse, PreToolUse } = HookEvent.cases
const edit = (file: string) => ({ toolName: "Edit", toolInput: { file_path: file }, sessionId: "s" })

/** A host whose payload is these events, of calls that are one call there. */
const several = (events: ReadonlyArray<HookEvent.HookEvent>): Dialect =>
  TestDialect.make({
    event: { ...ClaudeCode.event, read: () => Result.succeed({ events }) },
    alsoNamed: (event) => ("toolName" in event && event.toolName === "Erase" ? ["Edit"] : [])
  })

/** Runs the hook on the payload of several events. */
const answered = (events: ReadonlyArray<HookEvent.HookEvent>, entry: object, hook: TestRunner.Script[string]) => {
  const event = events[0]?._tag ?? ""
  const files = { ".claude/settings.json": { hooks: { [event]: [entry] } } }
  return Effect.flatMap(Pipeline, (pipeline) => pipeline.run({})).pipe(
    Effect.provide(TestPipeline.layer(files, { hook }, { host: several(events) }))
  )
}

const always = { hooks: [hook("hook")] }

/** Answers by the file of a call. */
const byFile =
  (acts: Readonly<Record<string, TestRunner.Act>>): TestRunner.Script[string] =>
  ({ event }) =>
    acts[String("toolInput" in event ? event.toolInput["file_path"] : "")] ?? {}

const granted = {
  json: { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } }
}

describe("a payload of several calls", () => {
  it.effect("is denied where any of them is", () =>
    Effect.gen(function* () {
      const events = ["a", "b", "c"].map((file) => PreToolUse.make(edit(file)))
      const { answered: seen, outcome } = yield* answered(events, always, byFile({ b: deny("not b") }))
      assert.strictEqual(outcome.verdict._tag, "Deny")
      assert.strictEqual(seen.length, 2)
    })
  )

  it.effect("is allowed only where all of them are", () =>
    Effect.gen(function* () {
      const events = ["a", "b"].map((file) => PermissionRequest.make(edit(file)))
      const one = yield* answered(events, always, byFile({ a: granted }))
      const both = yield* answered(events, always, byFile({ a: granted, b: granted }))
      assert.deepStrictEqual([one.outcome.verdict._tag, both.outcome.verdict._tag], ["Pass", "Allow"])
    })
  )

  it.effect("has the result that the hooks of the call before left", () =>
    Effect.gen(function* () {
      const events = ["a", "b"].map((file) => PostToolUse.make({ ...edit(file), toolResponse: "secret " }))
      const { outcome } = yield* answered(events, always, ({ event }) => ({
        json: {
          hookSpecificOutput: {
            hookEventName: "PostToolUse",
            updatedToolOutput: `${String("toolResponse" in event && event.toolResponse).replace("secret", "clean")}seen `
          }
        }
      }))
      assert.strictEqual(Change.apply("", "result", outcome.changes), "clean seen seen ")
    })
  )

  it.effect.each<readonly [name: string, entry: object]>([
    ["a matcher", { matcher: "Edit", hooks: [hook("hook")] }],
    ["a condition", { hooks: [hook("hook", { if: "Edit(src/**)" })] }]
  ])("reaches hooks by the host's further names of a tool in %s", ([, entry]) =>
    Effect.gen(function* () {
      const erase = PreToolUse.make({ ...edit("/project/src/a"), toolName: "Erase" })
      const other = PreToolUse.make({ ...edit("/project/src/a"), toolName: "Other" })
      const { outcome } = yield* answered([erase], entry, deny("no"))
      const without = yield* answered([other], entry, deny("no"))
      assert.deepStrictEqual([outcome.verdict._tag, without.outcome.verdict._tag], ["Deny", "Pass"])
    })
  )
})
