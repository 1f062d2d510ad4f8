/** What runs hooks here: all that this machine can run, and prompts where somebody has provided a model. */
import type { Executor } from "@hookline/core/Executor"
import type { HookDialects } from "@hookline/core/HookDialects"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as NodeExecutor from "./NodeExecutor.ts"

// Its own module costs a program's start a tenth of a second, which nobody pays who has no model. Keys are told apart by
// their texts.
const key = Context.Service<LanguageModel, LanguageModel>("effect/ai/LanguageModel")

const withModel = (model: LanguageModel) =>
  Effect.map(
    Effect.promise(() =>
      Promise.all([import("@hookline/prompt/ModelPromptRunner"), import("@hookline/prompt/ModelAgentRunner")])
    ),
    ([PromptRunner, AgentRunner]) =>
      NodeExecutor.layerWith(
        // Of its own: another model may be there for others.
        Layer.fresh(Layer.merge(PromptRunner.layer, AgentRunner.layer)).pipe(Layer.provide(Layer.succeed(key)(model)))
      )
  )

/** The executor of the place that this is built in. */
export const detect: Effect.Effect<Layer.Layer<Executor, never, HookDialects>> = Effect.contextWith(
  (services: Context.Context<never>) => {
    const model = Context.getOption(services as Context.Context<LanguageModel>, key)
    return Option.isSome(model) ? withModel(model.value) : Effect.succeed(NodeExecutor.layer)
  }
)
