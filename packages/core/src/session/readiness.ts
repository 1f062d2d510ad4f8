/** The sessions that are ready on this machine, of a state that has to prepare them. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { callPort, stateName } from "../execute/port.ts"
import { StateNotReady } from "../PipelineError.ts"
import type { Storing } from "./SessionState.ts"

/** The sessions of a project that are ready. */
export interface Readiness {
  /** Checks whether a session is ready. Every event calls this. */
  readonly isReady: (session: string | undefined) => boolean
  /** Prepares a session unless it is ready, and returns the failure. */
  readonly prepare: (session: string | undefined) => Effect.Effect<StateNotReady | undefined>
  /** Forgets a session that has ended. */
  readonly forget: (session: string | undefined) => void
}

/** The number of sessions that are known to be ready. One that is forgotten is prepared again. */
const most = 100_000

type Attempt = Deferred.Deferred<StateNotReady | undefined>

/** Calls `ready` once, within the limit of a port. */
const attempt = (
  state: Storing,
  project: string,
  session: string | undefined
): Effect.Effect<StateNotReady | undefined> =>
  Effect.match(
    callPort(stateName, () => Effect.result(state.ready?.({ project, session }) ?? Effect.void)),
    {
      onSuccess: (result) => (result._tag === "Failure" ? result.failure : undefined),
      onFailure: ({ issue }) => new StateNotReady({ issue: `it ${issue}` })
    }
  )

/** Creates the record of sessions. Calls end with the scope, and not with the event that was first. */
export const make = (state: Storing, project: string, scope: Scope.Scope): Readiness => {
  const ready = new Set<string>()
  const attempts = new Map<string, Attempt>()
  // Events of one session mostly follow each other.
  let last: string | undefined

  const isReady = (session = ""): boolean => {
    if (session === last) return true
    if (!ready.has(session)) return false
    last = session
    return true
  }

  const forget = (session = ""): void => {
    ready.delete(session)
    attempts.delete(session)
    if (last === session) last = undefined
  }

  /** Ends an attempt. One whose session has ended in the meantime makes nothing ready. */
  const settle = (id: string, own: Attempt, exit: Exit.Exit<StateNotReady | undefined>): void => {
    const failure = Exit.isSuccess(exit) ? exit.value : new StateNotReady({ issue: "the pipeline was closed" })
    if (attempts.get(id) === own) {
      attempts.delete(id)
      if (failure === undefined) {
        const [oldest] = ready
        if (ready.size >= most && oldest !== undefined) forget(oldest)
        ready.add(id)
      }
    }
    Deferred.doneUnsafe(own, Exit.succeed(failure))
  }

  const prepare = (session: string | undefined): Effect.Effect<StateNotReady | undefined> =>
    Effect.suspend(() => {
      const id = session ?? ""
      if (isReady(id)) return Effect.succeed(undefined)
      const other = attempts.get(id)
      if (other !== undefined) return Deferred.await(other)
      const own: Attempt = Deferred.makeUnsafe()
      attempts.set(id, own)
      const settled = Effect.onExit(attempt(state, project, session), (exit) =>
        Effect.sync(() => settle(id, own, exit))
      )
      return Effect.andThen(Effect.forkIn(settled, scope, { startImmediately: true }), Deferred.await(own))
    })

  return { isReady, prepare, forget }
}
