// One file for processes that take turns: it is gone on with where it is what was written, and else left as it is.
import { assert, describe, it } from "@effect/vitest"
import { Audit, type Entry } from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { auditLog } from "./fixtures/auditLog.ts"

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "audit-"))),
    use,
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )

const injection = (by: string): Entry => ({
  _tag: "Injection",
  by,
  role: "system",
  bytes: 4,
  fate: "given",
  text: "text"
})

/** As other processes would have it: a folder that only one can make. */
const take = (lock: string): (() => void) | undefined => {
  try {
    fs.mkdirSync(lock)
    return () => fs.rmdirSync(lock)
  } catch {
    // Another one has it.
    return undefined
  }
}

/** What one process does: it records, and ends. */
const once = (folder: string, ...by: ReadonlyArray<string>) =>
  Effect.provide(
    Effect.flatMap(Audit, (audit) => Effect.forEach(by, (one) => audit.record(injection(one)))),
    auditLog({ folder, turns: { take, days: 90 } })
  )

const readAll = (folder: string) =>
  Effect.map(readLog(folder), (log) => ({
    found: verify(log),
    names: log.files.map(({ name }) => name),
    by: records(log).map(({ entry }) => (entry._tag === "Injection" ? entry.by : entry._tag))
  }))

const fileIn = (folder: string): string =>
  path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "")

const headOf = (file: string): string => path.join(path.dirname(file), "heads", `${path.basename(file)}.head`)

/** Something happens to the log between two processes. */
const between = (folder: string, happens: (file: string) => void) =>
  Effect.gen(function* () {
    yield* once(folder, "a", "b")
    happens(fileIn(folder))
    yield* once(folder, "c")
    yield* once(folder, "d")
    return yield* readAll(folder)
  })

describe("processes that take turns", () => {
  it.live("go on with one file, which is this person's alone", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const { by, found, names } = yield* between(folder, (file) => fs.chmodSync(file, 0o644))
        assert.deepStrictEqual(by, ["a", "b", "c", "d"])
        assert.deepStrictEqual([names.length, found.faults], [1, []])
        assert.match(names[0] ?? "", /^\d{8}-0001-[0-9a-f]{8}\.jsonl$/)
        const file = fileIn(folder)
        assert.deepStrictEqual(
          [file, headOf(file)].map((one) => (fs.statSync(one).mode & 0o777).toString(8)),
          ["600", "600"]
        )
        assert.isFalse(fs.existsSync(path.join(folder, "lock")))
      })
    )
  )

  it.live("go on with what a process has written that was killed before it wrote the head", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        yield* once(folder, "a")
        const before = fs.readFileSync(headOf(fileIn(folder)))
        yield* once(folder, "b", "b")
        fs.writeFileSync(headOf(fileIn(folder)), before)
        yield* once(folder, "c")
        const { by, found, names } = yield* readAll(folder)
        assert.deepStrictEqual([by, names.length, found.faults], [["a", "b", "b", "c"], 1, []])
      })
    )
  )

  const broken: Readonly<Record<string, readonly [happens: (file: string) => void, faults: ReadonlyArray<string>]>> = {
    "was torn by a process that was killed": [(file) => fs.appendFileSync(file, '{"n":3,"pr'), ["unended"]],
    "was cut": [(file) => fs.truncateSync(file, fs.readFileSync(file, "utf8").indexOf("\n") + 1), ["cut"]],
    "somebody wrote to": [(file) => fs.appendFileSync(file, "{}\n"), ["changed"]],
    "has lost its head": [(file) => fs.rmSync(headOf(file)), ["headless"]],
    "has a head that is none": [(file) => fs.writeFileSync(headOf(file), "?"), ["unread", "headless"]],
    "is gone": [(file) => fs.rmSync(file), ["missing"]]
  }

  for (const [name, [happens, faults]] of Object.entries(broken))
    it.live(`leave a file as it is that ${name}, so that it shows, and go on with another`, () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          const { found, names } = yield* between(folder, happens)
          assert.deepStrictEqual(
            found.faults.map(({ kind }) => kind),
            faults
          )
          const last = names.at(-1) ?? ""
          assert.match(last, /^\d{8}-0002-/)
          assert.strictEqual(fs.readFileSync(path.join(folder, last), "utf8").split("\n").length, 3)
        })
      )
    )

  it.live("write each a file of its own where the others do not get done", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        yield* once(folder, "a")
        fs.mkdirSync(path.join(folder, "lock"))
        yield* once(folder, "b")
        const { by, found, names } = yield* readAll(folder)
        assert.deepStrictEqual([by, names.length, found.faults], [["a", "b"], 2, []])
        assert.isTrue(names.some((one) => one.includes(`-${process.pid}-`)))
      })
    )
  )

  it.live("take away what is older than it is to be, with the first record of a day", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const dayBefore = (days: number) =>
          new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "")
        const old = [`${dayBefore(100)}-0001-00000000.jsonl`, `${dayBefore(100)}T120000000Z-1-00000000.jsonl`]
        const kept = [`${dayBefore(80)}-0001-00000000.jsonl`, "mine.jsonl"]
        fs.mkdirSync(path.join(folder, "heads"))
        for (const name of [...old, ...kept]) {
          fs.writeFileSync(path.join(folder, name), "")
          fs.writeFileSync(path.join(folder, "heads", `${name}.head`), "")
        }
        yield* once(folder, "a")
        const names = fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
        assert.strictEqual(names.length, 3)
        assert.includeMembers(names, kept)
        assert.strictEqual(fs.readdirSync(path.join(folder, "heads")).length, 3)
      })
    )
  )

  it.live("let go of their turn where nothing can be written", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const heads = path.join(folder, "file")
        fs.writeFileSync(heads, "")
        const log = auditLog({ folder: path.join(folder, "log"), heads, turns: { take, days: 90 } })
        yield* Effect.gen(function* () {
          const audit = yield* Audit
          const { flush, state } = yield* AuditLog.AuditLog
          yield* audit.record(injection("a"))
          yield* flush
          assert.match((yield* state).problem ?? "", /is no folder/)
          fs.rmSync(heads)
          yield* flush
          assert.deepInclude(yield* state, { written: 1, problem: undefined })
        }).pipe(Effect.provide(log))
        assert.deepStrictEqual(fs.readdirSync(path.join(folder, "log")).length, 1)
      })
    )
  )
})
