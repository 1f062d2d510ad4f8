/**
 * Runs hooks that are JavaScript and TypeScript modules.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of JavaScript and TypeScript modules.
 *
 * @category services
 * @since 0.1.0
 */
export class ModuleRunner extends Context.Service<ModuleRunner, Runner<"Module">>()("@hookline/core/ModuleRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(ModuleRunner)(none("Module", "ModuleRunner.layer"))
}
