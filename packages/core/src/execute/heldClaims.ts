/**
 * The claims of `once` hooks in whose runs a fiber is: a hook that would wait for one of them would wait for itself, also where
 * another hook's run is between the two.
 */
import type { Hook } from "@hookline/schema/Hook"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { EventContext } from "./EventContext.ts"
import { markOf } from "./onceMark.ts"

type Claimant = Pick<EventContext, "session" | "state">

type AnyFiber = Fiber.Fiber<unknown, unknown>

/** A claim, whether it is held or waited for. */
interface NamedClaim extends Claimant {
  readonly mark: string
}

/** A claim that the run of a hook holds. */
export interface HeldClaim extends NamedClaim {
  /** True after the run, which a fiber that it has started may outlive. */
  isOver: boolean
  /** The fiber of the run. */
  readonly fiber: AnyFiber
  /** The claims for which events in this run wait, while the run waits for those events. */
  readonly waits: Set<NamedClaim>
}

const none: ReadonlyArray<HeldClaim> = []

/** The claims that the runs around a fiber hold. What a run starts inherits them. */
export const HeldClaims: Context.Reference<ReadonlyArray<HeldClaim>> = Context.Reference("@hookline/core/HeldClaims", {
  defaultValue: () => none
})

/** All claims that runs of this process hold. */
const running = new Set<HeldClaim>()

const isSame = (one: NamedClaim, other: NamedClaim): boolean =>
  one.mark === other.mark &&
  one.state === other.state &&
  one.session.project === other.session.project &&
  one.session.session === other.session.session

/** Runs the work of a hook whose claim is granted, so that its own events do not wait for it. */
export const holding = <A>({ session, state }: Claimant, hook: Hook, work: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const held: HeldClaim = { session, state, mark: markOf(hook), isOver: false, fiber, waits: new Set() }
    running.add(held)
    const over = Effect.sync(() => {
      held.isOver = true
      running.delete(held)
    })
    return Effect.ensuring(Effect.provideService(work, HeldClaims, [...fiber.getRef(HeldClaims), held]), over)
  })

/** Checks whether an event happens in the run of this hook, in the same session. */
export const isHeld = (all: ReadonlyArray<HeldClaim>, { session, state }: Claimant, hook: Hook): boolean => {
  if (all.length === 0) return false
  const claim = { session, state, mark: markOf(hook) }
  return all.some((held) => !held.isOver && isSame(held, claim))
}

/** Checks whether the run that holds a claim waits for one of these runs, also through the runs of others. */
const waitsForAny = (claim: NamedClaim, own: ReadonlyArray<HeldClaim>, seen = new Set<HeldClaim>()): boolean => {
  for (const held of running) {
    if (seen.has(held) || !isSame(held, claim)) continue
    if (own.includes(held)) return true
    seen.add(held)
    for (const next of held.waits) if (waitsForAny(next, own, seen)) return true
  }
  return false
}

/** Checks whether a fiber waits for the end of another one, which Effect does not report: it keeps its observers to itself. */
const isObserved = (fiber: AnyFiber): boolean => {
  const observers: unknown = Reflect.get(fiber, "_observers")
  // Another Effect may keep them elsewhere, where any fiber counts as observed.
  return Array.isArray(observers) ? observers.length > 0 : !("_observers" in fiber)
}

/**
 * Waits for the claim of a hook, which another event holds. Returns `false` at once where that event waits for a run in which
 * this fiber is, so that neither would ever end. A run does not wait for an event that it emits in a detached fiber. One that
 * it joins later is found at the next try.
 */
export const waiting = <E>(
  { fiber: emitting, session, state }: Claimant & Pick<EventContext, "fiber">,
  hook: Hook,
  wait: Effect.Effect<void, E>
): Effect.Effect<boolean, E> =>
  Effect.withFiber((fiber) => {
    const around = fiber.getRef(HeldClaims).filter(({ isOver }) => !isOver)
    if (around.length === 0) return Effect.as(wait, true)
    const claim = { session, state, mark: markOf(hook) }
    const isAwaited = (run: AnyFiber): boolean => emitting === undefined || emitting === run || isObserved(emitting)
    // A fiber that has started at once is observed only after its first pause.
    return Effect.andThen(
      Effect.yieldNow,
      Effect.suspend(() => {
        const own = around.filter((held) => isAwaited(held.fiber))
        if (waitsForAny(claim, own)) return Effect.succeed(false)
        for (const { waits } of own) waits.add(claim)
        const over = Effect.sync(() => {
          for (const { waits } of own) waits.delete(claim)
        })
        return Effect.ensuring(Effect.as(wait, true), over)
      })
    )
  })
