/**
 * Runs hooks that are models with tools.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of models with tools.
 *
 * @category services
 * @since 0.1.0
 */
export class AgentRunner extends Context.Service<AgentRunner, Runner<"Agent">>()("@hookline/core/AgentRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(AgentRunner)(none("Agent", "AgentRunner.layer, and a LanguageModel"))
}
