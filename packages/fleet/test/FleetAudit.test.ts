// The audit of a machine in its fleet: every line, in its order, whoever dies meanwhile; and what is no chain is refused.
import { assert, it } from "@effect/vitest"
import * as chain from "@hookline/coordinator/kit/audit/internal/chain"
import type { Entry } from "@hookline/coordinator/Audit"
import { Writer } from "@hookline/coordinator/kit/audit/internal/writer"
import * as AuditCheck from "@hookline/fleet/AuditCheck"
import type { Calls } from "@hookline/fleet/FleetClient"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetAudit from "@hookline/fleet/FleetAudit"
import { type Failure, Unreached } from "@hookline/fleet/Protocol"
import { Store, type Storing } from "@hookline/fleet/Store"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import { TestProject } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clientOf, newOrganisation, onGates, startGate } from "./gates.ts"

const folderIn = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "hookline-shipping-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const entry = (text: string): Entry => ({ _tag: "Lost", count: 1, since: 0, why: text })

/** Writes records to a log of its own. */
const write = (folder: string, texts: ReadonlyArray<string>): void => {
  const writer = new Writer({ folder, heads: join(folder, "heads"), within: undefined }, 1 << 26)
  texts.forEach((text, index) => writer.add(index, entry(text)))
  writer.close()
}
const some = (count: number, text = "r"): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => `${text}${at}`)

const logsIn = (folder: string) =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
const linesIn = (folder: string) =>
  logsIn(folder).flatMap((name) => fs.readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1))

/** The lines that the fleet keeps, by log and number. */
const keptLines = (store: Storing, organisation: string) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    let after: { machine: string; writer: string; n: number } | undefined
    for (;;) {
      const rows = yield* store.audit(organisation, after === undefined ? {} : { after })
      lines.push(...rows.map(({ line }) => line))
      after = rows.at(-1)
      if (rows.length < 1000) return lines
    }
  })

const isSound = (store: Storing, organisation: string) =>
  Effect.map(Effect.provideService(AuditCheck.verifyAll(organisation), Store, store), (logs) =>
    logs.every((log) => log.isSound && log.faults.length === 0)
  )

/** Ships once, in a scope of its own. */
const shipOnce = (calls: Pick<Calls, "record">, options: FleetAudit.Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const shipping = yield* FleetAudit.make(calls, { everyMillis: 3_600_000, ...options })
      const isAll = yield* shipping.flush
      return { isAll, ...(yield* shipping.state), notices: yield* shipping.notices }
    })
  )

const counted = (calls: Pick<Calls, "record">) => {
  const seen: Array<number> = []
  let fails: (call: number) => "before" | "after" | undefined = () => undefined
  return {
    seen,
    failing: (decide: typeof fails) => void (fails = decide),
    calls: {
      record: (writer: string, lines: ReadonlyArray<string>): Effect.Effect<number, Failure> =>
        Effect.suspend((): Effect.Effect<number, Failure> => {
          const way = fails(seen.length)
          seen.push(lines.length)
          const away = Effect.fail(new Unreached({ reason: "The fleet is away." }))
          if (way === "before") return away
          return way === "after" ? Effect.andThen(calls.record(writer, lines), away) : calls.record(writer, lines)
        })
    }
  }
}

onGates("FleetAudit", (atGate, database) => {
  /** A test with an organisation of its own at the gate, and a folder for the logs of its machine. */
  const live = <A, E>(
    title: string,
    run: (place: {
      readonly at: Effect.Success<typeof atGate>
      readonly folder: string
      readonly organisation: string
    }) => Effect.Effect<A, E, Scope.Scope>
  ): void =>
    it.live(title, () =>
      Effect.scoped(
        Effect.gen(function* () {
          return yield* run({ at: yield* atGate, folder: yield* folderIn, organisation: newOrganisation() })
        })
      )
    )

  live("sends every log as it is, in batches, once, and goes on where it was", ({ at, folder, organisation }) =>
    Effect.gen(function* () {
      const sentFile = join(folder, "sent", "sent.json")
      const machine = counted(yield* clientOf(at, organisation))
      write(folder, some(1203, "first "))
      write(folder, ["Ünïcode \u2028 \uD83D\uDE00 \uD800 \0", "x".repeat(300_000)])
      const first = yield* shipOnce(machine.calls, { folder, sentFile })
      assert.deepInclude(first, { isAll: true, sent: 1205, refused: [], notices: [] })
      assert.deepStrictEqual(machine.seen, [0, 500, 500, 203, 0, 2])
      assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder))
      assert.isTrue(yield* isSound(at.store, organisation))
      // What is sent costs no call, also after a restart.
      machine.seen.length = 0
      yield* shipOnce(machine.calls, { folder, sentFile })
      assert.deepStrictEqual(machine.seen, [])
      // Without the file the gate is asked, and nothing is sent again.
      yield* shipOnce(machine.calls, { folder })
      assert.deepStrictEqual(machine.seen, [0, 0])
      assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder))
    })
  )

  // proves: docs/fleet.md
  it.live("loses no line and doubles none, whichever call fails before or after its effect", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const at = yield* atGate
        for (const way of ["before", "after"] as const) {
          for (const failing of [0, 1, 2, 3]) {
            const organisation = newOrganisation()
            const folder = yield* folderIn
            const machine = counted(yield* clientOf(at, organisation))
            write(folder, some(1100))
            machine.failing((call) => (call === failing ? way : undefined))
            const first = yield* shipOnce(machine.calls, { folder })
            assert.isFalse(first.isAll && first.notices.length > 0)
            write(folder, some(3))
            const second = yield* shipOnce(machine.calls, { folder })
            assert.deepInclude(second, { isAll: true, problem: undefined, refused: [] })
            assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder), `${way} ${failing}`)
            assert.isTrue(yield* isSound(at.store, organisation))
          }
        }
      })
    )
  )

  live(
    "lines that a restored database has lost are sent again, with the next line of their log",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        const writer = new Writer({ folder, heads: join(folder, "heads"), within: undefined }, 1 << 26)
        yield* Effect.addFinalizer(() => Effect.sync(() => writer.close()))
        const add = (count: number) => {
          for (let index = 0; index < count; index++) writer.add(index, entry(`r${index}`))
          writer.flush()
        }
        const shipping = yield* FleetAudit.make(yield* clientOf(at, organisation), { folder, everyMillis: 3_600_000 })
        add(600)
        assert.isTrue(yield* shipping.flush)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql`DELETE FROM fleet_audit WHERE org = ${organisation} AND n > 250`
          yield* sql`
            UPDATE fleet_writers SET n = 250, head = (SELECT MAX(hash) FROM fleet_audit WHERE org = ${organisation} AND n = 250)
            WHERE org = ${organisation}`
        }).pipe(Effect.provide(database.client))
        add(10)
        yield* shipping.flush
        yield* shipping.flush
        assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder))
        assert.isTrue(yield* isSound(at.store, organisation))
      })
  )

  live(
    "an absence of the fleet is reported once, and the log is sent when it is back",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        const machine = counted(yield* clientOf(at, organisation))
        machine.failing(() => "before")
        const shipping = yield* FleetAudit.make(machine.calls, { folder, everyMillis: 3_600_000 })
        write(folder, some(10))
        assert.deepStrictEqual([yield* shipping.flush, yield* shipping.flush], [false, false])
        const notices = yield* shipping.notices
        assert.lengthOf(notices, 1)
        assert.match(notices[0]?.text ?? "", /not sent to the fleet: The fleet is away.*sent later/)
        machine.failing(() => undefined)
        assert.isTrue(yield* shipping.flush)
        assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder))
      })
  )

  live(
    "a log whose chain is broken is refused, reported once and kept apart, and others go on",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        const machine = yield* clientOf(at, organisation)
        write(folder, some(5))
        const [name = ""] = logsIn(folder)
        const path = join(folder, name)
        fs.writeFileSync(path, fs.readFileSync(path, "utf8").replace("r3", "R3"))
        yield* Effect.sleep("5 millis")
        write(folder, some(4))
        const shipping = yield* FleetAudit.make(machine, { folder, everyMillis: 3_600_000 })
        assert.deepStrictEqual([yield* shipping.flush, yield* shipping.flush], [true, true])
        const { refused, sent } = yield* shipping.state
        assert.deepStrictEqual([refused, sent], [[name], 4])
        const notices = yield* shipping.notices
        assert.lengthOf(notices, 1)
        assert.match(notices[0]?.text ?? "", /was not kept: a line is not what was written/)
        assert.lengthOf(yield* keptLines(at.store, organisation), 4)
        // A token that is not valid is no fault of a log.
        yield* at.store.revokeToken(organisation, (yield* at.store.tokens(organisation))[0]?.name ?? "")
        write(folder, some(2))
        assert.isFalse(yield* shipping.flush)
        assert.deepInclude(yield* shipping.state, { refused: [name] })
      })
  )

  live(
    "a log whose tail was cut and written anew after it was sent is refused and reported",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        const machine = yield* clientOf(at, organisation)
        const options = { folder, sentFile: join(folder, "sent"), everyMillis: 3_600_000 }
        write(folder, some(5))
        const [name = ""] = logsIn(folder)
        const first = yield* FleetAudit.make(machine, options)
        assert.isTrue(yield* first.flush)
        // The log is shorter than what was sent of it, so that its next line lies before the place where sending goes on.
        const lines = linesIn(folder).slice(0, 2)
        const link = chain.read(lines[1] ?? "")?.link
        assert.isDefined(link)
        const forged = chain.append(link, `"at":1,"entry":${JSON.stringify(entry("x"))}`).line
        fs.writeFileSync(join(folder, name), [...lines, forged, ""].join("\n"))
        const second = yield* FleetAudit.make(machine, options)
        yield* second.flush
        assert.deepStrictEqual((yield* second.state).refused, [name])
        assert.match((yield* second.notices)[0]?.text ?? "", /record 3 is another one than the kept one/)
        assert.lengthOf(yield* keptLines(at.store, organisation), 5)
      })
  )

  live("several processes that ship one folder at the same time send each line once", ({ at, folder, organisation }) =>
    Effect.gen(function* () {
      const machine = yield* clientOf(at, organisation)
      write(folder, some(2600))
      yield* Effect.forEach([1, 2, 3], () => shipOnce(machine, { folder }), { concurrency: 3 })
      yield* shipOnce(machine, { folder })
      assert.deepStrictEqual(yield* keptLines(at.store, organisation), linesIn(folder))
      assert.isTrue(yield* isSound(at.store, organisation))
    })
  )

  live(
    "records of hooks arrive without their secrets, and the last with the end of the process",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        const machine = yield* clientOf(at, organisation)
        const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
        const hook = { type: "command", command: `echo 'password=hunter22 ${secret}'` }
        const project = yield* TestProject.make(
          { ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [hook] }] } } } },
          { trusted: true }
        )
        const provided = FleetAudit.layer({ folder, everyMillis: 3_600_000 }).pipe(
          Layer.provide(Layer.succeed(FleetClient)(machine))
        )
        yield* Effect.gen(function* () {
          const { emit } = yield* Hookline
          yield* emit(cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } }))
        }).pipe(Effect.provide(Hookline.layer({ project, provide: [provided] })))
        const kept = yield* keptLines(at.store, organisation)
        assert.isAbove(kept.length, 0)
        assert.deepStrictEqual(kept, linesIn(folder))
        assert.include(kept.join(), "[redacted]")
        assert.notInclude(kept.join(), secret)
        assert.notInclude(kept.join(), "hunter22")
      })
  )

  // proves: docs/fleet.md
  live(
    "a change of what is kept is found: another line, a missing one, another order, and a cut tail",
    ({ at, folder, organisation }) =>
      Effect.gen(function* () {
        write(folder, some(6))
        yield* shipOnce(yield* clientOf(at, organisation), { folder })
        const [writer] = yield* at.store.writers(organisation)
        const rows = yield* at.store.audit(organisation)
        assert.isDefined(writer)
        if (writer === undefined) return
        assert.isTrue(AuditCheck.verify(writer, rows).isSound)
        const numbered = (lines: ReadonlyArray<(typeof rows)[number]>) =>
          lines.map((row, at) => ({ ...row, n: at + 1 }))
        for (const at of rows.keys()) {
          const without = rows.filter((_, index) => index !== at)
          assert.isFalse(AuditCheck.verify(writer, without).isSound, `without ${at}`)
          assert.isFalse(AuditCheck.verify(writer, numbered(without)).isSound, `without ${at}`)
          const changed = rows.map((row, index) => (index === at ? { ...row, line: row.line.replace("r", "R") } : row))
          assert.isFalse(AuditCheck.verify(writer, changed).isSound, `changed ${at}`)
        }
        assert.isFalse(AuditCheck.verify(writer, numbered(rows.toReversed())).isSound)
        assert.isFalse(AuditCheck.verify(writer, rows.slice(0, -1)).isSound)
      })
  )

  live("a kill of the machine and of the gate lose no line", ({ at, folder, organisation }) =>
    Effect.gen(function* () {
      const token = yield* Effect.orDie(at.store.addToken(organisation, "machine", "killed"))
      const gates = yield* Scope.make()
      const gate = yield* Scope.provide(startGate(database), gates)
      const machine = (url: string): ChildProcess =>
        spawn(
          process.execPath,
          ["--conditions=@hookline/source", join(import.meta.dirname, "shippingMachine.ts"), folder, url, token],
          { stdio: ["ignore", "ignore", "inherit"] }
        )
      const killed = (child: ChildProcess): Effect.Effect<void> =>
        Effect.callback((resume) => {
          child.once("exit", () => resume(Effect.void))
          child.kill("SIGKILL")
        })
      const many = (count: number) =>
        Effect.gen(function* () {
          for (let tries = 0; tries < 300 && linesIn(folder).length < count; tries++) yield* Effect.sleep("50 millis")
        })
      const one = machine(gate.url)
      yield* many(300)
      yield* killed(one)
      const two = machine(gate.url)
      yield* many(700)
      // The gate ends amid the calls; another one serves the same rows.
      yield* Scope.close(gates, Exit.void)
      yield* Effect.sleep("300 millis")
      yield* killed(two)
      const client = yield* Layer.build(FleetClient.layer({ url: at.url, token, limitMillis: 10_000 }))
      const rest = yield* shipOnce(Context.get(client, FleetClient), { folder })
      assert.deepInclude(rest, { isAll: true, refused: [] })
      const lines = linesIn(folder)
      assert.isAbove(lines.length, 699)
      assert.deepStrictEqual(yield* keptLines(at.store, organisation), lines)
      assert.isTrue(yield* isSound(at.store, organisation))
    })
  )
})
