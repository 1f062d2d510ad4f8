/**
 * The runners of this machine: processes, Python, HTTP requests, modules, and models.
 *
 * @since 0.1.0
 */
import { Executor } from "@hookline/core/Executor"
import { executing, NoRunner } from "@hookline/core/PipelineError"
import { AgentRunner, PromptRunner } from "@hookline/core/Runners"
import type { Runner } from "@hookline/core/Runner"
import type { Concurrency } from "@hookline/core/Concurrency"
import type { HookDialects } from "@hookline/core/HookDialects"
import type { SessionEnv } from "@hookline/core/SessionEnv"
import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// Its own module takes a tenth of a second to load, which a program without a model must not pay. Keys are equal by their
// texts.
const modelKey = Context.Service<LanguageModel, LanguageModel>("effect/ai/LanguageModel")

/** Creates a runner that loads its implementation when the first hook runs, and fails if there is no model. */
const withModel = <I, K extends "Agent" | "Prompt">(
  key: Context.Key<I, Runner<K>>,
  kind: string,
  load: () => Promise<Layer.Layer<I, never, LanguageModel>>
): Layer.Layer<I> =>
  Layer.effect(
    key,
    Effect.gen(function* () {
      const context = yield* Effect.context()
      const scope = yield* Effect.scope
      // The context may or may not contain a model.
      const hasModel = Context.getOrUndefined(context as Context.Context<LanguageModel>, modelKey) !== undefined
      if (!hasModel) {
        const none: Runner<K> = {
          run: ({ hook }) =>
            Effect.fail(
              executing(
                new NoRunner({
                  hook: hook.id,
                  kind: kind.toLowerCase(),
                  layer: `Model${kind}Runner.layer, and a LanguageModel`
                })
              )
            )
        }
        return none
      }
      const loaded = yield* Effect.cached(
        Effect.promise(load).pipe(
          Effect.flatMap((layer) => Layer.buildWithScope(Layer.fresh(layer), scope)),
          Effect.map((built) => Context.getUnsafe(built, key)),
          // It was checked above.
          Effect.provideContext(context as Context.Context<LanguageModel>),
          Effect.uninterruptible
        )
      )
      const runner: Runner<K> = { run: (work) => Effect.flatMap(loaded, ({ run }) => run(work)) }
      return runner
    })
  )

/** The default runner of each kind. Hooks that ask a model need a `LanguageModel`. */
export const runners = {
  Command: ProcessCommandRunner.layer,
  Python: ProcessPythonRunner.layer,
  Http: FetchHttpRunner.layer,
  Module: ImportModuleRunner.layer,
  Prompt: withModel(PromptRunner, "Prompt", () =>
    import("@hookline/prompt/ModelPromptRunner").then(({ layer }) => layer)
  ),
  Agent: withModel(AgentRunner, "Agent", () => import("@hookline/prompt/ModelAgentRunner").then(({ layer }) => layer))
} as const

const all = Layer.mergeAll(runners.Command, runners.Python, runners.Http, runners.Module, runners.Prompt, runners.Agent)

/**
 * Runs hooks with the runners of this machine. A hook that asks a model fails, and names the layer to provide, unless
 * there is a `LanguageModel`.
 *
 * @example
 * ```ts
 * import * as NodeExecutor from "@hookline/node/NodeExecutor"
 * import * as NodePipeline from "@hookline/node/NodePipeline"
 *
 * // Equals the default.
 * const layer = NodePipeline.layer({ project: ".", provide: [NodeExecutor.layer] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Executor, never, Concurrency | HookDialects | SessionEnv> = Executor.layerWith(all)

/**
 * Like `layer`, but with more runners, or with others in the place of some.
 *
 * @example
 * ```ts
 * import * as NodeExecutor from "@hookline/node/NodeExecutor"
 * import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
 *
 * const executor = NodeExecutor.layerWith(FetchHttpRunner.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = <A, E, R>(
  more: Layer.Layer<A, E, R>
): Layer.Layer<Executor, E, Concurrency | HookDialects | R | SessionEnv> => Executor.layerWith(Layer.merge(all, more))
