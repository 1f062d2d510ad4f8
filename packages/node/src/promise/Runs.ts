/** Effects that run as promises: each can be aborted, and all end when the hooks are closed. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { sentence } from "@hookline/core/PipelineError"
import { HooklineError } from "./HooklineError.ts"

export const closedError = (): HooklineError =>
  new HooklineError("closed", "the hooks are closed: open them again to ask them")

const broken = (cause: Cause.Cause<never>): HooklineError => {
  const error = Cause.squash(cause)
  if (error instanceof HooklineError) return error
  return new HooklineError("broken", `this is a mistake of Hookline's own: ${sentence(error)}`, { cause: error })
}

/** The running effects, and whether new ones may start. */
export class Runs {
  private readonly fibers = new Set<Fiber.Fiber<unknown>>()
  private closed = false

  get isClosed(): boolean {
    return this.closed
  }

  /** Runs an effect. If it can't be created, the promise rejects too. */
  start<A>(make: () => Effect.Effect<A>, signal: AbortSignal | undefined): Promise<A> {
    return new Promise((resolve, reject: (reason: unknown) => void) => {
      if (this.closed) return reject(closedError())
      if (signal?.aborted === true) return reject(signal.reason)
      const fiber = Effect.runForkWith(Context.empty())(make(), { signal })
      this.fibers.add(fiber)
      fiber.addObserver((exit) => {
        this.fibers.delete(fiber)
        if (Exit.isSuccess(exit)) resolve(exit.value)
        else if (signal?.aborted === true) reject(signal.reason)
        else reject(this.closed ? closedError() : broken(exit.cause))
      })
    })
  }

  /** Ends all running effects, and prevents new ones. */
  close(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.closed = true
      const all = [...this.fibers]
      for (const fiber of all) fiber.interruptUnsafe()
      return Effect.forEach(all, (fiber) => Effect.promise(() => new Promise((done) => fiber.addObserver(done))), {
        discard: true
      })
    })
  }
}
