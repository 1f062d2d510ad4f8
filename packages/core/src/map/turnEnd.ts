/**
 * Some hosts fire the end of a turn under two names. Hooks run once for it: a hook that makes the agent go on would be asked
 * twice. Under the name that came first it may come again, since an agent that went on stops again.
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EventWire } from "../Dialect.ts"
import type { SessionKey, SessionState } from "../session/SessionState.ts"

const markOf = (name: string): string => SessionMark.encode({ _tag: "TurnEnded", name })

/** Checks whether an event may end a turn under one of several names. */
export const isTurnEnd = ({ nameOf, turnEnds }: EventWire, event: HookEvent): boolean =>
  event._tag === "Stop" && nameOf !== undefined && turnEnds?.includes(nameOf(event)) === true

/**
 * Checks whether this end of a turn was reported under another name before, and marks it if not. The next prompt begins a
 * new turn.
 */
export const isDuplicateTurnEnd = (
  wire: EventWire,
  { has, mark, unmark }: Pick<typeof SessionState.Service, "has" | "mark" | "unmark">,
  session: SessionKey,
  event: HookEvent
): Effect.Effect<boolean> => {
  const { nameOf, turnEnds } = wire
  if (turnEnds === undefined || nameOf === undefined) return Effect.succeed(false)
  if (event._tag === "UserPromptSubmit") {
    const begin = Effect.forEach(turnEnds, (name) => unmark(session, markOf(name)), { discard: true })
    return Effect.as(begin, false)
  }
  if (!isTurnEnd(wire, event)) return Effect.succeed(false)
  const own = nameOf(event)
  const others = turnEnds.filter((name) => name !== own)
  return Effect.flatMap(
    Effect.findFirst(others, (name) => has(session, markOf(name))),
    (told) => (Option.isSome(told) ? Effect.succeed(true) : Effect.as(mark(session, markOf(own)), false))
  )
}
