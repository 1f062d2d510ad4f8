// What a fleet costs: calls of events and of a session; a claim beside a hook in a warm shell; questions that are answered
// elsewhere; what a gate holds for each machine; and the ends of runners. Without a Postgres it says which rows are absent.
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as Approval from "@hookline/coordinator/Approval"
import { SessionState } from "@hookline/core/SessionState"
import * as FleetState from "@hookline/fleet/FleetState"
import type { Failure } from "@hookline/fleet/Protocol"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Sqlite from "@hookline/fleet/Sqlite"
import { Store } from "@hookline/fleet/Store"
import { Hookline } from "@hookline/node/Hookline"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { SqlClient } from "effect/sql/SqlClient"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { server } from "../packages/fleet/test/databases.ts"
import { during, faults } from "../packages/fleet/test/faults/faults.ts"
import { clientOf, load, machineOf } from "../packages/fleet/test/faults/load.ts"
import { askAll } from "../packages/fleet/test/faults/questions.ts"
import { start } from "../packages/fleet/test/faults/runners.ts"
import { asyncRounds } from "./asyncRounds.ts"
import { quantile } from "./quantile.ts"
import { openProcessHost } from "./processHost.ts"
import type { Result } from "./Result.ts"

const counted = (name: string, calls: number, target: number): Result => ({
  name,
  ratio: calls,
  target,
  p50: calls,
  p95: calls,
  unit: "calls"
})

const atMost = (name: string, value: number, limit: number, unit: string): Result => ({
  name: `${name} / ${limit} ${unit}`,
  ratio: value / limit,
  target: 1,
  p50: value,
  p95: value,
  unit
})

/** Calls that answer at once, and are counted. */
const counting = () => {
  let count = 0
  const call =
    <A>(value: A) =>
    () =>
      Effect.sync(() => {
        count += 1
        return value
      })
  const calls: Parameters<typeof FleetState.make>[0] = {
    attach: call({ marks: [], skills: [], policyVersion: 0 }),
    claim: call("Granted" as const),
    settle: call(true),
    has: call(false),
    mark: call(true),
    unmark: call(true),
    skill: call(undefined),
    end: call(undefined)
  }
  const taken = () => {
    const before = count
    count = 0
    return before
  }
  return { calls, taken }
}

/** The calls of events in the real pipeline. */
const calls = async (project: string): Promise<ReadonlyArray<Result>> => {
  const { calls, taken } = counting()
  const state = SessionState.layerEffect(FleetState.make(calls, project))
  const runtime = ManagedRuntime.make(Hookline.layer({ project, provide: [state, Approval.layerDeny] }))
  try {
    const { emit, register } = await runtime.runPromise(Hookline)
    const event = (toolName: string, sessionId = "s") =>
      HookEvent.cases.PreToolUse.make({ toolName, toolInput: { command: "ls" }, sessionId, cwd: project })
    return await runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const times = (count: number, one: HookEvent.HookEvent) =>
            Effect.forEach(Array.from({ length: count }), () => emit(one), { discard: true })
          yield* register({ event: "PreToolUse", name: "guard", handler: () => Effect.void })
          yield* emit(event("Bash"))
          taken()
          yield* times(1000, HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {}, sessionId: "s" }))
          const none = taken()
          yield* times(1000, event("Bash"))
          const plain = taken()
          yield* register({ event: "PreToolUse", name: "setup", once: true, handler: () => Effect.void })
          yield* times(100, event("Bash", "other"))
          yield* emit(HookEvent.cases.SessionEnd.make({ reason: "exit", sessionId: "other" }))
          return [
            counted("calls of 1,000 events that nothing wants", none, 0),
            counted("calls of 1,000 events with a plain hook", plain, 0),
            counted("calls of a session with one hook that runs once", taken(), 4)
          ]
        })
      )
    )
  } finally {
    await runtime.dispose()
  }
}

const organisation = "bench"

let count = 0

const claims =
  ({ claim, settle }: Pick<Store["Service"], "claim" | "settle">) =>
  () =>
    Effect.gen(function* () {
      const at = { organisation, session: `s${count++}` }
      yield* claim(at, "once", "token", 60_000)
      yield* settle(at, "once", "token", true)
    })

/** A claim with its settling beside a hook in a warm shell: in this process on SQLite, and through a gate on Postgres. */
const beside = async (
  folder: string,
  gate: (() => Effect.Effect<unknown, Failure>) | undefined
): Promise<ReadonlyArray<Result>> => {
  const host = await openProcessHost()
  const sqlite = (name: string) =>
    ManagedRuntime.make(
      Layer.unwrap(Effect.as(Migrations.run, Store.layer)).pipe(
        Layer.provideMerge(Sqlite.layer({ file: join(folder, name) })),
        Layer.provideMerge(NodeCrypto.layerDigest)
      )
    )
  const [full, normal] = [sqlite("full.sqlite"), sqlite("normal.sqlite")]
  try {
    await full.runPromise(SqlClient.use((sql) => sql`PRAGMA synchronous = FULL`))
    const [inFull, inNormal] = [claims(await full.runPromise(Store)), claims(await normal.runPromise(Store))]
    const work = host.work("exit 0")
    const before = host.rested
    const measured = await asyncRounds(
      [
        { name: "warm", before, run: () => host.warm(work) },
        {
          name: "claim and settle in process, SQLite that waits for the disk",
          before,
          run: () => Effect.runPromise(inFull())
        },
        {
          name: "claim and settle in process, SQLite",
          before,
          run: () => Effect.runPromise(inNormal())
        },
        ...(gate === undefined
          ? []
          : [{ name: "claim and settle through a gate, Postgres", before, run: () => Effect.runPromise(gate()) }])
      ],
      { rounds: 100, warmUp: 10 }
    )
    const targets = [undefined, undefined, 0.3, 6.5]
    return measured
      .map(({ name, p50, p95, ratio }, index) => {
        const target = targets[index]
        return {
          name: `${name} / a hook in a warm shell`,
          ratio,
          ...(target !== undefined && { target }),
          p50: p50 / 1000,
          p95: p95 / 1000,
          unit: "ms"
        }
      })
      .slice(1)
  } finally {
    await Promise.all([full.dispose(), normal.dispose(), host.close()])
  }
}

/** Resident memory of a process, in KiB. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN)

const machines = 150

const onPostgres = async (url: string, folder: string): Promise<ReadonlyArray<Result>> => {
  const fleet = await start(url, 3, false)
  try {
    return await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const machine = yield* clientOf(fleet)
          const persons = [yield* clientOf(fleet, "person"), yield* clientOf(fleet, "person")] as const
          const gate = () =>
            Effect.gen(function* () {
              const session = `s${count++}`
              yield* machine.claim(session, "once", "token", 60_000)
              yield* machine.settle(session, "once", "token", true)
            })
          yield* gate()
          const claimed = yield* Effect.promise(() => beside(folder, gate))

          yield* askAll(machine, persons, 2)
          const asked = yield* askAll(machine, persons, 20)
          const heard = quantile(
            asked.map(({ millis }) => millis),
            0.95
          )

          const [first] = fleet.runners
          const before = first === undefined ? Number.NaN : residentOf(first.pid())
          const one = { database: fleet.database, url: `http://127.0.0.1:${first?.gate ?? 0}` }
          const connected = Effect.forEach(
            Array.from({ length: machines }),
            () => Effect.flatMap(clientOf(one), ({ attach }) => attach("s")),
            { concurrency: 4, discard: true }
          )
          const resident = yield* Effect.scoped(
            Effect.andThen(
              connected,
              Effect.sync(() => (residentOf(first?.pid() ?? 0) - before) / machines)
            )
          )

          const states = [yield* machineOf(fleet), yield* machineOf(fleet), yield* machineOf(fleet)]
          const [, , , , , end] = faults
          const [, second] = fleet.runners
          if (second === undefined || end === undefined) return yield* Effect.die("a fault is absent")
          const options = { events: 400, sessions: 40, rate: 50 }
          const ended = yield* during(fleet, end, { after: 1000, millis: 0 }, load(states, options))

          // A runner that had its homes from the start.
          const kill = { name: "kill -9", run: () => second.kill() }
          const late = yield* during(fleet, kill, { after: 900, millis: 0 }, askAll(machine, persons, 30, 60_000))
          const slowest = Math.max(...late.map(({ millis }) => millis))
          return [
            ...claimed,
            atMost("a question is heard after its answer, p95", heard, 500, "ms"),
            atMost("a gate's memory for each of 150 machines", resident, 200, "KiB"),
            counted("failures of hooks by the orderly end of a runner", ended.reported, 0),
            atMost("the slowest event by the orderly end of a runner", ended.slowestMillis, 1000, "ms"),
            atMost("the last question is heard after kill -9 of a runner", slowest / 1000, 14.5, "s")
          ]
        })
      )
    )
  } finally {
    await fleet.close()
  }
}

/** All of it, in one run. */
export const fleetRunners = async (): Promise<ReadonlyArray<Result>> => {
  const folder = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  try {
    const counts = await calls(folder)
    if (server !== undefined) return [...counts, ...(await onPostgres(server, folder))]
    const absent = "no Postgres: no rows of a gate, of questions, of its memory and of runners that end"
    return [...counts, ...(await beside(folder, undefined)), { name: absent, ratio: 0, p50: 0, p95: 0, unit: "" }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
