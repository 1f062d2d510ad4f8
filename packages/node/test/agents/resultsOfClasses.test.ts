// Results that hold more than JSON: hooks judge them as the model is given them, and what they remove from them is gone.
import { assert, describe, it } from "@effect/vitest"
import * as Display from "@hookline/coordinator/Display"
import { CommandRunner } from "@hookline/core/Runners"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import type { Json } from "@hookline/schema/Json"
import type { Notice } from "@hookline/schema/Outcome"
import { TestHookline } from "@hookline/testing"
import * as TestModel from "@hookline/testing/TestModel"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

class Row extends Schema.Class<Row>("Row")({ id: Schema.Number, at: Schema.Date }) {}

const at = new Date(0)

/** Results with their schemas, and what JSON has of them. */
const results: Readonly<Record<string, readonly [Schema.Codec<unknown>, unknown, unknown]>> = {
  "a date": [Schema.Date, at, at.toJSON()],
  "a date in data": [Schema.Unknown, { token: "secret", at }, { token: "secret", at: at.toJSON() }],
  "a row of a class": [Row, new Row({ id: 1, at }), { id: 1, at: at.toJSON() }],
  "a map": [Schema.Unknown, new Map([["a", 1]]), {}],
  bytes: [Schema.Uint8Array, new Uint8Array([1, 2]), { 0: 1, 1: 2 }],
  "no number": [Schema.Number, NaN, null],
  "a list with nothing in it": [Schema.Unknown, [1, undefined], [1, null]]
}

const files = {
  ".claude/settings.json": { hooks: { PostToolUse: [{ hooks: [{ type: "command", command: "guard" }] }] } }
}

/** Calls a tool once under a hook that replies so. Returns the result, what the hook was given, and what users were shown. */
const called = (success: Schema.Codec<unknown>, value: unknown, reply: unknown) =>
  Effect.gen(function* () {
    const shown: Array<Notice> = []
    const seen: Array<unknown> = []
    const guard = Layer.succeed(CommandRunner)({
      run: (work) =>
        Effect.sync(() => {
          seen.push((JSON.parse(work.payload()) as Json)["tool_response"])
          const stdout = reply === undefined ? "" : JSON.stringify({ hookSpecificOutput: reply })
          return { _tag: "Exit", code: 0, stdout, stderr: "" } as const
        })
    })
    const display = Display.layer((notices) => Effect.sync(() => void shown.push(...notices)))
    const parameters = Schema.Struct({ path: Schema.String })
    const tools = Toolkit.make(Tool.make("read", { parameters, success }))
    const { toolResults } = yield* LanguageModel.generateText({
      prompt: "go",
      toolkit: HookedToolkit.make(tools)
    }).pipe(
      Effect.provide([
        tools.toLayer({ read: () => Effect.succeed(value) }),
        TestModel.layer({ tool: "read", input: { path: "key" } }),
        TestHookline.layer(files, {}, { provide: [FailurePolicy.layerClosed, guard, display] })
      ])
    )
    return { result: toolResults[0]?.result, seen, shown }
  })

describe("a result that holds more than JSON", () => {
  it.effect.each(Object.entries(results))("is given to hooks as the model is given it, and fails none: %s", (row) =>
    Effect.gen(function* () {
      const [, [success, value, json]] = row
      const { result, seen, shown } = yield* called(success, value, undefined)
      assert.deepStrictEqual(seen, [json])
      assert.deepStrictEqual(result, value)
      assert.isEmpty(shown)
    })
  )

  it.effect("has a date as its tool wants it where a command changes another part", () =>
    Effect.gen(function* () {
      const success = Schema.Struct({ token: Schema.String, at: Schema.Date })
      const changed = { updatedToolOutput: { token: "***", at: at.toJSON() }, hookEventName: "PostToolUse" }
      const { result, shown } = yield* called(success, { token: "secret", at }, changed)
      assert.deepStrictEqual(result, { token: "***", at })
      assert.isEmpty(shown)
    })
  )
})
