/**
 * Runs hooks that are questions to a model.
 *
 * @since 0.1.0
 */
import { PromptRunner } from "@hookline/core/Runners"
import type { Work } from "@hookline/core/Runner"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ask } from "./internal/ask.ts"
import { choose } from "./internal/choose.ts"
import { within } from "./internal/deadline.ts"
import { conclude, failure } from "./internal/verdict.ts"
import { judgeOf, provided } from "./Models.ts"
import * as PromptTemplate from "./PromptTemplate.ts"

/**
 * Asks the provided model, or one of `Models` if the hook or the settings name it.
 *
 * **Details**
 *
 * The hook's time limit includes retries: without time for another one, the failure names the first cause. An answer without a verdict is a failure, never a yes.
 *
 * @example
 * ```ts
 * import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(ModelPromptRunner.layer, Anthropic.model("claude-haiku-4-5"))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<PromptRunner, never, LanguageModel> = Layer.effect(
  PromptRunner,
  Effect.gen(function* () {
    const usual = judgeOf(yield* Effect.context<LanguageModel>())
    const models = yield* provided

    const run = Effect.fnUntraced(function* (work: Work<"Prompt">) {
      const { event, handler, hook } = work
      const chosen = yield* choose(models, usual, work)
      const told = work.payload().trimEnd()
      const stops = event._tag === "Stop" || event._tag === "SubagentStop"
      const messages = PromptTemplate.messages(PromptTemplate.system(stops), handler.prompt, told)
      const answer = yield* Effect.mapError(ask(chosen.model, messages), (error) => failure(hook.id, error))
      return yield* conclude(hook.id, answer, chosen, [told])
    })

    return PromptRunner.of({ run: (work) => within(work.limitMillis, run(work)) })
  })
)
