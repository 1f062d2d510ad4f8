/** Chooses the judge of a demonstration: a model, if there is a key for one, and else a function that knows its two cases. */
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { hasModel, modelOf, modelNameOf } from "@hookline/node/kit/node/EnvironmentModel"

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

export interface Judge {
  readonly told: string
  readonly layer: Layer.Layer<LanguageModel.LanguageModel>
}

/** The judge of this environment. */
export const judgeOf = (env: Readonly<Record<string, string | undefined>>): Judge =>
  hasModel(env)
    ? { told: modelNameOf(env), layer: modelOf(env) }
    : { told: "a function, as no model has a key here", layer: scripted }
