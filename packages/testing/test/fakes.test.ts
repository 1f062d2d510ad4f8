// The parts that tests put in the place of a model and a person: what a script leaves out is never a yes.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { cases } from "@hookline/schema/HookEvent"
import { TestApproval, TestModel, TestPipeline } from "@hookline/testing"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

const ask = (prompt: string) =>
  Effect.map(LanguageModel.generateText({ prompt }), ({ text }) => text).pipe(
    Effect.mapError(({ message }) => message),
    Effect.result
  )

describe("a scripted model", () => {
  it.effect("answers in the order of the questions, and fails where the script has no verdict left", () => {
    const seen = TestModel.record()
    return Effect.gen(function* () {
      assert.deepStrictEqual([yield* ask("one"), yield* ask("two"), yield* ask("three")].map(Result.isSuccess), [
        true,
        true,
        false
      ])
      assert.deepStrictEqual(seen.asked, ["one", "two", "three"])
    }).pipe(Effect.provide(TestModel.layer([{ ok: true }, { text: "hm" }], seen)))
  })

  it.effect("answers always the same, or by what it is asked", () =>
    Effect.gen(function* () {
      const always = Effect.provide(Effect.all([ask("a"), ask("b")]), TestModel.layer({ ok: false, reason: "no" }))
      assert.deepStrictEqual(
        (yield* always).map((one) => Result.getOrThrow(one)),
        ['{"ok":false,"reason":"no"}', '{"ok":false,"reason":"no"}']
      )
      const byText = TestModel.layer((asked) => (asked.includes("rm") ? { fails: "overloaded" } : { ok: true }))
      const [plain, broken] = yield* Effect.provide(Effect.all([ask("ls"), ask("rm")]), byText)
      assert.isTrue(Result.isSuccess(plain))
      assert.match(Result.isFailure(broken) ? broken.failure : "", /overloaded/)
    })
  )

  it.effect("calls tools, each call under an id of its own", () => {
    const calls = [
      { tool: "shell", input: { command: "ls" } },
      { tool: "shell", input: { command: "pwd" } }
    ]
    const Tools = Toolkit.make(Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }) }))
    const generate = LanguageModel.generateText({ prompt: "go", toolkit: Tools, disableToolCallResolution: true })
    return Effect.gen(function* () {
      const [first, second] = [yield* generate, yield* generate].flatMap(({ toolCalls }) => toolCalls)
      assert.deepStrictEqual([first?.params, second?.params], [{ command: "ls" }, { command: "pwd" }])
      assert.notStrictEqual(first?.id, second?.id)
    }).pipe(Effect.provide(TestModel.layer(calls)))
  })

  it.effect("streams the same texts, calls and failures", () => {
    const script = [{ text: " two  words\n" }, { tool: "shell", input: { command: "ls" } }, { fails: "overloaded" }]
    const seen = TestModel.record()
    const run = ({ command }: { readonly command: string }) => Effect.sync(() => void ran.push(command))
    const ran: Array<string> = []
    const Tools = Toolkit.make(Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }) }))
    const stream = Stream.runCollect(LanguageModel.streamText({ prompt: "go", toolkit: Tools }))
    return Effect.gen(function* () {
      const texts = (yield* stream).flatMap((part) => (part.type === "text-delta" ? [part.delta] : []))
      assert.isAbove(texts.length, 1)
      assert.strictEqual(texts.join(""), " two  words\n")
      yield* stream
      assert.deepStrictEqual(ran, ["ls"])
      assert.match((yield* Effect.flip(stream)).message, /overloaded/)
      assert.strictEqual(seen.asked.length, 3)
    }).pipe(Effect.provide([TestModel.layer(script, seen), Tools.toLayer({ shell: run })]))
  })

  it.effect("takes its time by the clock of the test", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(ask("a"), { startImmediately: true })
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isTrue(Result.isSuccess(yield* Fiber.join(fiber)))
    }).pipe(Effect.provide(TestModel.layer({ ok: true, after: "1 minute" })))
  )
})

const request = (prompt: string) => Approval.request({ by: "guard", prompt }, cases.Stop.make({}))

describe("a scripted person", () => {
  it.effect("answers in order, is seen to be asked, and is gone when the script is", () => {
    const seen = TestApproval.record()
    return Effect.gen(function* () {
      const { ask: answer } = yield* Approval.Approval
      const asked = (prompt: string) => Effect.flatMap(request(prompt), answer)
      assert.deepStrictEqual(yield* asked("one"), { answer: "Allow once", found: "asked" })
      assert.deepStrictEqual(yield* asked("two"), { answer: "allow", found: "rule" })
      assert.strictEqual((yield* Effect.flip(asked("three"))).message, "they left")
      assert.include((yield* Effect.flip(asked("four"))).message, "no answer left")
      assert.deepStrictEqual(
        seen.asked.map(({ prompt }) => prompt),
        ["one", "two", "three", "four"]
      )
    }).pipe(
      Effect.provide(
        TestApproval.layer(["Allow once", { answer: "allow", found: "rule" }, { absent: "they left" }], seen).pipe(
          Layer.provide(TestPipeline.thisProject)
        )
      )
    )
  })
})
