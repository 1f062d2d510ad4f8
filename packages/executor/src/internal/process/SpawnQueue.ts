/**
 * A queue that lets one process be spawned per turn of the event loop, because a fork blocks the loop, and other work
 * must run in between.
 */
import * as Effect from "effect/Effect"

export interface SpawnQueue {
  /** Records that a process was spawned in this turn. */
  readonly started: () => void
  /** Waits for a free turn. Returns `undefined` if the current one is free. */
  readonly next: () => Effect.Effect<void> | undefined
}

export const makeSpawnQueue = (): SpawnQueue => {
  let isTaken = false
  const waiting: Array<() => void> = []

  const pass = () => {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else {
      setImmediate(pass)
      next()
    }
  }

  const started = () => {
    if (isTaken) return
    isTaken = true
    setImmediate(pass)
  }

  const wait = Effect.callback<void>((resume) => {
    const go = () => resume(Effect.void)
    waiting.push(go)
    return Effect.sync(() => {
      const at = waiting.indexOf(go)
      if (at >= 0) waiting.splice(at, 1)
    })
  })

  return { started, next: () => (isTaken ? wait : undefined) }
}
