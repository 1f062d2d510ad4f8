/** Claims of one process on marks that are stored elsewhere. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { monotonic } from "../execute/monotonic.ts"
import type { Claim, Claiming, SessionKey } from "./SessionState.ts"

/** Marks of sessions. */
export interface Marks {
  readonly has: (key: SessionKey, mark: string) => Effect.Effect<boolean>
  readonly mark: (key: SessionKey, mark: string) => Effect.Effect<boolean>
}

interface Holder {
  /** The end of the lease, on the clock that never goes back. */
  readonly until: number
  readonly settled: Deferred.Deferred<void>
}

const done: Claim = { _tag: "Done" }

const idOf = ({ project, session = "" }: SessionKey, mark: string): string => JSON.stringify([project, session, mark])

/** Creates `claim`. */
export const make = ({ has, mark }: Marks): Claiming => {
  const holders = new Map<string, Holder>()

  const hold = (id: string, until: number): Holder => {
    const holder = { until, settled: Deferred.makeUnsafe<void>() }
    holders.set(id, holder)
    return holder
  }

  const release = (id: string, holder: Holder): void => {
    if (holders.get(id) === holder) holders.delete(id)
    Deferred.doneUnsafe(holder.settled, Exit.void)
  }

  /** Checks the mark again: the holder before may have set it since it was checked. */
  const granted = (id: string, holder: Holder, key: SessionKey, name: string): Effect.Effect<Claim> => {
    const free = Effect.sync(() => release(id, holder))
    const settle = (isDone: boolean): Effect.Effect<void> =>
      isDone ? Effect.ensuring(Effect.asVoid(mark(key, name)), free) : free
    return has(key, name).pipe(
      Effect.flatMap((isDone) => (isDone ? Effect.as(free, done) : Effect.succeed<Claim>({ _tag: "Granted", settle }))),
      Effect.onError(() => free)
    )
  }

  return (key, name, leaseMillis) =>
    Effect.flatMap(has(key, name), (isDone) => {
      if (isDone) return Effect.succeed(done)
      return Effect.flatMap(Clock.Clock, (clock) => {
        const id = idOf(key, name)
        const now = monotonic(clock)()
        const other = holders.get(id)
        return other !== undefined && now < other.until
          ? Effect.succeed<Claim>({ _tag: "Taken", settled: Deferred.await(other.settled) })
          : granted(id, hold(id, now + leaseMillis), key, name)
      })
    })
}
