/**
 * Runs native handlers.
 *
 * @since 0.1.0
 */
import { executing, RunnerDefect } from "@hookline/core/PipelineError"
import { NativeRunner } from "@hookline/core/Runners"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { functions } from "./internal/functions.ts"

/**
 * Calls the function that was registered for the hook, with the services of its registration.
 *
 * @example
 * ```ts
 * import * as NativeRunner from "@hookline/coordinator/NativeRunner"
 * import { Executor } from "@hookline/core/Executor"
 *
 * const executor = Executor.layerWith(NativeRunner.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<NativeRunner> = Layer.succeed(NativeRunner)({
  limits: true,
  run: ({ event, hook, limitMillis }) => {
    const call = functions.get(hook)
    return call === undefined
      ? Effect.fail(executing(new RunnerDefect({ hook: hook.id, issue: "no function is registered for it" })))
      : call(event, limitMillis)
  }
})
