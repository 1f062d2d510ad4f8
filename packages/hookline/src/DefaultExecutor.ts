/**
 * The runners that this machine has: processes, Python, requests and modules.
 *
 * @since 0.1.0
 */
import { Executor } from "@hookline/core/Executor"
import type { HookDialects } from "@hookline/core/HookDialects"
import * as HttpRunner from "@hookline/executor/HttpRunner"
import * as ModuleRunner from "@hookline/executor/ModuleRunner"
import * as ProcessRunner from "@hookline/executor/ProcessRunner"
import * as PythonRunner from "@hookline/executor/PythonRunner"
import * as Layer from "effect/Layer"

const runners = Layer.mergeAll(ProcessRunner.layer, PythonRunner.layer, HttpRunner.layer, ModuleRunner.layer)

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
