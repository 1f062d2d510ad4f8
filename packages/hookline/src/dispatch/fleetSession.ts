/**
 * The state of sessions in a fleet, for processes that answer one event.
 *
 * An event that needs nothing of the fleet reads the copy of this machine, and neither calls the fleet nor loads its client:
 * that is every event of a known session without a hook that is still to run once, a change of skills, or the end.
 */
import { StateNotReady } from "@hookline/core/PipelineError"
import { type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import { attached, isOnce, isShared } from "@hookline/fleet/kit/client/sessionCopy"
import { homeOf } from "@hookline/node/kit/node/xdg"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import type * as FleetSetting from "./fleetSetting.ts"

/** The time for a session's state, below the limit of the pipeline, so that the setting decides on its end, too. */
const readyMillis = 1800

/** Loads the state by its setting. A failure is a sentence. */
const loadOf = Effect.fnUntraced(function* (
  setting: FleetSetting.FleetSetting,
  folder: string,
  copy: Storing
): Effect.fn.Return<Storing, string, Scope.Scope> {
  if (setting._tag === "Unknown") return yield* Effect.fail(setting.issue)
  const { fleet } = setting
  const { pathOf, tokenIn } = yield* Effect.promise(() => import("../manage/fleet/TokenFile.ts"))
  const token = tokenIn(pathOf(fleet.tokenFile, homeOf(process.env)))
  if (Result.isFailure(token)) return yield* Effect.fail(token.failure)
  const { make } = yield* Effect.promise(() => import("./fleetCalls.ts"))
  return yield* make(fleet, token.success, folder, copy)
})

/** Creates a state over a copy. What can't be loaded is a failure of the port, for which the policy decides. */
export const make = Effect.fnUntraced(function* (
  setting: FleetSetting.FleetSetting,
  folder: string,
  copy: Storing
): Effect.fn.Return<Storing, never, Scope.Scope> {
  const scope = yield* Effect.scope
  let loaded: Storing | undefined
  const load = yield* Effect.cached(
    Effect.map(Effect.provideService(loadOf(setting, folder, copy), Scope.Scope, scope), (state) => (loaded = state))
  )
  /** Uses the fleet's state. The port has no failures, so that one is a defect, which the pipeline reports. */
  const use = <A>(call: (state: Storing) => Effect.Effect<A>): Effect.Effect<A> =>
    load.pipe(
      Effect.catch((issue) => Effect.die(new Error(issue))),
      Effect.flatMap(call)
    )
  const isDone = (key: SessionKey, mark: string): Effect.Effect<boolean> =>
    isOnce(mark) ? copy.has(key, mark) : Effect.succeed(false)

  const onFailure = setting._tag === "Fleet" ? setting.fleet.onAway : undefined
  const notReady = (issue: string): StateNotReady =>
    new StateNotReady({ issue, ...(onFailure !== undefined && { onFailure }) })
  const attach = (key: SessionKey): Effect.Effect<void, StateNotReady> =>
    Effect.flatMap(load, ({ ready }) => ready?.(key) ?? Effect.void).pipe(
      Effect.mapError((error) => notReady(typeof error === "string" ? error : error.issue)),
      Effect.timeoutOrElse({
        duration: readyMillis,
        orElse: () => Effect.fail(notReady(`the fleet had not answered after ${readyMillis} ms`))
      })
    )

  const shared: Storing = {
    has: (key, mark) =>
      Effect.flatMap(isDone(key, mark), (done) => (done ? Effect.succeed(true) : use((state) => state.has(key, mark)))),
    mark: (key, mark) => use((state) => state.mark(key, mark)),
    unmark: (key, mark) => use((state) => state.unmark(key, mark)),
    claim: (key, mark, leaseMillis) =>
      Effect.flatMap(isDone(key, mark), (done) =>
        done ? Effect.succeed({ _tag: "Done" as const }) : use((state) => state.claim(key, mark, leaseMillis))
      ),
    skills: {
      ...copy.skills,
      open: (key, skill) => use((state) => state.skills.open(key, skill)),
      close: (key, skill) => use((state) => state.skills.close(key, skill)),
      end: (key) => use((state) => state.skills.end(key))
    },
    end: (key) => use((state) => state.end(key)),
    problems: () => loaded?.problems?.() ?? []
  }
  const own = (key: SessionKey): Storing => (isShared(key) ? shared : copy)
  return SessionState.apart(
    {
      has: (key, mark) => own(key).has(key, mark),
      mark: (key, mark) => own(key).mark(key, mark),
      unmark: (key, mark) => own(key).unmark(key, mark),
      claim: (key, mark, leaseMillis) => own(key).claim(key, mark, leaseMillis),
      skills: {
        ...copy.skills,
        open: (key, skill) => own(key).skills.open(key, skill),
        close: (key, skill) => own(key).skills.close(key, skill),
        end: (key) => own(key).skills.end(key)
      },
      end: (key) => own(key).end(key),
      ready: (key) =>
        isShared(key)
          ? Effect.flatMap(copy.has(key, attached), (isKnown) => (isKnown ? Effect.void : attach(key)))
          : Effect.void,
      problems: () => shared.problems?.() ?? []
    },
    copy
  )
})
