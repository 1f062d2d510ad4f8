// A log on a real disk: what is written, and what is left when a process, a disk or a folder fails.
import { assert, describe, it } from "@effect/vitest"
import { Audit, Entry } from "@hookline/coordinator/Audit"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import { Leftovers, Requirement } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { MessageChannel } from "node:worker_threads"
import { auditLog } from "./fixtures/auditLog.ts"

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "audit-"))),
    use,
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )

const injection = (by: string, text = "a text"): Entry => ({
  _tag: "Injection",
  by,
  role: "system",
  bytes: text.length,
  fate: "given",
  text
})

const record = (entry: Entry) => Effect.flatMap(Audit, (audit) => audit.record(entry))

const readAll = (folder: string) =>
  Effect.map(readLog(folder), (log) => ({ found: verify(log), all: records(log).map(({ entry }) => entry), log }))

const numbered = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from }, (_, index) => `hook${from + index}`)

const namesOf = (all: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  all.map((entry) => (entry._tag === "Injection" ? entry.by : entry._tag))

const modeOf = (file: string): string => (fs.statSync(file).mode & 0o777).toString(8)

/** What may run next, after the callback in which something is recorded: each is asked for before that. */
const callbacks: Readonly<Record<string, (run: () => void) => void>> = {
  "an immediate": (run) => void setImmediate(run),
  "a timer": (run) => void setTimeout(run, 1),
  "a file that was read": (run) => fs.stat("/", run),
  "a message": (run) => {
    const { port1, port2 } = new MessageChannel()
    port1.once("message", () => {
      run()
      port1.close()
    })
    port2.postMessage("")
  }
}

describe("a log", () => {
  it.live.prop(
    "is sound whatever was recorded, and not there where nothing was",
    [Arbitrary.array(Arbitrary.schema(Entry), { maxLength: 8 })],
    ([all]) =>
      inFolder(
        Effect.fnUntraced(function* (folder) {
          yield* Effect.provide(Effect.forEach(all, record), auditLog({ folder }))
          if (all.length === 0) return assert.deepStrictEqual(fs.readdirSync(folder), [])
          const read = yield* readAll(folder)
          assert.deepStrictEqual(read.found.faults, [])
          assert.strictEqual(read.found.records, all.length)
        })
      ),
    { arbitrary: { runs: 30 } }
  )

  it.live("is this person's alone, and lets go of all that it holds", () =>
    inFolder((parent) =>
      Leftovers.none(
        Effect.gen(function* () {
          const folder = path.join(parent, "deep", "log")
          yield* Effect.provide(record(injection("one")), auditLog({ folder }))
          const [file = ""] = fs.readdirSync(folder)
          assert.deepStrictEqual(
            [
              folder,
              path.join(folder, "heads"),
              path.join(folder, file),
              path.join(folder, "heads", `${file}.head`)
            ].map(modeOf),
            ["700", "700", "600", "600"]
          )
        })
      )
    )
  )

  it.live("is written when a turn of the event loop is over, before anything closes", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const log = yield* AuditLog.AuditLog
        yield* Effect.forEach(numbered(0, 3), (by) => record(injection(by)))
        yield* Leftovers.until(() => fs.readdirSync(folder).length > 1)
        yield* Effect.sleep(0)
        assert.deepStrictEqual(namesOf((yield* readAll(folder)).all), numbered(0, 3))
        assert.deepInclude(yield* log.state, { written: 3, waiting: 0, lost: 0, problem: undefined })
      }).pipe(Effect.provide(auditLog({ folder })))
    )
  )

  for (const [next, begin] of Object.entries(callbacks))
    it.live(`is written before the event loop goes on with ${next}`, () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          const lines = () => {
            const logs = fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
            return logs.flatMap((name) => fs.readFileSync(path.join(folder, name), "utf8").split("\n").slice(0, -1))
              .length
          }
          // All that follows is one callback of the event loop, until it waits for the next.
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          const written = new Promise<number>((resolve) => begin(() => resolve(lines())))
          yield* Effect.forEach(numbered(0, 3), (by) => record(injection(by)))
          // A timer is due by now, and so is what the system had to do.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
          assert.strictEqual(yield* Effect.promise(() => written), 3)
        }).pipe(Effect.provide(auditLog({ folder })))
      )
    )

  it.live("is never written through a link, and says so once", () =>
    inFolder(
      Effect.fnUntraced(function* (parent) {
        const elsewhere = path.join(parent, "elsewhere")
        fs.mkdirSync(elsewhere)
        fs.symlinkSync(elsewhere, path.join(parent, "link"))
        fs.mkdirSync(path.join(parent, "own"))
        fs.symlinkSync(elsewhere, path.join(parent, "own", "heads"))
        for (const options of [
          { folder: path.join(parent, "link") },
          { folder: path.join(parent, "own") },
          { folder: path.join(parent, "link", "log"), within: parent }
        ])
          yield* Effect.gen(function* () {
            const audit = yield* Audit
            const log = yield* AuditLog.AuditLog
            yield* audit.record(injection("one"))
            yield* log.flush
            const [notice, ...more] = yield* audit.notices
            assert.deepStrictEqual(more, [])
            assert.strictEqual(notice?.level, "error")
            assert.match(notice?.text ?? "", /^The audit log can't be written: .* is a link/)
            yield* audit.record(injection("two"))
            yield* log.flush
            assert.deepStrictEqual(yield* audit.notices, [])
            assert.deepInclude(yield* log.state, { written: 0, waiting: 2 })
          }).pipe(Effect.provide(auditLog(options)))
        assert.deepStrictEqual(fs.readdirSync(elsewhere), [])
      })
    )
  )

  it.live("that is removed while it is written tells how much is gone, and goes on in another file", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const audit = yield* Audit
        const log = yield* AuditLog.AuditLog
        for (const by of numbered(0, 2)) yield* audit.record(injection(by))
        yield* log.flush
        fs.rmSync(path.join(folder, (yield* log.state).file ?? ""))
        yield* audit.record(injection("later"))
        yield* log.flush
        const read = yield* readAll(folder)
        assert.deepStrictEqual(namesOf(read.all), ["later", "Lost"])
        assert.deepStrictEqual(
          read.found.faults.map(({ kind }) => kind),
          ["missing"]
        )
        assert.match((yield* audit.notices)[0]?.text ?? "", /was removed, with 2 records in it/)
        assert.deepInclude(yield* log.state, { written: 2, lost: 2, problem: undefined })
      }).pipe(Effect.provide(auditLog({ folder })))
    )
  )

  it.live("that takes what no JSON can say says that it lacks it", () =>
    inFolder(
      Effect.fnUntraced(function* (folder) {
        // Only a program that does not mind the types makes one of these.
        const broken = { ...injection("broken"), bytes: 1n } as unknown as Entry
        yield* Effect.provide(
          Effect.forEach([injection("one"), broken, injection("two")], record),
          auditLog({ folder })
        )
        assert.deepStrictEqual(namesOf((yield* readAll(folder)).all), ["one", "two", "Lost"])
      })
    )
  )

  it.live("of several processes is read as one, in the order of time", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const one = yield* Effect.provide(Audit, auditLog({ folder }))
        const other = yield* Effect.provide(Audit, auditLog({ folder }))
        for (const [index, by] of numbered(0, 6).entries()) {
          yield* (index % 2 === 0 ? one : other).record(injection(by))
          yield* Effect.sleep(3)
        }
        const { all, found, log } = yield* readAll(folder)
        assert.strictEqual(log.files.length, 6)
        assert.deepStrictEqual(namesOf(all), numbered(0, 6))
        assert.deepStrictEqual(found.faults, [])
      })
    )
  )

  it.live("tells what in its folder was not read", () =>
    inFolder(
      Effect.fnUntraced(function* (folder) {
        yield* Effect.provide(record(injection("one")), auditLog({ folder }))
        fs.symlinkSync("/etc/passwd", path.join(folder, "x.jsonl"))
        const [head = ""] = fs.readdirSync(path.join(folder, "heads"))
        fs.writeFileSync(path.join(folder, "heads", head), "no head")
        const { found } = yield* readAll(folder)
        assert.deepStrictEqual(
          found.faults.map(({ file, kind }) => [kind, file]),
          [
            ["unread", head],
            ["unread", "x.jsonl"],
            ["headless", head.replace(/\.head$/, "")]
          ]
        )
        assert.include((yield* Effect.flip(readLog(path.join(folder, "none")))).message, "can't be read")
      })
    )
  )

  it.live("shows a change also of bytes that are no text", () =>
    inFolder(
      Effect.fnUntraced(function* (folder) {
        yield* Effect.provide(
          Effect.forEach([injection("one", "\uFFFDé"), injection("two", "é")], record),
          auditLog({ folder })
        )
        const [name = ""] = fs.readdirSync(folder)
        const file = path.join(folder, name)
        const bytes = fs.readFileSync(file)
        bytes[bytes.indexOf(Buffer.from("\uFFFD"))] = 0xff
        fs.writeFileSync(file, bytes)
        assert.deepStrictEqual(
          (yield* readAll(folder)).found.faults.map(({ kind, line }) => [kind, line]),
          [["changed", 1]]
        )
      })
    )
  )
})

const condition = "--conditions=@hookline/source"
const hostFile = path.join(import.meta.dirname, "fixtures/host.ts")

/** Starts the host under a shell's text that holds `$@` for it. Its lines are given as they come. */
const host = (args: ReadonlyArray<string>, text = 'exec "$@"') => {
  const child = spawn("/bin/sh", ["-c", text, "sh", process.execPath, condition, hostFile, ...args], {
    stdio: ["pipe", "pipe", "pipe"]
  })
  let out = ""
  let err = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return { child, ended: Effect.promise(() => ended), lines: () => out.split("\n").slice(0, -1), err: () => err }
}

describe("a host", () => {
  for (const ending of ["", "exit", "throw", "turn"])
    it.live(
      `that ends by ${{ "": "itself", exit: "exit()", throw: "an error that nobody caught", turn: "kill -9 after a turn" }[ending]} loses no record`,
      () =>
        inFolder(
          Effect.fnUntraced(function* (folder) {
            yield* host([folder, "500", ending]).ended
            const { all, found } = yield* readAll(folder)
            assert.deepStrictEqual(namesOf(all), numbered(0, 500))
            assert.deepStrictEqual(found.faults, [])
          })
        )
    )

  it.live("that is ended by SIGTERM loses no record", () =>
    inFolder(
      Effect.fnUntraced(function* (folder) {
        const { child, ended, lines } = host([folder, "500", "wait"])
        yield* Leftovers.until(() => lines().length === 1)
        child.kill("SIGTERM")
        yield* ended
        assert.strictEqual(child.exitCode, 0)
        const { all, found } = yield* readAll(folder)
        assert.deepStrictEqual(namesOf(all), numbered(0, 501))
        assert.deepStrictEqual(found.faults, [])
      })
    )
  )

  it.live("that is killed between two records leaves those that were written, and they are sound", () =>
    inFolder(
      Effect.fnUntraced(function* (folder) {
        // It writes many batches, and is killed in the midst of them.
        const { child, ended } = host([folder, "300000", "", "2000"])
        const sizes = () =>
          fs
            .readdirSync(folder)
            .flatMap((name) => (name.endsWith(".jsonl") ? [fs.statSync(path.join(folder, name)).size] : []))
        yield* Leftovers.until(() => (sizes()[0] ?? 0) > 200_000)
        child.kill("SIGKILL")
        yield* ended
        const { all, found } = yield* readAll(folder)
        assert.isAbove(all.length, 80)
        assert.deepStrictEqual(namesOf(all), numbered(0, all.length))
        assert.isTrue(found.isSound, JSON.stringify(found.faults))
      })
    )
  )
})

const Told = Schema.fromJsonString(
  Schema.Struct({
    state: Schema.Struct({
      written: Schema.Finite,
      waiting: Schema.Finite,
      lost: Schema.Finite,
      problem: Schema.optionalKey(Schema.String)
    }),
    notices: Schema.Array(Schema.Struct({ by: Schema.String, level: Schema.String, text: Schema.String }))
  })
)
const toldIn = Schema.decodeSync(Told)

/**
 * In a name space of its own the host has this file system to itself; what it wrote is copied out at its end. A remount
 * names the file system again: otherwise `mount` repeats its options, and one is the owner, who is unknown in there.
 */
const faulty = (mount: string, mend: string) =>
  `exec unshare -rm sh -c '${mount}
mkfifo "$COPY/mend"; (read it <"$COPY/mend"; ${mend}; echo >"$COPY/mended") & "$@"; cp -r "$AT" "$COPY/log"' sh "$@"`

describe("a host whose", () => {
  for (const [name, mount, mend, before] of [
    ["disk is full", 'mount -t tmpfs -o size=128k tmpfs "$AT"', 'mount -t tmpfs -o remount,size=4m tmpfs "$AT"', true],
    ["folder is read-only", 'mount -t tmpfs -o ro tmpfs "$AT"', 'mount -t tmpfs -o remount,rw tmpfs "$AT"', false]
  ] as const)
    Requirement.live(Requirement.mounts)(
      `${name} goes on, says so once, keeps what it had, and counts what it lacks`,
      () =>
        inFolder(
          Effect.fnUntraced(function* (copy) {
            const at = path.join(copy, "at")
            fs.mkdirSync(at)
            const text = `COPY='${copy}' AT='${at}'; export COPY AT; ${faulty(mount, mend)}`
            const { child, ended, err, lines } = host([at, "400", "fault", "1000", "20000"], text)
            yield* Leftovers.until(() => lines().length === 2 || child.exitCode !== null)
            const [first, second] = lines().map((line) => toldIn(line))
            assert.isDefined(second, err())
            assert.isAbove(first?.state.waiting ?? 0, 10)
            assert.strictEqual((first?.state.written ?? 0) > 0, before)
            assert.match(
              first?.notices.map(({ text }) => text).join("|") ?? "",
              /^The audit log can't be written: [^|]*$/
            )
            assert.strictEqual(first?.notices[0]?.level, "error")
            assert.deepStrictEqual(second?.notices, [])
            fs.writeFileSync(path.join(copy, "mend"), "\n")
            yield* Leftovers.until(() => fs.existsSync(path.join(copy, "mended")))
            child.stdin.write("go\n")
            yield* ended
            const third = toldIn(lines()[2] ?? "")
            const { all, found } = yield* readAll(path.join(copy, "log"))
            assert.deepStrictEqual(found.faults, [], err())
            assert.match(third.notices[0]?.text ?? "", /^The audit log is written again/)
            const { lost } = third.state
            assert.deepStrictEqual(namesOf(all), [
              ...numbered(0, 401 - lost),
              ...(lost === 0 ? [] : ["Lost"]),
              "hook-1"
            ])
            const said = all.find(({ _tag }) => _tag === "Lost")
            assert.isAbove(lost, 0)
            assert.strictEqual(said?._tag === "Lost" ? said.count : 0, lost)
          })
        )
    )
})
