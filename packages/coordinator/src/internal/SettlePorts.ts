/** The ports by which an outcome is settled, read once when the coordinator is built. */
import { type SessionKey, SessionState } from "@hookline/core/SessionState"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Notice } from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import { called } from "@hookline/core/kit/execute/broken"
import { callPort, type PortFailed, stateName } from "@hookline/core/kit/execute/port"
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

const noticed = (by: string, { message }: PortFailed): ReadonlyArray<Notice> => [{ by, level: "error", text: message }]

/** Calls a port that returns notices. One that is late, throws or interrupts itself is a notice. */
export const notices = (
  by: string,
  call: () => Effect.Effect<ReadonlyArray<Notice>>
): Effect.Effect<ReadonlyArray<Notice>> =>
  Effect.catchTag(callPort(`the ${by}`, call), "PortFailed", (error) => Effect.succeed(noticed(by, error)))

/** Calls a port that only acts. */
export const told = (by: string, call: () => Effect.Effect<void>): Effect.Effect<ReadonlyArray<Notice>> =>
  // Wrapped in `called`, because the port has returned what is wrapped here.
  notices(by, () => Effect.as(called(call), []))

/** Calls the state of sessions. Where it breaks, the value is `otherwise`, which must not weaken a guard. */
export const ofState = <A>(
  call: () => Effect.Effect<A>,
  otherwise: A
): Effect.Effect<readonly [A, ReadonlyArray<Notice>]> =>
  Effect.match(callPort(stateName, call), {
    onSuccess: (value) => [value, []],
    onFailure: (error) => [otherwise, noticed(stateName, error)]
  })
