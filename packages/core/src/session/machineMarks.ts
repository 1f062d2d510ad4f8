/** Keeps the marks of a machine apart from those that all machines share. */
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import type { Storing } from "./SessionState.ts"

/**
 * Creates a state of which each mark is kept by its scope. Skills and readiness are the shared state's.
 *
 * A session ends in both, also where one of them breaks.
 */
export const apart = (shared: Storing, machine: Storing): Storing => {
  const by = (mark: string): Storing => (SessionMark.scopeOf(mark) === "shared" ? shared : machine)
  const { ready } = shared
  const all = [shared, machine].flatMap(({ problems }) => problems ?? [])
  return {
    has: (key, mark) => by(mark).has(key, mark),
    mark: (key, mark) => by(mark).mark(key, mark),
    unmark: (key, mark) => by(mark).unmark(key, mark),
    claim: (key, mark, leaseMillis) => by(mark).claim(key, mark, leaseMillis),
    skills: shared.skills,
    end: (key) =>
      Effect.ensuring(
        Effect.suspend(() => shared.end(key)),
        Effect.suspend(() => machine.end(key))
      ),
    ...(ready !== undefined && { ready: (key) => ready(key) }),
    ...(all.length > 0 && { problems: () => all.flatMap((problems) => problems()) })
  }
}
