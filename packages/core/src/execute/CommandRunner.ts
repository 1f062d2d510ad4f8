/**
 * Runs hooks that are shell commands and programs.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of shell commands and programs.
 *
 * @category services
 * @since 0.1.0
 */
export class CommandRunner extends Context.Service<CommandRunner, Runner<"Command">>()("@hookline/core/CommandRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(CommandRunner)(none("Command", "ProcessRunner.layer"))
}
