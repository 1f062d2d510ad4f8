/** Notices that a session gets once, and that wait for an answer which shows them. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Dialect, HostReply } from "../Dialect.ts"
import type { EmitOptions } from "../EmitOptions.ts"
import { callPort, decideOnPort, stateName } from "../execute/port.ts"
import type { SessionKey, SessionState } from "../session/SessionState.ts"
import { legibleOutcome } from "../translate/legible.ts"

type Notices = Outcome.Outcome["notices"]

/** Notices with the marks by which a session knows that they were shown, or sent to a host that may not show them. */
export interface Pending {
  readonly key: SessionKey
  readonly mark: string
  readonly sentMark: string
  readonly notices: Notices
}

/** Options between decorators: notices that the answer to the host may show. Without it the program shows them. */
export interface PendingOptions extends EmitOptions {
  readonly pending?: Array<Pending>
}

const hour = 60 * 60 * 1000

/**
 * Returns the key under which a session gets notices once. Events without a session share one for each hour, so that
 * notices of a project are repeated no more often.
 */
export const onceKey = (key: SessionKey, now: number): SessionKey =>
  key.session === undefined || key.session === ""
    ? { ...key, session: `without id, hour ${Math.floor(now / hour)}` }
    : key

type State = Pick<SessionState["Service"], "has" | "mark">

/** Marks notices as shown. A broken state shows them again, and is reported. */
const marked = (state: State, { key, mark, notices }: Pending, event: HookEvent): Effect.Effect<Outcome.Outcome> =>
  Effect.match(
    callPort(stateName, () => state.mark(key, mark)),
    {
      onSuccess: (isNew) => (isNew ? Outcome.make({ notices }) : Outcome.empty),
      onFailure: (error) => Outcome.reducer.combine(Outcome.make({ notices }), decideOnPort("open", error, event))
    }
  )

/** Returns the notices that the session has not had, and marks them as shown. */
export const shownNow = (
  state: State,
  pending: ReadonlyArray<Pending>,
  event: HookEvent
): Effect.Effect<Outcome.Outcome> =>
  Effect.map(
    Effect.forEach(pending, (each) => marked(state, each, event)),
    (outcomes) => (outcomes.length === 0 ? Outcome.empty : Outcome.reducer.combineAll(outcomes))
  )

/** The way in which an answer contains notices: the host shows them, it has them in a part that it may show, or neither. */
type Presence = "Shown" | "Sent" | "Absent"

/** Returns all texts in a value. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Returns the presence of notices in an answer. A dialect without `shows` shows every answer. */
export const presenceOf = (
  { reply: { shows } }: Pick<Dialect, "reply">,
  reply: HostReply,
  event: HookEvent,
  notices: Notices
): Presence => {
  if (shows === undefined) return "Shown"
  // With the end of the session its state ends, too.
  if (event._tag === "SessionEnd") return "Absent"
  const { notices: legible } = legibleOutcome(Outcome.make({ notices }))
  const areIn = (texts: ReadonlyArray<string>): boolean =>
    legible.every(({ text }) => texts.some((each) => each.includes(text)))
  const shown = shows(reply, event)
  if (shown !== undefined && areIn([shown])) return "Shown"
  return areIn(textsIn(reply.body)) ? "Sent" : "Absent"
}

/** An answer to a host that is about to be given. */
export interface Draft {
  readonly host: Dialect
  readonly event: HookEvent
  readonly outcome: Outcome.Outcome
  readonly write: (outcome: Outcome.Outcome) => HostReply
}

/** The notices of an answer. `mayWait` is true if others wait for a later answer that shows them. */
export interface AnswerNotices {
  readonly outcome: Outcome.Outcome
  readonly mayWait: boolean
}

/**
 * Returns the notices that the host shows with the answer to an outcome, and marks them. The others wait for the next
 * event. A host that has a field for them is sent them once before, because it may show more than is known of it.
 */
export const ofAnswer = Effect.fnUntraced(function* (
  state: State,
  pending: ReadonlyArray<Pending>,
  { event, host, outcome, write }: Draft
): Effect.fn.Return<AnswerNotices> {
  if (pending.length === 0) return { outcome: Outcome.empty, mayWait: false }
  const known = yield* Effect.forEach(pending, ({ key, mark }) =>
    Effect.orElseSucceed(
      callPort(stateName, () => state.has(key, mark)),
      () => false
    )
  )
  const waiting = pending.filter((_, index) => known[index] !== true)
  const presenceIn = ({ notices }: Pending): Presence => {
    const all = Outcome.reducer.combine(Outcome.make({ notices }), outcome)
    const reply = Result.try(() => write(all))
    // An answer that can't be written is reported when it is written without them.
    return Result.isSuccess(reply) ? presenceOf(host, reply.success, event, notices) : "Absent"
  }
  const present = waiting.map((each) => ({ each, presence: presenceIn(each) }))
  const now = present.flatMap(({ each, presence }) => {
    if (presence === "Absent") return []
    return [presence === "Shown" ? each : { ...each, mark: each.sentMark }]
  })
  return {
    outcome: yield* shownNow(state, now, event),
    mayWait: present.some(({ presence }) => presence !== "Shown")
  }
})
