/** A language model from one function: how its provider is asked. */
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import type * as JsonSchema from "effect/JsonSchema"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** Asks the provider. `structured` is whether it is told the shape of the answer. */
export type Send = (
  request: LanguageModel.ProviderOptions,
  structured: boolean
) => Effect.Effect<Array<Response.PartEncoded>, AiError.AiError>

interface Transformed<T, RD, RE> {
  readonly codec: Schema.ConstraintCodec<T, unknown, RD, RE>
  readonly jsonSchema: JsonSchema.JsonSchema
}

/** The schemas of answers and of their transformation are made once for each: making them takes longer than using them. */
export const remembered = (transformer: LanguageModel.CodecTransformer): LanguageModel.CodecTransformer => {
  const made = new WeakMap<object, unknown>()
  return <T, E, RD, RE>(schema: Schema.ConstraintCodec<T, E, RD, RE>) => {
    const known = made.get(schema)
    // What is remembered for a schema was made of that schema.
    if (known !== undefined) return known as Transformed<T, RD, RE>
    const result = transformer(schema)
    made.set(schema, result)
    return result
  }
}

/** How providers complain about a request for an answer's shape. */
const formats = /output_config|output_format|response_format|json_schema|structured/i

const isAboutFormat = ({ reason }: AiError.AiError): boolean =>
  reason._tag === "InvalidRequestError" && formats.test(reason.description ?? "")

/** A stream of an answer that came whole. */
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

/** Makes the model. Once the provider has refused to be told an answer's shape, it is not told it any more. */
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
