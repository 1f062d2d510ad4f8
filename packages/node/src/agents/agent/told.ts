/** The texts of hooks in a conversation. */
import { injection } from "@hookline/coordinator/ContextBudget"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AnyTools, Session } from "./Session.ts"

/** Adds the texts that hooks gave on an event of the session. */
export const told = <Tools extends AnyTools>(
  { facts, history }: Session<Tools>,
  event: HookEvent,
  { context }: Outcome.Outcome
): Effect.Effect<void> =>
  Effect.map(Clock.currentTimeMillis, (time) =>
    history.tell(context.map((text) => injection(text, { event: nameOf(event), time, session: facts.sessionId })))
  )
