/**
 * Runs hooks that are Python scripts and functions.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of Python scripts and functions.
 *
 * @category services
 * @since 0.1.0
 */
export class PythonRunner extends Context.Service<PythonRunner, Runner<"Python">>()("@hookline/core/PythonRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(PythonRunner)(none("Python", "PythonRunner.layer"))
}
