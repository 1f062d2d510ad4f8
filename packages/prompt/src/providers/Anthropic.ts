/**
 * Anthropic's models, through the Messages API. It stands behind effect's own `LanguageModel`, so that any other
 * provider of that takes its place by one line.
 *
 * @since 0.1.0
 */
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { codecTransformer, read, requestOf, responseParts } from "../internal/provider/anthropicWire.ts"
import type * as Endpoint from "../internal/provider/Endpoint.ts"
import { layerOf } from "../internal/provider/layer.ts"

/**
 * What can be said about it, all of it optional. The key is `ANTHROPIC_API_KEY`, the address `ANTHROPIC_BASE_URL`.
 *
 * @category models
 * @since 0.1.0
 */
export type Options = Endpoint.Options

const vendor: Endpoint.Vendor = {
  module: "Anthropic",
  defaultUrl: "https://api.anthropic.com",
  keyVariable: "ANTHROPIC_API_KEY",
  urlVariable: "ANTHROPIC_BASE_URL",
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key !== undefined && { "x-api-key": key }) })
}

const layer = (name: string, options: Options): Layer.Layer<LanguageModel, never, HttpClient> =>
  layerOf(
    {
      vendor,
      codecTransformer,
      path: "/v1/messages",
      payload: (_found, request, structured) => requestOf(name, options.maxTokens ?? 1024, request, structured),
      read: (body) => Effect.map(read(body), responseParts)
    },
    options
  )

/**
 * A model by its name, over an `HttpClient` that is given.
 *
 * @category layers
 * @since 0.1.0
 */
export const modelNoDeps = (name: string, options: Options = {}): Model.Model<"anthropic", LanguageModel, HttpClient> =>
  Model.make("anthropic", name, layer(name, options))

/**
 * A model by its name: `Anthropic.model("claude-haiku-4-5")`.
 *
 * @category layers
 * @since 0.1.0
 */
export const model = (name: string, options: Options = {}): Model.Model<"anthropic", LanguageModel, never> =>
  Model.make("anthropic", name, layer(name, options).pipe(Layer.provide(FetchHttpClient.layer)))
