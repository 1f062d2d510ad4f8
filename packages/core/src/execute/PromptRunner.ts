/**
 * Runs hooks that are questions to a model.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of questions to a model.
 *
 * @category services
 * @since 0.1.0
 */
export class PromptRunner extends Context.Service<PromptRunner, Runner<"Prompt">>()("@hookline/core/PromptRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(PromptRunner)(none("Prompt", "PromptRunner.layer, and a LanguageModel"))
}
