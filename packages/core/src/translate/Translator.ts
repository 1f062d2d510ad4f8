/**
 * Stage 5, translate: a hook's reply becomes an outcome, and at the end the outcome becomes the host's answer. Both are
 * pure.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Outcome } from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dialect, HostReply, Interpretation } from "../Dialect.ts"
import { HostDialect } from "../HostDialect.ts"
import * as outcomeValue from "./outcomeValue.ts"

/**
 * Translates replies and outcomes.
 *
 * @example
 * ```ts
 * import { Translator } from "@hookline/core/Translator"
 * import { cases } from "@hookline/schema/HookEvent"
 * import * as Outcome from "@hookline/schema/Outcome"
 * import * as Effect from "effect/Effect"
 *
 * const answer = Effect.map(Translator, (translator) => translator.answer(Outcome.empty, cases.Stop.make({})))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Translator extends Context.Service<
  Translator,
  {
    /** Translates the reply of a hook of this dialect, within the capabilities of the event. */
    translate(dialect: Dialect, hook: Hook, event: HookEvent, reply: HookReply): Interpretation
    /** The outcome in the host's words. */
    answer(outcome: Outcome, event: HookEvent): HostReply
  }
>()("@hookline/core/Translator") {
  /** By the dialects' own rules. */
  static readonly layerNoDeps = Layer.effect(
    Translator,
    Effect.map(HostDialect, (host) =>
      Translator.of({
        translate: (dialect, hook, event, reply) =>
          outcomeValue.read(hook, event, reply) ?? dialect.reply.read(reply, hook, event),
        answer: (outcome, event) => host.reply.write(outcome, event)
      })
    )
  )

  /** Requires no service that could be given by default. */
  static readonly layer = Translator.layerNoDeps
}
