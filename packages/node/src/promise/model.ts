/** The model for hooks that ask one: a provider's, or a function. */
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { sentence } from "@hookline/core/PipelineError"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { ModelFunction, ModelQuestion, ProvidedModel } from "./OpenOptions.ts"

const failed = (description: string): AiError.AiError =>
  AiError.make({
    module: "ModelFunction",
    method: "generateText",
    reason: new AiError.InvalidRequestError({ description })
  })

const textOf = ({ content }: Exclude<Prompt.Message, Prompt.ToolMessage>): string =>
  typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("")

const questionOf = ({ content }: Prompt.Prompt): ModelQuestion => ({
  messages: content.flatMap((message) =>
    message.role === "tool" ? [] : [{ role: message.role, text: textOf(message) }]
  )
})

const ofFunction = (judge: ModelFunction): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: ({ prompt, tools }) =>
        tools.length > 0
          ? Effect.fail(failed("a model that is a function has no tools, which a hook that is an agent needs"))
          : Effect.tryPromise({
              try: async (signal) => [{ type: "text" as const, text: await judge(questionOf(prompt), { signal }) }],
              catch: (error) => failed(sentence(error))
            }),
      streamText: () => Stream.fail(failed("a model that is a function does not stream"))
    })
  )

/** Returns the layer of a model. */
export const modelOf = (model: ProvidedModel | ModelFunction): Layer.Layer<LanguageModel.LanguageModel> => {
  if (typeof model === "function") return ofFunction(model)
  const { apiKey, baseUrl, maxTokens, name, provider } = model
  const options = {
    ...(apiKey !== undefined && { apiKey: Redacted.make(apiKey) }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(maxTokens !== undefined && { maxTokens })
  }
  return provider === "anthropic" ? Anthropic.model(name, options) : OpenAiCompatible.model(name, options)
}
