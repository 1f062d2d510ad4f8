/** One call of the model, with the tools that it calls. */
import type { Injection } from "@hookline/coordinator/ContextBudget"
import type * as Outcome from "@hookline/schema/Outcome"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { SessionFields } from "../toolkit/SessionFields.ts"
import { LoopControl } from "../toolkit/LoopControl.ts"
import { permitted } from "./permitted.ts"
import type { AnyTools, Failure, Needs, Session } from "./Session.ts"

/** The response of the model and its tools, and the hooks' outcomes. */
export interface Asked {
  readonly parts: ReadonlyArray<Response.AnyPart>
  /** The texts of hooks, in order. */
  readonly context: ReadonlyArray<Injection>
  readonly halts: ReadonlyArray<Outcome.Halt>
}

const generate = <Tools extends AnyTools>({
  history,
  limits,
  toolkit
}: Session<Tools>): Effect.Effect<ReadonlyArray<Response.AnyPart>, Failure<Tools>, Needs<Tools>> => {
  const { concurrency = "unbounded", onText } = limits
  const options = { prompt: history.prompt(), toolkit, concurrency }
  return onText === undefined
    ? Effect.map(LanguageModel.generateText(options), ({ content }) => content)
    : LanguageModel.streamText(options).pipe(
        Stream.tap((part) => (part.type === "text-delta" ? onText(part.delta) : Effect.void)),
        Stream.runCollect
      )
}

export const ask = <Tools extends AnyTools>(
  session: Session<Tools>
): Effect.Effect<Asked, Failure<Tools>, Needs<Tools>> =>
  Effect.suspend(() => {
    const context: Array<Injection> = []
    const halts: Array<Outcome.Halt> = []
    const loop: LoopControl = {
      tell: (texts) => void context.push(...texts),
      halt: (halt) => void halts.push(halt)
    }
    return generate(session).pipe(
      Effect.flatMap((parts) => permitted(session, parts)),
      Effect.map((parts) => ({ parts, context, halts })),
      Effect.provideService(SessionFields, session.facts),
      Effect.provideService(LoopControl, loop)
    )
  })
