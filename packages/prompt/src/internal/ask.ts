/** One question to a model, and all that came back: the text, what it cost, and whether it was said to its end. */
import type * as AiError from "effect/ai/AiError"
import type * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import { CurrentSpanTransformer, type SpanTransformer } from "effect/ai/Telemetry"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Judgement } from "../Judgement.ts"

/** What a model answered. What its provider does not tell is left out. */
export interface Answer {
  readonly text: string
  readonly finish: Response.FinishReason
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** The parts of a response that are looked at. */
type Part = { readonly type: string } | Response.TextPart | Response.FinishPart | Response.ResponseMetadataPart

const isText = (part: Part): part is Response.TextPart => part.type === "text"
const isFinish = (part: Part): part is Response.FinishPart => part.type === "finish"
const isMetadata = (part: Part): part is Response.ResponseMetadataPart => part.type === "response-metadata"

/** A response's answer. */
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

/** The later of two answers, at the cost of both. */
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
 * Asks for a judgement. The provider is told its shape; a text of another shape comes back as it is, since it may hold
 * one all the same.
 */
export const ask = (
  model: LanguageModel.LanguageModel,
  prompt: ReadonlyArray<Prompt.MessageEncoded>
): Effect.Effect<Answer, AiError.AiError> =>
  Effect.gen(function* () {
    const outer = yield* Effect.serviceOption(CurrentSpanTransformer)
    let parts: ReadonlyArray<Part> = []
    // An error for a text of another shape has the text, but not what it cost. Here the response is seen in any case.
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
