/** The claims of `once` hooks in whose runs a fiber is: a hook that would wait for one of them would wait for itself. */
import type { Hook } from "@hookline/schema/Hook"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import { markOf } from "./once.ts"

type Claimant = Pick<EventContext, "session" | "state">

/** A claim that the run of a hook holds. */
interface HeldClaim extends Claimant {
  readonly mark: string
  /** True after the run, which a fiber that it has started may outlive. */
  isOver: boolean
}

const none: ReadonlyArray<HeldClaim> = []

/** The claims that the runs around a fiber hold. What a run starts inherits them. */
export const HeldClaims: Context.Reference<ReadonlyArray<HeldClaim>> = Context.Reference("@hookline/core/HeldClaims", {
  defaultValue: () => none
})

/** Runs the work of a hook whose claim is granted, so that its own events do not wait for it. */
export const holding = <A>({ session, state }: Claimant, hook: Hook, work: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const held: HeldClaim = { session, state, mark: markOf(hook), isOver: false }
    const over = Effect.sync(() => {
      held.isOver = true
    })
    return Effect.ensuring(Effect.provideService(work, HeldClaims, [...fiber.getRef(HeldClaims), held]), over)
  })

/** Checks whether an event happens in the run of this hook, in the same session. */
export const isHeld = (all: ReadonlyArray<HeldClaim>, { session, state }: Claimant, hook: Hook): boolean => {
  if (all.length === 0) return false
  const mark = markOf(hook)
  return all.some(
    (held) =>
      !held.isOver &&
      held.mark === mark &&
      held.state === state &&
      held.session.project === session.project &&
      held.session.session === session.session
  )
}
