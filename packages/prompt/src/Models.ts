/**
 * Models by the names that hooks and settings use.
 *
 * @since 0.1.0
 */
import * as AiError from "effect/ai/AiError"
import type * as LanguageModel from "effect/ai/LanguageModel"
import { LanguageModel as Service } from "effect/ai/LanguageModel"
import { ModelName } from "effect/ai/Model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/**
 * A model, and its provider's name for it, if that is known.
 *
 * @category models
 * @since 0.1.0
 */
export interface Judge {
  readonly model: LanguageModel.LanguageModel
  readonly name?: string
}

/**
 * Returns the model in a context.
 *
 * @example
 * ```ts
 * import { judgeOf } from "@hookline/prompt/Models"
 * import { LanguageModel } from "effect/ai/LanguageModel"
 * import * as Effect from "effect/Effect"
 *
 * const judge = Effect.map(Effect.context<LanguageModel>(), judgeOf)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const judgeOf = (context: Context.Context<Service>): Judge => {
  const name = Option.getOrUndefined(Context.getOption(context, ModelName))
  return { model: Context.get(context, Service), ...(name !== undefined && { name }) }
}

/**
 * The port for models: a hook's `model`, or else the settings' `fast_model`, is looked up here. By default no name is
 * known, so that the one provided model judges, with a notice.
 *
 * @example
 * ```ts
 * import { Models } from "@hookline/prompt/Models"
 * import * as Effect from "effect/Effect"
 *
 * const judge = Effect.flatMap(Models, ({ find }) => find("haiku"))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Models extends Context.Service<
  Models,
  {
    readonly find: (name: string) => Effect.Effect<Judge | undefined>
  }
>()("@hookline/prompt/Models") {}

/** Knows no name. */
const none: Models["Service"] = { find: () => Effect.succeed(undefined) }

/**
 * Returns the models that are provided, or none.
 *
 * @category getters
 * @since 0.1.0
 */
export const provided: Effect.Effect<Models["Service"]> = Effect.map(
  Effect.serviceOption(Models),
  Option.getOrElse(() => none)
)

/** Returns the model of a name. */
type Named<R> = (name: string) => Layer.Layer<Service, never, R> | undefined

/**
 * Provides models by a function: `Models.layerBy((name) => Anthropic.model(name))` resolves every name to one of
 * Anthropic's. Each model is created once, on first use.
 *
 * @example
 * ```ts
 * import * as Models from "@hookline/prompt/Models"
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 *
 * const layer = Models.layerBy((name) => (name.startsWith("claude-") ? Anthropic.model(name) : undefined))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBy = <R = never>(named: Named<R>): Layer.Layer<Models, never, R> =>
  Layer.effect(
    Models,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = yield* Effect.context<R>()
      const made = new Map<string, Effect.Effect<Judge>>()

      const find = Effect.fnUntraced(function* (name: string) {
        const known = made.get(name)
        if (known !== undefined) return yield* known
        const layer = named(name)
        if (layer === undefined) return undefined
        const built = Effect.map(Layer.buildWithScope(layer, scope), judgeOf)
        const judge = yield* Effect.cached(Effect.provideContext(built, context))
        made.set(name, judge)
        return yield* judge
      })

      return { find }
    })
  )

/**
 * Provides models by their names: `Models.layer({ haiku: Anthropic.model("claude-haiku-4-5") })`.
 *
 * @example
 * ```ts
 * import * as Models from "@hookline/prompt/Models"
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 *
 * const layer = Models.layer({ haiku: Anthropic.model("claude-haiku-4-5") })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <R = never>(
  models: Readonly<Record<string, Layer.Layer<Service, never, R>>>
): Layer.Layer<Models, never, R> => layerBy((name) => (Object.hasOwn(models, name) ? models[name] : undefined))

/** Reasons of a call without an answer. A model that answered is not replaced by one that may answer better. */
const unanswered: ReadonlySet<string> = new Set([
  "AuthenticationError",
  "InternalProviderError",
  "InvalidRequestError",
  "InvalidResponseError",
  "NetworkError",
  "QuotaExhaustedError",
  "RateLimitError",
  "UnknownError",
  "UnsupportedSchemaError"
])

const isUnanswered = (error: unknown): boolean => AiError.isAiError(error) && unanswered.has(error.reason._tag)

type Call<R> = (options: never) => Effect.Effect<unknown, AiError.AiError, R>

/** Calls the second function where the first got no answer. */
const orElse = <F extends Call<R>, R>(first: F, second: F): F =>
  // Both take the same options and return effects of the same type, so that their composition has the type of each.
  ((options: never) => Effect.catchIf(first(options), isUnanswered, () => second(options))) as F

/** Returns the first model, with the second behind its calls. */
const backed = (first: LanguageModel.LanguageModel, second: LanguageModel.LanguageModel) => ({
  ...first,
  generateText: orElse(first.generateText, second.generateText),
  generateObject: orElse(first.generateObject, second.generateObject)
})

/**
 * Provides one model that asks several in order: each is asked if the one before it gave no answer, because its provider
 * refused the key, was not reached, or was overloaded. An answer that is no verdict stays the failure that it is.
 *
 * **Details**
 *
 * A provider's own retries come first, and all tries share the hook's limit. `streamText` is that of the first model.
 *
 * @example
 * ```ts
 * import * as Models from "@hookline/prompt/Models"
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 * import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
 *
 * const judge = Models.fallback(Anthropic.model("claude-haiku-4-5"), OpenAiCompatible.model("gpt-5-mini"))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const fallback = <R = never>(
  first: Layer.Layer<Service, never, R>,
  ...others: ReadonlyArray<Layer.Layer<Service, never, R>>
): Layer.Layer<Service, never, R> =>
  Layer.effect(
    Service,
    Effect.gen(function* () {
      const built = Effect.fnUntraced(function* (layer: Layer.Layer<Service, never, R>) {
        return judgeOf(yield* Layer.build(layer)).model
      })
      const rest = yield* Effect.forEach(others, built)
      return rest.reduce(backed, yield* built(first))
    })
  )
