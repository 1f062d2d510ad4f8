/**
 * The runners that this machine has: processes, Python, requests and modules.
 *
 * @since 0.1.0
 */
import { Executor } from "@hookline/core/Executor"
import type { HookDialects } from "@hookline/core/HookDialects"
import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import * as Layer from "effect/Layer"

const runners = Layer.mergeAll(
  ProcessCommandRunner.layer,
  ProcessPythonRunner.layer,
  FetchHttpRunner.layer,
  ImportModuleRunner.layer
)

/**
 * Runs hooks of all kinds that need nothing but this machine. A hook that asks a model is a failure that says what to
 * provide.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Executor, never, HookDialects> = Executor.layerWith(runners)

/**
 * The same with more runners, or others in the place of some: those that ask a model, or a host's own.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = <A, E, R>(more: Layer.Layer<A, E, R>): Layer.Layer<Executor, E, R | HookDialects> =>
  Executor.layerWith(Layer.merge(runners, more))
