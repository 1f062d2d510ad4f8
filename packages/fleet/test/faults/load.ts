// Events of sessions that happen on several machines at once: two events on two machines want each hook that runs once.
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetState from "@hookline/fleet/FleetState"
import * as Postgres from "@hookline/fleet/Postgres"
import type { Role } from "@hookline/fleet/Protocol"
import { Store } from "@hookline/fleet/Store"
import type { Storing } from "@hookline/core/SessionState"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Oracle from "./Oracle.ts"
import type { Runners } from "./runners.ts"

export const organisation = "acme"

/** The lease is longer than each fault here: a lease that ends while its hook runs is another matter. */
const leaseMillis = 120_000

/** The time for which an event waits for another one that runs its hook. */
const waitMillis = 8000

let count = 0

/** A client of the fleet with a token of its own, created beside the gates. */
export const clientOf = Effect.fnUntraced(function* (
  { database, url }: Pick<Runners, "database" | "url">,
  role: Role = "machine",
  limitMillis: number = 4000
) {
  const tokens = Layer.provide(Store.layer, Postgres.layer({ url: database, connections: 1 }))
  const name = `${role}-${process.pid}-${count++}`
  const token = yield* Effect.orDie(
    Effect.provide(
      Store.use((store) => store.addToken(organisation, role, name)),
      tokens
    )
  )
  return Context.get(yield* Layer.build(FleetClient.layer({ url, token, limitMillis })), FleetClient)
})

/** A machine: the state of its sessions, over a client of its own. */
export const machineOf = (fleet: Pick<Runners, "database" | "url">) =>
  Effect.flatMap(clientOf(fleet), (calls) => FleetState.make(calls, "/project"))

const settled = (state: Storing, key: { readonly project: string; readonly session: string }, mark: string) =>
  Effect.gen(function* () {
    const until = performance.now() + waitMillis
    for (;;) {
      const claim = yield* state.claim(key, mark, leaseMillis)
      if (claim._tag !== "Taken") return claim
      if (performance.now() > until) return undefined
      yield* Effect.timeoutOption(claim.settled, "1 second")
    }
  })

/** Plays one event on a machine, as the pipeline does. Every end but a run and a skip is a failure that is reported. */
export const play = (
  oracle: Oracle.Oracle,
  state: Storing,
  session: string,
  hook: string
): Effect.Effect<Oracle.Ended> => {
  const key = { project: "/project", session }
  const mark = SessionMark.encode({ _tag: "Once", hook })
  const started = performance.now()
  return Effect.gen(function* () {
    yield* state.ready?.(key) ?? Effect.void
    const claim = yield* settled(state, key, mark)
    if (claim === undefined) {
      oracle.reason("another event runs it")
      return "left to the policy"
    }
    if (claim._tag === "Done") return "skipped"
    // Others have the time to run it, too.
    yield* Effect.yieldNow
    oracle.done(session, hook)
    yield* claim.settle(true)
    return "ran"
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.sync((): Oracle.Ended => {
        const error = Cause.squash(cause)
        oracle.reason(error instanceof Error ? error.message.slice(0, 120) : "not a failure")
        return "left to the policy"
      })
    ),
    Effect.tap((how) => Effect.sync(() => oracle.ended(session, hook, how, performance.now() - started)))
  )
}

/** Options for a load. */
export interface Options {
  readonly events: number
  readonly sessions: number
  /** Events in a second. */
  readonly rate: number
}

/** Plays the events on these machines, by the clock and not by the answers, and waits until all have ended. */
export const load = Effect.fnUntraced(function* (
  machines: ReadonlyArray<Storing>,
  { events, rate, sessions }: Options
) {
  const oracle = Oracle.make()
  const run = count++
  const started = performance.now()
  const playing: Array<Fiber.Fiber<Oracle.Ended>> = []
  for (let index = 0; index < events; index++) {
    const due = started + (index * 1000) / rate
    if (performance.now() < due) yield* Effect.sleep(due - performance.now())
    const pair = Math.floor(index / 2)
    const machine = machines[(pair + (index % 2)) % machines.length]
    if (machine === undefined) continue
    const event = play(oracle, machine, `${run}-${pair % sessions}`, `hook ${Math.floor(pair / sessions)}`)
    playing.push(yield* Effect.forkChild(event, { startImmediately: true }))
  }
  yield* Effect.forEach(playing, Fiber.await, { discard: true })
  return oracle.counts()
})
