/** Names what is in force until a scope closes, so that a handler can report what its own scope removes with each event. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** Collects what the scope of a handler removes while it closes, also by the scopes that close with it. */
const Removed: Context.Reference<Array<string> | undefined> = Context.Reference("@hookline/core/Removed", {
  defaultValue: (): Array<string> | undefined => undefined
})

let counted = 0

const tooLate = (what: string): Error =>
  new Error(
    `${what} would be removed at once, because the scope that it is put in force in has closed; provide a scope that stays open`
  )

/** Adds what is in force until this scope closes. A scope that has closed is a defect, because it removes without a notice. */
export const add = (what: string): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => {
    if (scope.state._tag === "Closed") return Effect.die(tooLate(what))
    counted += 1
    // Not Effect.addFinalizer, which would keep the services of this place: the fiber that closes the scope collects.
    return Scope.addFinalizer(
      scope,
      Effect.withFiber((fiber) => {
        fiber.getRef(Removed)?.unshift(what)
        return Effect.void
      })
    )
  })

/** Closes the scope of a handler that has returned, and passes on what that has removed. */
const closed = (scope: Scope.Closeable, before: number, onRemoved: (uses: ReadonlyArray<string>) => void) =>
  Effect.suspend(() => {
    // A fiber that was forked in the scope has been started by now.
    if (counted === before) return Effect.void
    const removed: Array<string> = []
    return Effect.ensuring(
      Effect.provideService(Scope.close(scope, Exit.void), Removed, removed),
      Effect.sync(() => onRemoved(removed))
    )
  })

/**
 * Runs an effect in a scope of its own, like `Effect.scoped`, and passes on its value, and what closing the scope has removed.
 *
 * Which scopes close with this one is known only while it closes: a fork of it, a layer that is built in it, and any scope
 * that a finalizer of it closes. Where no use was counted meanwhile, the scope only closes. Most handlers put nothing into it.
 */
export const scoped = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  onReturned: (value: A) => void,
  onRemoved: (uses: ReadonlyArray<string>) => void
): Effect.Effect<void, E, Exclude<R, Scope.Scope>> => {
  const before = counted
  const body = Effect.flatMap(effect, (value) => {
    onReturned(value)
    return Effect.withFiber((fiber) => {
      // The scope is the one of the next line, which can be closed.
      const scope = Context.getUnsafe(fiber.context, Scope.Scope) as Scope.Closeable
      if (scope.state._tag === "Empty") return Effect.void
      return Effect.uninterruptible(Effect.andThen(Effect.yieldNow, closed(scope, before, onRemoved)))
    })
  })
  return Effect.scoped(body)
}
