/**
 * Models by the names that hooks and settings give them.
 *
 * @since 0.1.0
 */
import type * as LanguageModel from "effect/ai/LanguageModel"
import { LanguageModel as Service } from "effect/ai/LanguageModel"
import { ModelName } from "effect/ai/Model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/**
 * A model, and what its provider calls it where that is known.
 *
 * @category models
 * @since 0.1.0
 */
export interface Judge {
  readonly model: LanguageModel.LanguageModel
  readonly name?: string
}

/**
 * The judge that is in a context.
 *
 * @category constructors
 * @since 0.1.0
 */
export const judgeOf = (context: Context.Context<Service>): Judge => {
  const name = Option.getOrUndefined(Context.getOption(context, ModelName))
  return { model: Context.get(context, Service), ...(name !== undefined && { name }) }
}

/**
 * The port for models: a hook's `model`, else the settings' `fast_model`, is looked up here. Unless a layer is given it
 * knows none, so that the one model judges, with a notice.
 *
 * @category services
 * @since 0.1.0
 */
export const Models = Context.Reference<{
  readonly find: (name: string) => Effect.Effect<Judge | undefined>
}>("@hookline/prompt/Models", { defaultValue: () => ({ find: () => Effect.succeed(undefined) }) })

/** What gives a model by its name. */
type Named<R> = (name: string) => Layer.Layer<Service, never, R> | undefined

/**
 * Models by a function: `Models.layerBy((name) => Anthropic.model(name))` takes every name for one of Anthropic's. Each
 * is made when it is first asked for, and once.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBy = <R = never>(named: Named<R>): Layer.Layer<never, never, R> =>
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
 * Models by their names: `Models.layer({ haiku: Anthropic.model("claude-haiku-4-5") })`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <R = never>(
  models: Readonly<Record<string, Layer.Layer<Service, never, R>>>
): Layer.Layer<never, never, R> => layerBy((name) => (Object.hasOwn(models, name) ? models[name] : undefined))
