// Who judges in the demonstration.
import { assert, describe, it } from "@effect/vitest"
import { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import { judgeOf } from "../../src/demo/judge.ts"

const answer = (said: string) =>
  Effect.gen(function* () {
    const model = yield* LanguageModel
    const { text } = yield* model.generateText({ prompt: said })
    return text
  }).pipe(Effect.provide(judgeOf({}).layer), Effect.orDie)

describe("the judge of the demonstration", () => {
  it("is a model where there is a key for one, and else a function", () => {
    assert.strictEqual(judgeOf({ ANTHROPIC_API_KEY: "key", OPENAI_API_KEY: "key" }).told, "claude-haiku-4-5")
    assert.strictEqual(judgeOf({ ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "key" }).told, "gpt-5-mini")
    assert.include(judgeOf({}).told, "a function")
  })

  it.effect("lets nobody stop who has not run the tests", () =>
    Effect.gen(function* () {
      assert.include(yield* answer("Done. I have not run the tests."), '"ok":false')
      assert.include(yield* answer("Done. I ran the tests after my last change."), '"ok":true')
    })
  )
})
