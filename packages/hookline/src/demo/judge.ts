/** Who judges in a demonstration: a model, where there is a key for one, and else a function that knows its two cases. */
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

const isUntested = (prompt: unknown): boolean => JSON.stringify(prompt).includes("I have not run the tests")

const scripted = Layer.effect(
  LanguageModel.LanguageModel,
  LanguageModel.make({
    generateText: ({ prompt }) => {
      const verdict = isUntested(prompt) ? { ok: false, reason: "Run the tests before you stop." } : { ok: true }
      return Effect.succeed([{ type: "text", text: JSON.stringify(verdict) }])
    },
    streamText: () => Stream.empty
  })
)

const models = { anthropic: "claude-haiku-4-5", openAi: "gpt-5-mini" }

export interface Judge {
  readonly told: string
  readonly layer: Layer.Layer<LanguageModel.LanguageModel>
}

/** The judge of this environment. */
export const judgeOf = (env: Readonly<Record<string, string | undefined>>): Judge => {
  const has = (name: string): boolean => (env[name] ?? "") !== ""
  if (has("ANTHROPIC_API_KEY")) return { told: models.anthropic, layer: Anthropic.model(models.anthropic) }
  if (has("OPENAI_API_KEY")) return { told: models.openAi, layer: OpenAiCompatible.model(models.openAi) }
  return { told: "a function, as no model has a key here", layer: scripted }
}
