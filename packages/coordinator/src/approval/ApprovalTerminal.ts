/**
 * Asks the user at this terminal.
 *
 * @since 0.1.0
 */
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Terminal from "effect/Terminal"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { type Answer, type Approval, isGrant, layerEffect, type Request, Unanswered } from "./Approval.ts"
import { questionText } from "./questionText.ts"

/** The terminal, at which there can be one dialog at a time, whichever session or project asks. */
const terminal = Semaphore.makeUnsafe(1)

/** Lists the answers, and selects one that has the result of silence, because a key meant for something else must not grant. */
const choices = ({ default: silence, options }: Request): ReadonlyArray<Prompt.SelectChoice<string>> => {
  const likely = options.findIndex((option) => isGrant(option) === (silence === "allow"))
  return options.map((value, index) => ({
    title: onOneLine(value),
    value,
    ...(index === likely && { selected: true })
  }))
}

const dialog = (request: Request): Effect.Effect<Answer, Unanswered, Prompt.Environment> =>
  Effect.gen(function* () {
    const { display } = yield* Terminal.Terminal
    yield* Effect.mapError(
      display(yield* questionText(request)),
      ({ message }) => new Unanswered({ why: `the terminal could not be written to: ${message}` })
    )
    const answer = yield* Effect.mapError(
      Prompt.run(Prompt.Select({ message: "Go on?", choices: choices(request) })),
      () => new Unanswered({ why: "the person left without an answer" })
    )
    return { answer, found: "asked" as const }
  })

const ask = (request: Request): Effect.Effect<Answer, Unanswered, Prompt.Environment> =>
  Effect.gen(function* () {
    const { canPrompt } = yield* TerminalCapabilities
    if (!canPrompt) return yield* new Unanswered({ why: "there is no terminal to ask at" })
    const { begin = Effect.void, wait = Effect.void } = request.turn ?? {}
    // The time of a question that can't be seen yet does not pass.
    yield* wait
    return yield* terminal.withPermits(1)(Effect.andThen(begin, dialog(request)))
  })

/**
 * Asks at the terminal of this process, by a list to choose from. The user is shown the hook, its question, the tool and
 * the input. A second question, of any session, waits until the first one has its answer or is past its deadline, and its
 * time does not pass meanwhile.
 *
 * @example
 * ```ts
 * import * as ApprovalTerminal from "@hookline/coordinator/ApprovalTerminal"
 * import * as NodeServices from "@effect/platform-node/NodeServices"
 * import * as Layer from "effect/Layer"
 *
 * const approval = Layer.provide(ApprovalTerminal.layer, NodeServices.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Approval, never, Prompt.Environment | ThisProject> = layerEffect(
  Effect.contextWith((services) =>
    Effect.succeed({ ask: (request: Request) => Effect.provideContext(ask(request), services) })
  )
)
