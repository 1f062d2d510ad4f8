/** Names what is in force until a scope closes, so that a handler can report what its own scope removes with each event. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** Collects what the scope of a handler removes while it closes, also by the scopes that close with it. */
const Removed: Context.Reference<Array<string> | undefined> = Context.Reference("@hookline/core/Removed", {
  defaultValue: (): Array<string> | undefined => undefined
})

let counted = 0

const closed = (what: string): Error =>
  new Error(
    `${what} would be removed at once, because the scope that it is put in force in has closed; provide a scope that stays open`
  )

/** Adds what is in force until this scope closes. A scope that has closed is a defect, because it removes without a notice. */
export const add = (what: string): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => {
    if (scope.state._tag === "Closed") return Effect.die(closed(what))
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

/**
 * Runs an effect in a scope of its own, like `Effect.scoped`, and passes on what closing that scope has removed.
 *
 * Which scopes close with this one is known only while it closes: a fork of it, a layer that is built in it, and any scope
 * that a finalizer of it closes. A fiber that was forked in it is started first, because it may put something in force. Where
 * no use was counted meanwhile, the scope only closes.
 */
export const scoped = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  onRemoved: (uses: ReadonlyArray<string>) => void
): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
  Effect.suspend(() => {
    const before = counted
    const scope = Scope.makeUnsafe()
    const close = (exit: Exit.Exit<A, E>): Effect.Effect<void> => {
      if (counted === before) return Scope.close(scope, exit)
      const removed: Array<string> = []
      return Effect.ensuring(
        Effect.provideService(Scope.close(scope, exit), Removed, removed),
        Effect.sync(() => onRemoved(removed))
      )
    }
    return Effect.onExit(Effect.provideService(effect, Scope.Scope, scope), (exit) =>
      exit._tag === "Failure" || scope.state._tag === "Empty"
        ? Scope.close(scope, exit)
        : Effect.andThen(Effect.yieldNow, () => close(exit))
    )
  })
