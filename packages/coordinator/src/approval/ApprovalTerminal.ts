/**
 * Asks the person at this terminal.
 *
 * @since 0.1.0
 */
import type { ThisProject } from "@hookline/core/ThisProject"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Terminal from "effect/Terminal"
import { type Approval, type Answer, isGrant, layerEffect, type Request, Unanswered } from "./Approval.ts"
import { plain } from "../internal/plain.ts"

/** What is asked, in full: nobody is to grant what was not shown. */
const question = ({ by, event, prompt }: Request): string => {
  const tool = "toolName" in event ? ` ${event.toolName}` : ""
  return `\n${plain(by)} asks about ${plain(HookEvent.nameOf(event) + tool)}:\n${plain(prompt)}\n`
}

/** Where nobody chose, what would come of silence is chosen: a key that was meant for something else grants nothing. */
const choices = ({ default: silence, options }: Request): ReadonlyArray<Prompt.SelectChoice<string>> => {
  const likely = options.findIndex((option) => isGrant(option) === (silence === "allow"))
  return options.map((value, index) => ({ title: plain(value), value, ...(index === likely && { selected: true }) }))
}

const ask = (request: Request): Effect.Effect<Answer, Unanswered, Prompt.Environment> =>
  Effect.gen(function* () {
    const { canPrompt } = yield* TerminalCapabilities
    if (!canPrompt) return yield* new Unanswered({ why: "there is no terminal to ask at" })
    const terminal = yield* Terminal.Terminal
    yield* Effect.mapError(
      terminal.display(question(request)),
      ({ message }) => new Unanswered({ why: `the terminal could not be written to: ${message}` })
    )
    const answer = yield* Effect.mapError(
      Prompt.run(Prompt.Select({ message: "Go on?", choices: choices(request) })),
      () => new Unanswered({ why: "the person left without an answer" })
    )
    return { answer, found: "asked" }
  })

/**
 * Asks at the terminal of this process, by a list to choose from.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Approval, never, Prompt.Environment | ThisProject> = layerEffect(
  Effect.contextWith((services) =>
    Effect.succeed({ ask: (request: Request) => Effect.provideContext(ask(request), services) })
  )
)
