/**
 * OpenAI's models, and other servers with its chat completions: Ollama, llama.cpp, vLLM, LM Studio, gateways. They
 * implement effect's `LanguageModel`, so that another provider replaces them by one line.
 *
 * @since 0.1.0
 */
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Endpoint from "../internal/provider/Endpoint.ts"
import { layerOf } from "../internal/provider/layer.ts"
import { codecTransformer, read, requestOf, responseParts } from "../internal/provider/openAiWire.ts"

/**
 * Options, all of which have defaults. The key is `OPENAI_API_KEY`, the address `OPENAI_BASE_URL`. Local servers need
 * an address and no key: `{ baseUrl: "http://localhost:11434/v1" }`.
 *
 * @category models
 * @since 0.1.0
 */
export type Options = Endpoint.Options

const vendor: Endpoint.Vendor = {
  module: "OpenAiCompatible",
  defaultUrl: "https://api.openai.com/v1",
  keyVariable: "OPENAI_API_KEY",
  urlVariable: "OPENAI_BASE_URL",
  headers: (key) => ({ ...(key !== undefined && { authorization: `Bearer ${key}` }) })
}

/**
 * Returns the limit under the right name: OpenAI's newer models refuse the old name, and most other servers only know
 * that.
 */
const limitOf = ({ url }: Endpoint.Endpoint, { maxTokens }: Options) => {
  if (maxTokens === undefined) return {}
  return url === vendor.defaultUrl ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }
}

const layer = (name: string, options: Options): Layer.Layer<LanguageModel, never, HttpClient> =>
  layerOf(
    {
      vendor,
      codecTransformer,
      path: "/chat/completions",
      payload: (found, request, structured) => ({
        ...requestOf(name, request, structured),
        ...limitOf(found, options)
      }),
      read: (body) => Effect.map(read(body), responseParts)
    },
    options
  )

/**
 * Creates a model by its name, on a given `HttpClient`.
 *
 * @example
 * ```ts
 * import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(OpenAiCompatible.modelNoDeps("gpt-5-mini"), FetchHttpClient.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const modelNoDeps = (name: string, options: Options = {}): Model.Model<"openai", LanguageModel, HttpClient> =>
  Model.make("openai", name, layer(name, options))

/**
 * Creates a model by its name: `OpenAiCompatible.model("gpt-5-mini")`.
 *
 * @example
 * ```ts
 * import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
 *
 * const model = OpenAiCompatible.model("llama3.2", { baseUrl: "http://localhost:11434/v1" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const model = (name: string, options: Options = {}): Model.Model<"openai", LanguageModel, never> =>
  Model.make("openai", name, layer(name, options).pipe(Layer.provide(FetchHttpClient.layer)))
