// The state of sessions over a gate: the laws of every state, on one machine and on several, and what each call costs.
import { assert, describe, it } from "@effect/vitest"
import { SessionState, type Storing } from "@hookline/core/SessionState"
import * as FleetState from "@hookline/fleet/FleetState"
import type { Calls } from "@hookline/fleet/FleetClient"
import { type Failure, Unreached } from "@hookline/fleet/Protocol"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as SessionStateTest from "@hookline/testing/SessionStateTest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clientOf, type Fleet, newOrganisation, onGates } from "./gates.ts"

const key = { project: "/project", session: "s" }
const once = SessionMark.encode({ _tag: "Once", hook: "claude/SessionStart/setup" })

/** States of several machines in one organisation. */
const machinesOf = (fleet: Effect.Effect<Fleet>): Effect.Effect<SessionStateTest.Several, never, Scope.Scope> =>
  Effect.gen(function* () {
    const at = yield* fleet
    const organisation = newOrganisation()
    const machine = (isHttp: boolean) =>
      Effect.flatMap(clientOf(at, organisation, { isHttp }), (calls) => FleetState.make(calls, "/project"))
    return [yield* machine(false), yield* machine(false), yield* machine(true)]
  })

/** Calls that are counted by name, and fail while the fleet is away. */
const counted = (calls: Calls) => {
  const counts: Record<string, number> = {}
  const fleet = { isAway: false }
  const through =
    <Parameters extends ReadonlyArray<unknown>, A>(
      name: string,
      call: (...parameters: Parameters) => Effect.Effect<A, Failure>
    ) =>
    (...parameters: Parameters): Effect.Effect<A, Failure> =>
      Effect.suspend((): Effect.Effect<A, Failure> => {
        counts[name] = (counts[name] ?? 0) + 1
        return fleet.isAway ? Effect.fail(new Unreached({ reason: `${name} did not arrive.` })) : call(...parameters)
      })
  return {
    counts,
    fleet,
    calls: {
      ...calls,
      attach: through("attach", calls.attach),
      claim: through("claim", calls.claim),
      settle: through("settle", calls.settle),
      has: through("has", calls.has),
      mark: through("mark", calls.mark),
      unmark: through("unmark", calls.unmark),
      skill: through("skill", calls.skill),
      end: through("end", calls.end)
    } satisfies Calls
  }
}

/** Waits for something that happens in the background. */
const eventually = (isThere: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 200; tries++) {
      if (yield* isThere) return
      yield* Effect.sleep("50 millis")
    }
    assert.fail("it did not happen within ten seconds")
  })

/** Readies a session, and runs a hook that runs once. */
const event = (state: Storing) =>
  Effect.gen(function* () {
    yield* Effect.orDie(state.ready?.(key) ?? Effect.void)
    const claim = yield* state.claim(key, once, 60_000)
    if (claim._tag === "Granted") yield* claim.settle(true)
    return claim._tag
  })

onGates("the state of sessions over a gate", (fleet) => {
  SessionStateTest.suite(
    "a machine's state over a gate",
    SessionState.layerEffect(Effect.map(machinesOf(fleet), ([one]) => one)),
    {
      machines: machinesOf(fleet),
      unready: Effect.gen(function* () {
        const { calls, fleet: link } = counted(yield* clientOf(yield* fleet, newOrganisation()))
        link.isAway = true
        return {
          layer: SessionState.layerEffect(FleetState.make(calls, "/project")),
          mend: Effect.sync(() => {
            link.isAway = false
          })
        }
      })
    }
  )

  describe("a machine", () => {
    it.live("makes two calls for a hook that runs once, one for each change of skills, and two for the session", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { calls, counts } = counted(yield* clientOf(yield* fleet, newOrganisation()))
          const state = yield* FleetState.make(calls, "/project")
          for (let n = 0; n < 100; n++) {
            assert.strictEqual(yield* event(state), n === 0 ? "Granted" : "Done")
            yield* state.mark(key, SessionMark.encode({ _tag: "LossesReported", losses: [`${n}`] }))
            assert.deepStrictEqual(state.skills.of(key), [])
          }
          yield* state.skills.open(key, { name: "release" })
          yield* state.skills.close(key, { name: "release" })
          yield* state.end(key)
          // The end of a session may be told twice by one event.
          yield* state.end(key)
          assert.deepStrictEqual(counts, { attach: 1, claim: 1, settle: 1, skill: 2, end: 1 })
          assert.strictEqual(yield* event(state), "Granted")
          yield* state.end(key)
          assert.deepStrictEqual(counts, { attach: 2, claim: 2, settle: 2, skill: 2, end: 2 })
        })
      )
    )

    it.live("knows the skills that were opened elsewhere, with all that its hooks need", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const [one, two] = yield* machinesOf(fleet)
          const skill = {
            name: "release",
            by: "program",
            folder: "/skills/release",
            hooks: { Stop: [] },
            dialect: "claude"
          }
          yield* one.skills.open(key, skill)
          yield* one.skills.open(key, { name: "release" })
          yield* Effect.orDie(two.ready?.(key) ?? Effect.void)
          assert.deepStrictEqual(two.skills.of(key), [skill, { name: "release" }])
          yield* two.skills.close(key, { name: "release" })
          const [stranger] = yield* machinesOf(fleet)
          yield* Effect.orDie(stranger.ready?.(key) ?? Effect.void)
          assert.deepStrictEqual(stranger.skills.of(key), [])
        })
      )
    )

    it.live("fails a claim without an answer, and gets what was granted by it when it claims again", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const organisation = newOrganisation()
          const at = yield* fleet
          const { calls, fleet: link } = counted(yield* clientOf(at, organisation))
          // The answer is lost: the fleet has granted the claim, and the machine does not know.
          let isLost = true
          const losing: Calls = {
            ...calls,
            claim: (...parameters) =>
              Effect.flatMap(calls.claim(...parameters), (claimed) =>
                isLost ? Effect.fail(new Unreached({ reason: "The answer was lost." })) : Effect.succeed(claimed)
              )
          }
          const state = yield* FleetState.make(losing, "/project")
          const other = yield* FleetState.make(yield* clientOf(at, organisation), "/project")
          const lost = yield* Effect.exit(state.claim(key, once, 60_000))
          assert.strictEqual(lost._tag, "Failure")
          isLost = false
          assert.strictEqual((yield* other.claim(key, once, 60_000))._tag, "Taken")
          const again = yield* state.claim(key, once, 60_000)
          assert.strictEqual(again._tag, "Granted")
          // The fleet is away when the hook has run: this machine knows, and the fleet learns of it later.
          link.isAway = true
          if (again._tag === "Granted") yield* again.settle(true)
          assert.include((state.problems?.() ?? []).join(), "It is sent again.")
          assert.strictEqual((yield* state.claim(key, once, 60_000))._tag, "Done")
          link.isAway = false
          yield* eventually(Effect.map(other.claim(key, once, 60_000), ({ _tag }) => _tag === "Done"))
        })
      )
    )

    it.live("a claim whose answer was lost is granted to one of the next processes of the machine", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const calls = yield* clientOf(yield* fleet, newOrganisation())
          const folder = yield* Effect.acquireRelease(
            Effect.sync(() => mkdtempSync(join(tmpdir(), "hookline-claims-"))),
            (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
          )
          const process = (by: Calls) => FleetState.make(by, "/project", { unsentFolder: join(folder, "unsent") })
          const lost = Effect.fail(new Unreached({ reason: "The answer was lost." }))
          const first = yield* process({ ...calls, claim: (...of) => Effect.andThen(calls.claim(...of), lost) })
          assert.strictEqual((yield* Effect.exit(first.claim(key, once, 60_000)))._tag, "Failure")
          const next = yield* Effect.forEach([1, 2, 3], () => process(calls))
          const claims = yield* Effect.forEach(next, (state) => state.claim(key, once, 60_000), {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(claims.map(({ _tag }) => _tag).toSorted(), ["Granted", "Taken", "Taken"])
        })
      )
    )

    it.live("keeps its skills while the fleet is away, and sends the changes in their order", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const organisation = newOrganisation()
          const at = yield* fleet
          const { calls, fleet: link } = counted(yield* clientOf(at, organisation))
          const state = yield* FleetState.make(calls, "/project")
          yield* Effect.orDie(state.ready?.(key) ?? Effect.void)
          link.isAway = true
          yield* state.skills.open(key, { name: "a" })
          yield* state.skills.open(key, { name: "b" })
          yield* state.skills.close(key, { name: "a" })
          assert.deepStrictEqual(state.skills.of(key), [{ name: "b" }])
          assert.strictEqual((yield* Effect.exit(state.has(key, "granted")))._tag, "Failure")
          link.isAway = false
          yield* eventually(
            Effect.gen(function* () {
              const other = yield* FleetState.make(yield* clientOf(at, organisation), "/project")
              yield* Effect.orDie(other.ready?.(key) ?? Effect.void)
              return JSON.stringify(other.skills.of(key)) === JSON.stringify([{ name: "b" }])
            }).pipe(Effect.scoped)
          )
        })
      )
    )
  })
})
