// A fleet on SQLite, with its gate and all machines in this process: a policy on 300 machines, and audit over one connection.
import * as Alone from "@hookline/fleet/Alone"
import { Writer } from "@hookline/coordinator/kit/audit/internal/writer"
import * as AuditCheck from "@hookline/fleet/AuditCheck"
import * as FleetAudit from "@hookline/fleet/FleetAudit"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import * as Gate from "@hookline/fleet/Gate"
import { makeKeys, sign } from "@hookline/fleet/PolicySignature"
import { Store } from "@hookline/fleet/Store"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as EffectResult from "effect/Result"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { entry } from "./auditEntry.ts"
import type { Result } from "./Result.ts"
import { timesRow } from "./timesRow.ts"

const machines = 300
const rounds = 5
const records = 20_000
const organisation = "acme"

const atGate = Effect.gen(function* () {
  const root = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "fleet-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const context = yield* Layer.build(
    Gate.layer({ port: 0 }).pipe(Layer.provideMerge(Alone.layer({ file: join(root, "fleet.sqlite") })))
  )
  const { address } = Context.get(context, HttpServer)
  const url = `http://127.0.0.1:${"port" in address ? address.port : 0}`
  const store = Context.get(context, Store)
  const connect = (role: "machine" | "publisher", name: string) =>
    Effect.gen(function* () {
      const token = yield* store.addToken(organisation, role, name)
      return Context.get(yield* Layer.build(FleetClient.layer({ url, token, limitMillis: 20_000 })), FleetClient)
    })
  return { connect, root, store }
})

/** Publishes versions, and gives the milliseconds until the last machine has each in force. */
const publishing = Effect.gen(function* () {
  const { connect, root } = yield* atGate
  const { privateKey, publicKey } = makeKeys()
  const publisher = yield* connect("publisher", "ci")
  let waiting = 0
  let all = Deferred.makeUnsafe<void>()
  yield* Effect.forEach(
    Array.from({ length: machines }, (_, index) => index),
    Effect.fnUntraced(function* (index) {
      const calls = yield* connect("machine", `machine-${index}`)
      const options = { organisation, publicKeys: [publicKey], folder: join(root, `machine-${index}`) }
      const { watch } = yield* FleetPolicies.make(calls, options)
      const arrived = () => {
        waiting -= 1
        if (waiting === 0) Deferred.doneUnsafe(all, Exit.void)
      }
      if (watch !== undefined) yield* watch(arrived)
    }),
    { concurrency: 16, discard: true }
  )
  yield* Effect.sleep("2 seconds")
  const times: Array<number> = []
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "acme-guard" }] }] } })
  const body = JSON.stringify({ hooks: [{ dialect: "claude", name: "guards.json", text }] })
  for (let version = 1; version <= rounds; version++) {
    waiting = machines
    all = Deferred.makeUnsafe<void>()
    const started = performance.now()
    yield* publisher.publish(EffectResult.getOrThrow(sign(privateKey, { organisation, version, body })))
    yield* Effect.timeout(Deferred.await(all), "30 seconds")
    times.push(performance.now() - started)
  }
  return times
})

/** Ships a log over one connection, and gives the microseconds of each record. */
const shipping = Effect.gen(function* () {
  const { connect, root, store } = yield* atGate
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const folder = join(root, `logs-${round}`)
    const writer = new Writer({ folder, heads: join(folder, "heads"), within: undefined }, Number.MAX_SAFE_INTEGER)
    for (let index = 0; index < records; index++) writer.add(index, entry(index))
    writer.close()
    const calls = yield* connect("machine", `machine-${round}`)
    yield* calls.status
    const started = performance.now()
    const { flush, state } = yield* FleetAudit.make(calls, { folder, everyMillis: 3_600_000 })
    yield* flush
    times.push(((performance.now() - started) * 1000) / records)
    const { sent } = yield* state
    if (sent !== records) throw new Error(`the fleet has ${sent} of ${records} records`)
  }
  const logs = yield* Effect.provideService(AuditCheck.verifyAll(organisation), Store, store)
  if (!logs.every(({ isSound, records: kept }) => isSound && kept === records)) throw new Error("the log is not sound")
  return times
})

export const fleet = async (): Promise<ReadonlyArray<Result>> => [
  timesRow("fleet: a policy on 300 machines / 1.5 s", await Effect.runPromise(Effect.scoped(publishing)), 1500, "ms"),
  timesRow(
    "fleet: a record of audit over one connection / 200 µs",
    await Effect.runPromise(Effect.scoped(shipping)),
    200,
    "µs"
  )
]
