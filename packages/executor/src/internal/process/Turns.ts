/**
 * One start of a process per turn of the event loop. Each keeps the loop busy for as long as a fork takes: between two of
 * them everything else gets its turn.
 */
import * as Effect from "effect/Effect"

export interface Turns {
  /** Tells that a process was started in this turn. */
  readonly started: () => void
  /** Waits for a turn, where somebody else has this one. */
  readonly next: () => Effect.Effect<void> | undefined
}

export const makeTurns = (): Turns => {
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
