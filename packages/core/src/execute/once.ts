/** Hooks that run once in a session: of events at the same time one runs the hook, and the others wait for its result. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import { executing, HookFailed, type PipelineError } from "../PipelineError.ts"
import type { Claim } from "../session/SessionState.ts"
import { boundedHere } from "./bounded.ts"
import type { EventContext } from "./EventContext.ts"
import { waiting } from "./heldClaims.ts"
import { markOf } from "./onceMark.ts"
import { callPort, issueOf, PortFailed, portLimit, stateName } from "./port.ts"

/** A claim that this event holds. */
export type Granted = Extract<Claim, { readonly _tag: "Granted" }>

/** The time beyond a hook's limit in which it waits for a slot, is started and is cleaned up. */
const leaseMargin = 60_000

/** The longest wait for the result of another event, of hooks that have no limit themselves. */
const longestWait = 600_000

/** A claim is made again after this time even if the holder has not settled: it may have died. */
const recheckMillis = 1000

/** Claims once. A claim that is granted after its caller has left is settled, so that the next event gets it. */
const claim = (scene: EventContext, hook: Hook, leaseMillis: number): Effect.Effect<Claim, PortFailed> =>
  Effect.suspend(() => {
    let isOver = false
    let held: Granted | undefined
    // Not interrupted, because an interrupt that arrives with the grant would drop the claim.
    const call = Effect.uninterruptible(
      Effect.tap(
        Effect.suspend(() => scene.state.claim(scene.session, markOf(hook), leaseMillis)),
        (found) => {
          if (found._tag !== "Granted") return Effect.void
          held = found
          return isOver ? found.settle(false) : Effect.void
        }
      )
    )
    return Effect.onExit(
      callPort(stateName, () => call),
      (exit) => {
        isOver = true
        return exit._tag === "Success" || held === undefined ? Effect.void : Effect.ignore(settle(held, false))
      }
    )
  })

/** Settles a claim. */
export const settle = (claim: Granted, isDone: boolean): Effect.Effect<void, PortFailed> =>
  callPort(stateName, () => claim.settle(isDone))

/** Claims the run of a hook, and does not wait. */
export const claimNow = (scene: EventContext, hook: Hook, limitMillis: number): Effect.Effect<Claim, PortFailed> =>
  claim(scene, hook, limitMillis + leaseMargin)

/** Returns the warning of a wait that may never end: a run that no fiber connects with this event may be waiting for it. */
const selfWait = ({ id }: Hook): string =>
  `${id} runs once in a session, and an event waits for its run on another one. If it emits that event itself, by ` +
  "Effect.runPromise or in a callback, it waits for itself: emit in its own Effect, or give it a timeout."

/** Waits until a claim may be free. */
const waitFor = (settled: Effect.Effect<void>, millis: number): Effect.Effect<void, PortFailed> =>
  Effect.flatMap(boundedHere(settled, millis), (exit) =>
    exit?._tag === "Failure"
      ? Effect.fail(new PortFailed({ port: stateName, issue: issueOf(exit, portLimit) }))
      : Effect.void
  )

/**
 * Claims the run of a hook. While another event runs it, this one waits for the result, within the hook's limit: a result
 * that does not come is a failure of the hook, and so is one that waits for this event in turn.
 */
export const claimInTurn = Effect.fnUntraced(function* (
  scene: EventContext,
  hook: Hook,
  limitMillis: number
): Effect.fn.Return<Exclude<Claim, { readonly _tag: "Taken" }>, PipelineError | PortFailed> {
  const started = scene.now()
  const wait = Math.min(limitMillis, longestWait)
  let isLong = false
  for (;;) {
    const found = yield* claimNow(scene, hook, limitMillis)
    if (found._tag !== "Taken") return found
    const rest = started + wait - scene.now()
    if (rest <= 0) {
      const issue = `another event runs it in this session, and was not done within ${wait / 1000} s`
      return yield* executing(new HookFailed({ hook: hook.id, issue }))
    }
    if (!(yield* waiting(scene, hook, waitFor(found.settled, Math.min(rest, recheckMillis))))) {
      const issue = "another event runs it in this session, and waits for the run in which this event happened"
      return yield* executing(new HookFailed({ hook: hook.id, issue }))
    }
    if (isLong || scene.now() - started < recheckMillis || hook.handler._tag !== "Native") continue
    isLong = true
    yield* Effect.logWarning(selfWait(hook))
  }
})

/** Checks whether a `once` hook has run in this session. A state that breaks does not know of it. */
export const hasRan = (scene: Pick<EventContext, "state" | "session">, hook: Hook): Effect.Effect<boolean> =>
  hook.once
    ? Effect.orElseSucceed(
        callPort(stateName, () => scene.state.has(scene.session, markOf(hook))),
        () => false
      )
    : Effect.succeed(false)

/** Checks whether a reply is one of a success: a process may reply lawfully, and fail by its exit code. */
export const endedWell = (reply: HookReply | undefined): boolean => reply?._tag !== "Exit" || reply.code === 0
