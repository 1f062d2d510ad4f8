/** A language model from one function that calls its provider. */
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import type * as JsonSchema from "effect/JsonSchema"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** Calls the provider. `structured` requests structured output. */
export type Send = (
  request: LanguageModel.ProviderOptions,
  structured: boolean
) => Effect.Effect<Array<Response.PartEncoded>, AiError.AiError>

interface Transformed<T, RD, RE> {
  readonly codec: Schema.ConstraintCodec<T, unknown, RD, RE>
  readonly jsonSchema: JsonSchema.JsonSchema
}

/** Caches transformed schemas, because creating them takes longer than using them. */
export const remembered = (transformer: LanguageModel.CodecTransformer): LanguageModel.CodecTransformer => {
  const made = new WeakMap<object, unknown>()
  return <T, E, RD, RE>(schema: Schema.ConstraintCodec<T, E, RD, RE>) => {
    const known = made.get(schema)
    // The cached value was created from the same schema.
    if (known !== undefined) return known as Transformed<T, RD, RE>
    const result = transformer(schema)
    made.set(schema, result)
    return result
  }
}

/** Matches errors of providers that do not support structured output. */
const formats = /output_config|output_format|response_format|json_schema|structured/i

const isAboutFormat = ({ reason }: AiError.AiError): boolean =>
  reason._tag === "InvalidRequestError" && formats.test(reason.description ?? "")

/** Returns the stream of an answer that arrived whole. */
const streamed = (parts: ReadonlyArray<Response.PartEncoded>): ReadonlyArray<Response.StreamPartEncoded> =>
  parts.flatMap((part, index): ReadonlyArray<Response.StreamPartEncoded> => {
    const id = String(index)
    if (part.type !== "text") return part.type === "reasoning" ? [] : [part]
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text },
      { type: "text-end", id }
    ]
  })

/** Creates the model. After a provider has refused structured output, it is not requested again. */
export const make = (
  send: Send,
  codecTransformer: LanguageModel.CodecTransformer,
  structured: boolean
): Effect.Effect<LanguageModel.LanguageModel> => {
  let knows = structured
  const generateText = (request: LanguageModel.ProviderOptions) => {
    const isStructured = knows && request.responseFormat.type === "json"
    const sent = send(request, isStructured)
    return isStructured
      ? Effect.catchIf(sent, isAboutFormat, () => {
          knows = false
          return send(request, false)
        })
      : sent
  }
  return LanguageModel.make({
    codecTransformer,
    generateText,
    streamText: (request) =>
      Stream.unwrap(Effect.map(generateText(request), (parts) => Stream.fromIterable(streamed(parts))))
  })
}
