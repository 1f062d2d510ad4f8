import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import type { Handler } from "@hookline/schema/Handler"
import type { Settings } from "@hookline/schema/Settings"
import * as TestModel from "@hookline/testing/TestModel"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Models from "../src/Models.ts"
import * as ModelPromptRunner from "../src/ModelPromptRunner.ts"
import * as Anthropic from "../src/providers/Anthropic.ts"
import { around, execute, workOf } from "./asking.ts"

/** A model that says yes, and counts how often it was made. */
const model = (name: string, onMade: () => void = () => undefined) =>
  Model.make(
    "test",
    name,
    Layer.effect(
      LanguageModel.LanguageModel,
      Effect.suspend(() => {
        onMade()
        return LanguageModel.make({
          generateText: () => Effect.succeed([{ type: "text", text: "yes" }]),
          streamText: () => Stream.empty
        })
      })
    )
  )

const judged = (
  models: Layer.Layer<never>,
  ...asked: ReadonlyArray<readonly [model?: string | undefined, settings?: Settings]>
) =>
  Executor.use((executor) =>
    Effect.forEach(asked, ([name, settings = {}]) => {
      const handler: Handler = { _tag: "Prompt", prompt: "Well?", ...(name !== undefined && { model: name }) }
      return Effect.map(
        Effect.flatMap(workOf({ handler, settings }), (work) => executor.execute(work)),
        (reply) => {
          assert.ok(reply._tag === "Judgement")
          return [reply.model, reply.notice] as const
        }
      )
    })
  ).pipe(
    Effect.provide(
      Executor.layerWith(ModelPromptRunner.layer.pipe(Layer.provide(model("usual")), Layer.provide(models))).pipe(
        Layer.provide(around)
      )
    )
  )

describe("Models", () => {
  it.effect("judge by the hook's model, else by the settings', else by the one that is there", () =>
    Effect.gen(function* () {
      const models = Models.layer({ fast: model("fast-1"), slow: model("slow-1") })
      const settings: Settings = { fastModel: "fast" }
      assert.deepStrictEqual(yield* judged(models, [], ["slow"], [undefined, settings], ["slow", settings]), [
        ["usual", undefined],
        ["slow-1", undefined],
        ["fast-1", undefined],
        ["slow-1", undefined]
      ])
    })
  )

  it.effect("that are not there are a notice, and the one that is there judges", () =>
    Effect.gen(function* () {
      const asked = [["opus"], [undefined, { fastModel: "haiku" }], ["usual"], ["toString"]] as const
      for (const models of [Layer.empty, Models.layer({ fast: model("fast-1") })]) {
        const [own, settings, usual, inherited] = yield* judged(models, ...asked)
        assert.deepStrictEqual(own, ["usual", "it asks for the model opus, which nothing here provides: usual judged"])
        assert.deepStrictEqual(settings, [
          "usual",
          "the settings ask for the model haiku, which nothing here provides: usual judged"
        ])
        assert.deepStrictEqual(usual, ["usual", undefined])
        assert.strictEqual(inherited?.[0], "usual")
      }
    })
  )

  it.effect("are made when they are asked for, and once", () =>
    Effect.gen(function* () {
      const made: Array<string> = []
      const models = Models.layerBy((name) => (name === "none" ? undefined : model(name, () => made.push(name))))
      const replies = yield* judged(models, ["a"], ["b"], ["a"], ["none"])
      assert.deepStrictEqual(
        replies.map(([name]) => name),
        ["a", "b", "a", "usual"]
      )
      assert.deepStrictEqual(made, ["a", "b"])
    })
  )
})

describe("a fallback of models", () => {
  const judge = (...acts: ReadonlyArray<TestModel.Act>) => {
    const seen = acts.map(() => TestModel.record())
    const [first = TestModel.layer({ fails: "none" }), ...others] = acts.map((act, at) =>
      TestModel.layer(act, seen[at])
    )
    const asked = () => seen.map((each) => each.asked.length)
    return Effect.map(Effect.result(execute(Models.fallback(first, ...others))), (reply) => ({ reply, asked: asked() }))
  }

  it.effect("asks the next where a model gave no answer, and no other", () =>
    Effect.gen(function* () {
      const later = yield* judge({ fails: "overloaded" }, { fails: "gone" }, { ok: false, reason: "no" }, { ok: true })
      assert.deepStrictEqual(later.asked, [1, 1, 1, 0])
      assert.deepInclude(Result.getOrThrow(later.reply), { _tag: "Judgement", ok: false, reason: "no" })
      const first = yield* judge({ ok: false, reason: "no" }, { ok: true })
      assert.deepStrictEqual(first.asked, [1, 0])
      assert.deepInclude(Result.getOrThrow(first.reply), { _tag: "Judgement", ok: false })
    })
  )

  it.effect("asks no other for a better answer, and fails where none answers", () =>
    Effect.gen(function* () {
      const vague = yield* judge({ text: "It depends." }, { ok: true })
      assert.deepStrictEqual([Result.isFailure(vague.reply), vague.asked], [true, [1, 0]])
      const none = yield* judge({ fails: "overloaded" }, { fails: "gone" })
      assert.deepStrictEqual([Result.isFailure(none.reply), none.asked], [true, [1, 1]])
    })
  )

  it.effect("asks the next where the key of a provider is missing", () =>
    Effect.gen(function* () {
      const models = Models.fallback(Anthropic.model("claude-haiku-4-5"), TestModel.layer({ ok: false, reason: "no" }))
      assert.deepInclude(yield* execute(models), { _tag: "Judgement", ok: false, reason: "no" })
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})))
  )
})
