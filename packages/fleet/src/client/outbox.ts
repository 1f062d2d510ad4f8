/** Changes that the fleet has to know: sent at once, and again until it has them. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import type { Failure } from "../Protocol.ts"

/** A change, and the end of its first try. */
interface Letter {
  /** Called for the first failure. */
  readonly onFailure: (failure: Failure) => void
  readonly call: Effect.Effect<unknown, Failure>
  readonly tried: Deferred.Deferred<void>
  hasFailed: boolean
  isReported: boolean
}

/** Changes on their way. */
export interface Outbox {
  /**
   * Sends a change of a session, and returns after the first try. Changes of one session arrive in their order, each after
   * the one before, and after `earlier`, which another process has left and reported. `onFailure` is called for the first
   * failure.
   */
  readonly send: (
    session: string,
    onFailure: (failure: Failure) => void,
    call: Effect.Effect<unknown, Failure>,
    earlier?: ReadonlyArray<Effect.Effect<unknown, Failure>>
  ) => Effect.Effect<void>
}

/** The time between two tries. */
const retryMillis = 1000

/** The time that is left for changes when the process ends. */
const lastMillis = 2000

/** The fleet does not take such a change, whenever it is sent. */
const isFinal = ({ _tag }: Failure): boolean => _tag === "Refused"

/** Creates the changes of a project. */
export const make = Effect.fnUntraced(function* (): Effect.fn.Return<Outbox, never, Scope.Scope> {
  const scope = yield* Effect.scope
  /** The changes of each session that has any. One fiber of the scope sends those of a session. */
  const waiting = new Map<string, Array<Letter>>()

  const report = (letter: Letter, failure: Failure): void => {
    if (!letter.isReported) letter.onFailure(failure)
    letter.isReported = true
    letter.hasFailed = true
  }

  /** Tries a change. Returns the failure if it has to be tried again. */
  const attempt = (letter: Letter): Effect.Effect<Failure | undefined> =>
    Effect.match(letter.call, {
      onSuccess: () => undefined,
      onFailure: (failure) => {
        report(letter, failure)
        return isFinal(failure) ? undefined : failure
      }
    })

  const tried = ({ tried }: Letter): void => {
    Deferred.doneUnsafe(tried, Exit.void)
  }

  /** Sends the changes of a session in order, up to the first failure. Returns true if none is left. */
  const sendAll = Effect.fnUntraced(function* (letters: Array<Letter>) {
    for (let letter = letters[0]; letter !== undefined; letter = letters[0]) {
      const failure = yield* attempt(letter)
      // Those behind a change that failed have to wait for it, and their callers do not.
      if (failure !== undefined) {
        for (const one of letters) {
          report(one, failure)
          tried(one)
        }
        return false
      }
      tried(letter)
      letters.shift()
    }
    return true
  })

  const sendUntilDone = Effect.fnUntraced(function* (session: string, letters: Array<Letter>) {
    while (letters.length > 0) {
      if (!(yield* sendAll(letters))) yield* Effect.sleep(retryMillis)
    }
    waiting.delete(session)
  })

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() =>
      Effect.timeoutOption(
        Effect.forEach([...waiting.values()], sendAll, { concurrency: 8, discard: true }),
        lastMillis
      )
    )
  )

  return {
    send: (session, onFailure, call, earlier = []) =>
      Effect.suspend(() => {
        const letterOf = (call: Letter["call"], isReported: boolean): Letter => ({
          onFailure,
          call,
          tried: Deferred.makeUnsafe<void>(),
          hasFailed: false,
          isReported
        })
        const letter = letterOf(call, false)
        const letters = waiting.get(session)
        if (letters !== undefined) {
          letters.push(letter)
          return letters[0]?.hasFailed === true ? Effect.void : Deferred.await(letter.tried)
        }
        const own = [...earlier.map((one) => letterOf(one, true)), letter]
        waiting.set(session, own)
        return Effect.andThen(
          Effect.forkIn(sendUntilDone(session, own), scope, { startImmediately: true }),
          Deferred.await(letter.tried)
        )
      })
  }
})
