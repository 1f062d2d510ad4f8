/** The order of dialogs: one at a time for each session. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

interface Queue {
  readonly semaphore: Semaphore.Semaphore
  /** The number of questions that are open or wait. */
  length: number
}

export interface Dialogs {
  /** Runs an effect when all earlier ones of its session have ended. Other sessions are not delayed. */
  readonly inTurn: <A>(session: string | undefined, effect: Effect.Effect<A>) => Effect.Effect<A>
}

/** Creates the order of dialogs. Sessions without a question need no memory. */
export const make = (): Dialogs => {
  const queues = new Map<string | undefined, Queue>()
  const enter = (session: string | undefined): Queue => {
    const queue = queues.get(session) ?? { semaphore: Semaphore.makeUnsafe(1), length: 0 }
    queues.set(session, queue)
    queue.length += 1
    return queue
  }
  return {
    inTurn: (session, effect) =>
      Effect.acquireUseRelease(
        Effect.sync(() => enter(session)),
        ({ semaphore }) => semaphore.withPermits(1)(effect),
        (queue) =>
          Effect.sync(() => {
            queue.length -= 1
            if (queue.length === 0) queues.delete(session)
          })
      )
  }
}
