/** Names what is in force until a scope closes, so that a handler can report what its own scope removes with each event. */
import type * as Scope from "effect/Scope"

const uses = new WeakMap<Scope.Scope, ReadonlyArray<string>>()

let counted = 0

/** Returns a number that changes with every use of any scope: a handler that puts nothing in force only compares it. */
export const count = (): number => counted

/** Adds what is in force until this scope closes. */
export const add = (scope: Scope.Scope, what: string): void => {
  counted += 1
  uses.set(scope, [...usesOf(scope), what])
}

/** Returns what is in force until this scope closes. */
export const usesOf = (scope: Scope.Scope): ReadonlyArray<string> => uses.get(scope) ?? []
