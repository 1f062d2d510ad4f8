// Three runners in processes on a real Postgres, and machines that lose them: no hook is lost, none runs twice, and each
// that could not be claimed is a reported failure. `npm run soak -- fleet` is the long form.
import { assert, describe, it } from "@effect/vitest"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type { Storing } from "@hookline/core/SessionState"
import { rowsOf as someRows } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { Client } from "pg"
import { afterAll, beforeAll } from "vitest"
import { server, withoutServer } from "./databases.ts"
import { during, faults } from "./faults/faults.ts"
import { clientOf, load, machineOf } from "./faults/load.ts"
import type { Counts } from "./faults/Oracle.ts"
import { askAll } from "./faults/questions.ts"
import { type Runners, start } from "./faults/runners.ts"

const key = { project: "/project", session: "between commit and reply" }
const once = SessionMark.encode({ _tag: "Once", hook: "hook" })

/** Counts rows, past all wires. */
const rowsOf = (url: string, condition: string): Effect.Effect<number> =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rowCount } = await client.query(`SELECT 1 FROM fleet_marks WHERE ${condition}`)
    await client.end()
    return rowCount ?? 0
  })

const nothingIsLost = ({ lost, skippedUndone, twice }: Counts): void =>
  assert.deepStrictEqual({ lost, skippedUndone, twice }, { lost: 0, skippedUndone: 0, twice: 0 })

const events = 240

const tests = (url: string): void => {
  describe("a fleet of three runners", () => {
    let fleet: Runners | undefined
    beforeAll(async () => {
      fleet = await start(url, 3, true)
    })
    afterAll(() => fleet?.close())
    const runners = Effect.suspend(() => (fleet === undefined ? Effect.die("it did not start") : Effect.succeed(fleet)))

    for (const fault of someRows(faults, 2)) {
      it.live(`loses no hook and runs none twice by ${fault.name}`, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* runners
            const machines = [yield* machineOf(at), yield* machineOf(at), yield* machineOf(at)]
            const counts = yield* during(
              at,
              fault,
              { after: 500, millis: 2000 },
              load(machines, { events, sessions: 24, rate: 100 })
            )
            assert.strictEqual(counts.events, events)
            assert.strictEqual(counts.hooks, events / 2)
            nothingIsLost(counts)
            assert.strictEqual(counts.done + counts.hooksReported, counts.hooks)
            assert.isAbove(counts.done, 0)
          })
        )
      )
    }

    it.live("grants a claim to its token again, whose runner dies between commit and reply", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const at = yield* runners
          const [one, other] = [yield* machineOf(at), yield* machineOf(at)]
          for (const machine of [one, other]) yield* Effect.orDie(machine.ready?.(key) ?? Effect.void)
          for (const { database } of at.runners) database.is("keeps the replies")
          const claiming = yield* Effect.forkChild(Effect.exit(one.claim(key, once, 60_000)), {
            startImmediately: true
          })
          const isCommitted = Effect.map(
            rowsOf(at.database, "until IS NOT NULL AND session LIKE '%reply%'"),
            (n) => n > 0
          )
          while (!(yield* isCommitted)) yield* Effect.sleep("50 millis")
          yield* Effect.promise(() => Promise.all(at.runners.map((runner) => runner.kill())))
          for (const { database } of at.runners) database.is("carries")
          yield* Effect.promise(() => Promise.all(at.runners.map((runner) => runner.start())))
          const first = yield* Fiber.join(claiming)
          // The socket of each machine is opened again.
          const isOpen = (state: Storing) => Effect.map(Effect.exit(state.has(key, "any")), Exit.isSuccess)
          while (!(yield* isOpen(one)) || !(yield* isOpen(other))) yield* Effect.sleep("100 millis")
          assert.strictEqual((yield* other.claim(key, once, 60_000))._tag, "Taken")
          const again = first._tag === "Success" ? first.value : yield* one.claim(key, once, 60_000)
          assert.strictEqual(again._tag, "Granted")
          if (again._tag === "Granted") yield* again.settle(true)
          assert.strictEqual((yield* other.claim(key, once, 60_000))._tag, "Done")
        })
      )
    )

    it.live(
      "counts one answer of two persons, of whom each asker and both persons learn, also by the death of a runner",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* runners
            const machine = yield* clientOf(at)
            const persons = [yield* clientOf(at, "person"), yield* clientOf(at, "person")] as const
            const [fault] = faults
            assert(fault !== undefined)
            const asked = yield* during(at, fault, { after: 1000, millis: 1000 }, askAll(machine, persons, 20))
            for (const { heard, told } of asked) {
              assert.isDefined(heard)
              assert.strictEqual(new Set([heard, ...told]).size, 1)
            }
          })
        )
    )
  })
}

if (server === undefined) withoutServer("faults")
else tests(server)
