/**
 * Anthropic's models, through the Messages API. They implement effect's `LanguageModel`, so that another provider
 * replaces them by one line.
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
 * Options, all of which have defaults. The key is `ANTHROPIC_API_KEY`, the address `ANTHROPIC_BASE_URL`.
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
 * Creates a model by its name, on a given `HttpClient`.
 *
 * @example
 * ```ts
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(Anthropic.modelNoDeps("claude-haiku-4-5"), FetchHttpClient.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const modelNoDeps = (name: string, options: Options = {}): Model.Model<"anthropic", LanguageModel, HttpClient> =>
  Model.make("anthropic", name, layer(name, options))

/**
 * Creates a model by its name: `Anthropic.model("claude-haiku-4-5")`.
 *
 * @example
 * ```ts
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 *
 * const model = Anthropic.model("claude-haiku-4-5", { retries: 1 })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const model = (name: string, options: Options = {}): Model.Model<"anthropic", LanguageModel, never> =>
  Model.make("anthropic", name, layer(name, options).pipe(Layer.provide(FetchHttpClient.layer)))
