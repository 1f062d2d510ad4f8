/** Claims of sessions over files: between processes by a lock that does not outlive its owner. */
import { type Claim, type Claiming, SessionState } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import type { Sessions } from "./sessions.ts"

type Marks = Pick<typeof SessionState.Service, "has" | "mark">

/** Waits until a lock is gone. The owner may be dead, so that the caller has to try again in any case. */
const gone = (lock: string): Effect.Effect<void> =>
  Effect.suspend(() =>
    fs.existsSync(lock)
      ? // Waiting processes must not come back together.
        Effect.andThen(Effect.sleep(5 + Math.random() * 15), gone(lock))
      : Effect.void
  )

/** The longest lease: an owner on another machine can't be asked whether it is alive. */
const longestLease = 60 * 60 * 1000

/** Creates `claim` on these marks. */
export const make = ({ hold }: Sessions, { has, mark }: Marks): Claiming => {
  const own = SessionState.claimBy({ has, mark })
  return (key, name, leaseMillis) =>
    Effect.flatMap(hold(key, name, Math.min(leaseMillis, longestLease)), (held): Effect.Effect<Claim> => {
      if (held._tag === "Own") return own(key, name, leaseMillis)
      if (held._tag === "Done") return Effect.succeed({ _tag: "Done" })
      if (held._tag === "Taken") return Effect.succeed({ _tag: "Taken", settled: gone(held.lock) })
      const release = Effect.sync(held.release)
      const settle = (isDone: boolean): Effect.Effect<void> =>
        isDone ? Effect.ensuring(Effect.asVoid(mark(key, name)), release) : release
      return Effect.succeed({ _tag: "Granted", settle })
    })
}
