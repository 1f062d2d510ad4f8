/** A language model of any vendor, from its options, the configuration and its wire format. */
import { known } from "@hookline/core/kit/policy/knownOptions"
import type * as AiError from "effect/ai/AiError"
import { type CodecTransformer, LanguageModel, type ProviderOptions } from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { call } from "./call.ts"
import * as Endpoint from "./Endpoint.ts"
import { make, type Send } from "./make.ts"

/** The differences between vendors' wire formats. */
export interface Wire {
  readonly vendor: Endpoint.Vendor
  readonly path: string
  readonly payload: (found: Endpoint.Endpoint, request: ProviderOptions, structured: boolean) => unknown
  readonly read: (body: unknown) => Effect.Effect<Array<Response.PartEncoded>, AiError.AiError>
  readonly codecTransformer: CodecTransformer
}

const names: Readonly<Record<keyof Endpoint.Options, true>> = {
  apiKey: true,
  baseUrl: true,
  firstWait: true,
  longestWait: true,
  maxTokens: true,
  retries: true,
  structured: true
}

export const layerOf = (
  { codecTransformer, path, payload, read, vendor }: Wire,
  options: Endpoint.Options
): Layer.Layer<LanguageModel, never, HttpClient> =>
  Layer.effect(
    LanguageModel,
    Effect.gen(function* () {
      yield* known(vendor.module, options, names)
      const client = yield* HttpClient
      const endpoint = yield* Endpoint.make(vendor, options)
      const send: Send = (request, structured) =>
        Effect.fromResult(endpoint).pipe(
          Effect.flatMap((found) => call(client, found, path, payload(found, request, structured), options)),
          Effect.flatMap(read)
        )
      return yield* make(send, codecTransformer, options.structured ?? true)
    })
  )
