/** The loop: the model is called until it calls no tool, and the hooks let it stop. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import { reasonOf } from "../toolkit/before.ts"
import { ask } from "./ask.ts"
import { compact } from "./compact.ts"
import type { Answer, AnyTools, Failure, Needs, Session } from "./Session.ts"
import { told } from "./told.ts"

/** Creates the event of an attempt to stop. */
export type Stop = (said: { readonly stopHookActive: boolean; readonly lastAssistantMessage: string }) => HookEvent

export const haltedBy = ({ reason }: Outcome.Halt, text: string): Answer => ({ text, ended: "halted", reason })

const textOf = (parts: ReadonlyArray<Response.AnyPart>): string =>
  parts.map((part) => (part.type === "text" ? part.text : part.type === "text-delta" ? part.delta : "")).join("")

const calls = (parts: ReadonlyArray<Response.AnyPart>): boolean =>
  parts.some((part) => part.type === "tool-call" && !part.providerExecuted)

export const loop = Effect.fnUntraced(function* <Tools extends AnyTools>(
  session: Session<Tools>,
  stop: Stop
): Effect.fn.Return<Answer, Failure<Tools>, Needs<Tools>> {
  const { history, hooks, limits } = session
  const { compaction, turns = 100 } = limits
  /** The number of continuations since the last tool call. From eight on, a block is ignored. */
  let continuations = 0
  let mayCompact = true
  let text = ""
  for (let turn = 0; turn < turns; turn++) {
    if (mayCompact && compaction?.when(history.prompt()) === true) mayCompact = yield* compact(session, "auto")
    const { context, halts, parts } = yield* ask(session)
    history.seen()
    history.add(Prompt.fromResponseParts(parts).content)
    history.tell(context)
    text = textOf(parts)
    const [halt] = halts
    if (halt !== undefined) return haltedBy(halt, text)
    if (calls(parts)) {
      continuations = 0
      continue
    }
    const event = stop({ stopHookActive: continuations > 0, lastAssistantMessage: text })
    const { outcome } = yield* hooks.emit(event, { continuations })
    const [end] = outcome.halts
    if (end !== undefined) return haltedBy(end, text)
    if (outcome.verdict._tag !== "Deny") {
      yield* told(session, event, outcome)
      return { text, ended: "done" }
    }
    continuations++
    history.say(reasonOf(outcome))
    yield* told(session, event, outcome)
  }
  // The limit is an end too, which hooks see and can't put off.
  const event = stop({ stopHookActive: continuations > 0, lastAssistantMessage: text })
  const { outcome } = yield* hooks.emit(event, { continuations })
  yield* told(session, event, outcome)
  const [end] = outcome.halts
  if (end !== undefined) return haltedBy(end, text)
  const limit = `The model was called ${turns} times, which is as often as it may be.`
  const reason = outcome.verdict._tag === "Deny" ? `${limit} A hook wanted it to go on: ${reasonOf(outcome)}` : limit
  return { text, ended: "turns", reason }
})
