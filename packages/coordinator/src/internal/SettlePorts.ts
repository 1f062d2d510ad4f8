/** What the coordinator settles an outcome by, read once when it is built. */
import { type SessionKey, SessionState } from "@hookline/core/SessionState"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Notice } from "@hookline/schema/Outcome"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { sentence } from "@hookline/core/PipelineError"
import { Approval } from "../approval/Approval.ts"
import * as Dialogs from "../approval/internal/Dialogs.ts"
import { Audit } from "../audit/Audit.ts"
import { ContextBudget } from "../context/ContextBudget.ts"
import { ContextSink } from "../context/ContextSink.ts"
import { Display } from "../Display.ts"
import * as TurnBudget from "../context/internal/TurnBudget.ts"

export interface SettlePorts {
  readonly budget: ContextBudget["Service"]
  readonly sink: ContextSink["Service"]
  readonly approval: Approval["Service"]
  readonly display: Display["Service"]
  readonly audit: Audit["Service"]
  readonly state: SessionState["Service"]
  readonly turns: TurnBudget.TurnBudget
  readonly dialogs: Dialogs.Dialogs
}

/** The ports of a project. */
export type Ports = Approval | Audit | ContextBudget | ContextSink | Display | SessionState

/** Reads the ports. */
export const make: Effect.Effect<SettlePorts, never, Ports> = Effect.gen(function* () {
  return {
    budget: yield* ContextBudget,
    sink: yield* ContextSink,
    approval: yield* Approval,
    display: yield* Display,
    audit: yield* Audit,
    state: yield* SessionState,
    turns: TurnBudget.make(),
    dialogs: Dialogs.make()
  }
})

/** One event that is to be settled. */
export interface Settling {
  readonly event: HookEvent
  readonly name: string
  readonly session: SessionKey
}

/** What a port gives, or what its breaking comes to: a part that breaks costs its own work, and is told. */
export const guarded = <A>(port: Effect.Effect<A>, otherwise: (why: string) => A): Effect.Effect<A> =>
  Effect.catchCauseIf(
    port,
    (cause) => !Cause.hasInterruptsOnly(cause),
    (cause) => Effect.sync(() => otherwise(sentence(Cause.squash(cause))))
  )

/** A port that only does something, and what is to be said of it where it breaks. */
export const told = (by: string, port: Effect.Effect<void>): Effect.Effect<ReadonlyArray<Notice>> =>
  guarded(Effect.as(port, []), (why): ReadonlyArray<Notice> => [
    { by, level: "error", text: `the ${by} broke: ${why}` }
  ])
