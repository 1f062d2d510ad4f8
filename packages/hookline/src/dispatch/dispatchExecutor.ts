/**
 * The executor of a process that answers one event. It keeps no shells ready, because no later event could use
 * them. The code that makes requests, calls modules and asks models is loaded by the first hook that needs it.
 */
import { AgentRunner, HttpRunner, ModuleRunner, NativeRunner, PromptRunner } from "@hookline/core/Runners"
import { Executor } from "@hookline/core/Executor"
import type { Runner } from "@hookline/core/Runner"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import * as BackgroundFile from "@hookline/node/kit/node/BackgroundFile"
import type { Kind } from "@hookline/schema/Handler"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A runner that is loaded when it is needed. A hook that is interrupted leaves it whole for the others. */
const lazily = <S, K extends Kind>(
  service: Context.Service<S, Runner<K>>,
  load: () => Promise<{ readonly layer: Layer.Layer<S> }>
): Layer.Layer<S> =>
  Layer.effect(
    service,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const loaded = yield* Effect.cached(
        Effect.promise(load).pipe(
          Effect.flatMap(({ layer }) => Layer.buildWithScope(layer, scope)),
          Effect.map((built) => Context.get(built, service)),
          Effect.uninterruptible
        )
      )
      return service.of({ run: (work) => Effect.flatMap(loaded, ({ run }) => run(work)) })
    })
  )

export const layer = Executor.layerWith(
  Layer.mergeAll(
    ProcessCommandRunner.layerWith({ warm: false, letGo: true, recordIn: BackgroundFile.recordIn() }),
    ProcessPythonRunner.layerWith({ letGo: true, recordIn: BackgroundFile.recordIn() }),
    lazily(HttpRunner, () => import("@hookline/executor/FetchHttpRunner")),
    lazily(NativeRunner, () => import("../ownGuard/runner.ts")),
    lazily(ModuleRunner, () => import("@hookline/executor/ImportModuleRunner")),
    lazily(PromptRunner, () => import("../commands/modelRunners.ts").then(({ prompts }) => prompts)),
    lazily(AgentRunner, () => import("../commands/modelRunners.ts").then(({ agents }) => agents))
  )
)
