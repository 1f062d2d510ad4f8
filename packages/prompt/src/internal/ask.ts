/** One question to a model, and its response: the text, the cost, and whether it is complete. */
import type * as AiError from "effect/ai/AiError"
import type * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import { CurrentSpanTransformer, type SpanTransformer } from "effect/ai/Telemetry"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Judgement } from "../Judgement.ts"

/** A model's answer. Fields that the provider does not report are absent. */
export interface Answer {
  readonly text: string
  readonly finish: Response.FinishReason
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** The parts of a response that are read. */
type Part = { readonly type: string } | Response.TextPart | Response.FinishPart | Response.ResponseMetadataPart

const isText = (part: Part): part is Response.TextPart => part.type === "text"
const isFinish = (part: Part): part is Response.FinishPart => part.type === "finish"
const isMetadata = (part: Part): part is Response.ResponseMetadataPart => part.type === "response-metadata"

/** Returns the answer in a response. */
export const answerOf = (parts: ReadonlyArray<Part>): Answer => {
  const finish = parts.find(isFinish)
  const model = parts.find(isMetadata)?.modelId
  const inputTokens = finish?.usage.inputTokens.total
  const outputTokens = finish?.usage.outputTokens.total
  return {
    text: parts
      .filter(isText)
      .map(({ text }) => text)
      .join(""),
    finish: finish?.reason ?? "unknown",
    ...(model !== undefined && { model }),
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens })
  }
}

const sum = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)

/** Returns the later of two answers, with the cost of both. */
export const after = (earlier: Answer, later: Answer): Answer => {
  const inputTokens = sum(earlier.inputTokens, later.inputTokens)
  const outputTokens = sum(earlier.outputTokens, later.outputTokens)
  return {
    ...later,
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens })
  }
}

/**
 * Asks for a judgement with its schema. Text in another format is returned as it is, because it may contain a
 * judgement.
 */
export const ask = (
  model: LanguageModel.LanguageModel,
  prompt: ReadonlyArray<Prompt.MessageEncoded>
): Effect.Effect<Answer, AiError.AiError> =>
  Effect.gen(function* () {
    const outer = yield* Effect.serviceOption(CurrentSpanTransformer)
    let parts: ReadonlyArray<Part> = []
    // The error for text in another format contains the text, but not the cost. The span sees the response in any case.
    const see: SpanTransformer = (options) => {
      parts = options.response
      if (Option.isSome(outer)) outer.value(options)
    }
    return yield* model.generateObject({ prompt, schema: Judgement, objectName: "judgement" }).pipe(
      Effect.map(({ content }) => answerOf(content)),
      Effect.catchReason("AiError", "StructuredOutputError", ({ responseText }) =>
        Effect.succeed({ ...answerOf(parts), text: responseText })
      ),
      Effect.provideService(CurrentSpanTransformer, see)
    )
  })
