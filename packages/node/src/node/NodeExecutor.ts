/**
 * The runners of this machine: processes, Python, HTTP requests, modules, and models.
 *
 * @since 0.1.0
 */
import { executing, NoRunner } from "@hookline/core/PipelineError"
import {
  AgentRunner,
  type CommandRunner,
  type HttpRunner,
  type ModuleRunner,
  PromptRunner,
  type PythonRunner
} from "@hookline/core/Runners"
import type { Runner } from "@hookline/core/Runner"
import type { HookDialects } from "@hookline/core/HookDialects"
import type { Sandbox } from "@hookline/core/Sandbox"
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

/**
 * The default runner of each kind. Hooks that ask a model need a `LanguageModel`.
 *
 * @example
 * ```ts
 * import * as NodeExecutor from "@hookline/node/NodeExecutor"
 *
 * // A layer that a program decorates before it gives it to `provide`.
 * const commands = NodeExecutor.runners.Command
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
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

/**
 * The runners of this machine, for stacks that have none by default. A hook that asks a model fails, and names the layer
 * to provide, unless there is a `LanguageModel`.
 *
 * **Details**
 *
 * It provides runners and no `Executor`: a runner after it in the list, such as a sandbox, replaces one of them.
 *
 * @example
 * ```ts
 * import * as NodeExecutor from "@hookline/node/NodeExecutor"
 * import * as NodePipeline from "@hookline/node/NodePipeline"
 *
 * const layer = NodePipeline.layer({ project: ".", provide: [NodeExecutor.layer] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  AgentRunner | CommandRunner | HttpRunner | ModuleRunner | PromptRunner | PythonRunner,
  never,
  HookDialects | Sandbox | SessionEnv
> = Layer.mergeAll(runners.Command, runners.Python, runners.Http, runners.Module, runners.Prompt, runners.Agent)
