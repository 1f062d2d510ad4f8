// A text for the model on an event on which the host can't give it: it was only shown to the user.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { GeminiCli } from "@hookline/dialects/kit/gemini/Dialect"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { answer, context } from "./fixtures.ts"

const hooks = [
  TestPipeline.hookOf("a"),
  TestPipeline.hookOf("b"),
  { ...TestPipeline.hookOf("c"), id: "c", event: "PostToolUse" }
]
const script = { a: context("text of a"), b: context("text of b"), c: context("text of c", "PostToolUse") }

const call = (sessionId?: string) =>
  HookEvent.cases.PreToolUse.make({
    toolName: "Bash",
    toolInput: { command: "ls" },
    ...(sessionId !== undefined && { sessionId })
  })
const after = (sessionId: string) =>
  HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, toolResponse: "", sessionId })
const prompt = (sessionId: string) => HookEvent.cases.UserPromptSubmit.make({ prompt: "go", sessionId })

const texts = (event: HookEvent.HookEvent) =>
  Effect.map(answer(event), ({ outcome }) => outcome.context.map(({ text }) => text))

const gemini = TestPipeline.layerOf(hooks, script, { host: GeminiCli })

describe("a text for the model", () => {
  it.effect("waits for the next event of its session that has room, and is given once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* texts(call("one")), [])
      assert.deepStrictEqual(yield* texts(prompt("two")), [])
      assert.deepStrictEqual(yield* texts(after("one")), ["text of c", "text of a", "text of b"])
      assert.deepStrictEqual(yield* texts(prompt("one")), [])
    }).pipe(Effect.provide(gemini))
  )

  it.effect("is reported with its hook where it is given", () =>
    Effect.gen(function* () {
      yield* answer(call("one"))
      const { background = [] } = yield* answer(prompt("one"))
      assert.deepStrictEqual(
        background.map(({ event, run }) => [event, run.id, run.why]),
        [
          ["PreToolUse", "a", "its text for the model waited for an event that has room"],
          ["PreToolUse", "b", "its text for the model waited for an event that has room"]
        ]
      )
    }).pipe(Effect.provide(gemini))
  )

  it.effect("stays in the answer where no session has a name, nothing waits, or the host has room", () =>
    Effect.gen(function* () {
      const both = ["text of a", "text of b"]
      assert.deepStrictEqual(yield* Effect.provide(texts(call()), gemini), both)
      const options = { host: GeminiCli, provide: [Background.layerNone] }
      assert.deepStrictEqual(
        yield* Effect.provide(texts(call("s")), TestPipeline.layerOf(hooks, script, options)),
        both
      )
      const claude = TestPipeline.layerOf(hooks, script, { host: ClaudeCode })
      assert.deepStrictEqual(yield* Effect.provide(texts(call("s")), claude), both)
    })
  )

  it.effect("stays in the answer, with a notice, where it can't be kept", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer(call("s"))
      assert.lengthOf(outcome.context, 2)
      assert.include(outcome.notices.map(({ text }) => text).join(), "the port for results that wait broke: no disk")
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf(hooks, script, {
          host: GeminiCli,
          provide: [Background.layerWith({ onDone: () => Effect.die(new Error("no disk")), waiting: () => [] })]
        })
      )
    )
  )
})
