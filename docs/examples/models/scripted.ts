// A model that needs no key: it says what it is told to, answer after answer. Any other takes its place by one line, such
// as `Anthropic.model("claude-sonnet-4-5")` of `@hookline/prompt/providers/Anthropic`.
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** What it answers once: a text, or the call of a tool. */
export type Answer = string | { readonly tool: string; readonly input: unknown }

const partOf = (answer: Answer, count: number): Response.PartEncoded =>
  typeof answer === "string"
    ? { type: "text", text: answer }
    : { type: "tool-call", id: `call-${count}`, name: answer.tool, params: answer.input }

export const scripted = (...answers: ReadonlyArray<Answer>): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.suspend(() => {
      let count = 0
      return LanguageModel.make({
        generateText: () => Effect.sync(() => [partOf(answers[count++] ?? "I have nothing more to say.", count)]),
        streamText: () => Stream.empty
      })
    })
  )
