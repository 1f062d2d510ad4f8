import { assert, describe, it } from "@effect/vitest"
import { memory } from "@hookline/core/kit/session/memory"
import { SessionState } from "@hookline/core/SessionState"
import { Leftovers, SessionStateTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import path from "node:path"
import { another, layer, root, start } from "./session/fixtures.ts"

SessionStateTest.suite("a state in memory", SessionState.layerMemory)
SessionStateTest.suite("a state in files", layer, {
  several: Effect.flatMap(root, (folder) => Effect.all([another(folder), another(folder), another(folder)]))
})

const key = { project: "/project", session: "s" }

const folderOf = (folder: string, session = key.session): string =>
  SessionStateFile.folderOf({ folder })({ ...key, session }) ?? ""

const modeOf = (file: string): number => statSync(file).mode & 0o777

const nothing: ReadonlyArray<string> = []

describe("a state in files", () => {
  it.live("is there for the next process, with its skills, and gone for it when the session ends", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const first = yield* another(folder)
      yield* first.mark(key, "a")
      yield* first.skills.open(key, { name: "deploy", hooks: { Stop: [] }, dialect: "amplifier" })
      const next = yield* another(folder)
      assert.isFalse(next.skills.any())
      assert.isTrue(next.skills.any(key.project, key.session))
      assert.isTrue(yield* next.has(key, "a"))
      assert.deepStrictEqual(next.skills.of(key), [{ name: "deploy", hooks: { Stop: [] }, dialect: "amplifier" }])
      const changes = first.skills.changes()
      yield* next.end(key)
      assert.isFalse(yield* first.has(key, "a"))
      assert.deepStrictEqual(first.skills.of(key), [])
      assert.notStrictEqual(first.skills.changes(), changes)
      assert.isFalse(existsSync(folderOf(folder)))
      assert.deepStrictEqual([first.problems?.(), next.problems?.()], [[], []])
    })
  )

  // proves: docs/security.md
  it.live("is for its owner only", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const { mark } = yield* another(folder)
      yield* mark(key, "a")
      const own = folderOf(folder)
      assert.deepStrictEqual([modeOf(folder), modeOf(own)], [0o700, 0o700])
      assert.deepStrictEqual(readdirSync(own), ["state.json"])
      assert.strictEqual(modeOf(path.join(own, "state.json")), 0o600)
      assert.match(path.basename(own), /^[0-9a-f]{64}$/)
    })
  )

  it.live("makes nothing as long as there is nothing to remember", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const { end, has, skills } = yield* another(folder)
      yield* has(key, "a")
      yield* skills.close(key, { name: "a" })
      yield* skills.end(key)
      yield* end(key)
      assert.isFalse(skills.any(key.project, key.session))
      assert.isFalse(existsSync(path.dirname(folder)))
    })
  )

  it.live("lasts for the process without a session's id, and touches no file", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const one = yield* another(folder)
      const other = yield* another(folder)
      for (const session of [undefined, ""]) {
        assert.isTrue(yield* one.mark({ ...key, session }, "a"))
        yield* one.skills.open({ ...key, session }, { name: "a" })
        assert.isFalse(yield* other.has({ ...key, session }, "a"))
        assert.strictEqual(SessionStateFile.folderOf({ folder })({ ...key, session }), undefined)
        yield* one.end({ ...key, session })
      }
      assert.isFalse(existsSync(path.dirname(folder)))
    })
  )

  it.live("is removed when nobody has used it for a week, by whoever comes once a day", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const { mark } = yield* another(folder)
      const sessions = ["old", "kept by its exports", "read", "s"]
      for (const session of sessions) yield* mark({ ...key, session }, "a")
      const [old = "", exporting = "", looked = "", new_ = ""] = sessions.map((session) => folderOf(folder, session))
      writeFileSync(path.join(exporting, "env"), "")
      const lost = `${"0".repeat(64)}.lock.somebody`
      mkdirSync(path.join(folder, lost))
      writeFileSync(path.join(folder, "not ours"), "")
      const long = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
      for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), long, long)
      for (const one of [old, exporting, looked]) {
        utimesSync(path.join(one, "state.json"), long, long)
        utimesSync(one, long, long)
      }
      // A process that only looks at it uses it as well.
      assert.isTrue(yield* (yield* another(folder)).has({ ...key, session: "read" }, "a"))
      utimesSync(path.join(folder, "cleared"), new Date(), new Date())
      yield* (yield* another(folder)).mark(key, "b")
      assert.isTrue(existsSync(old))
      utimesSync(path.join(folder, "cleared"), long, long)
      yield* (yield* another(folder)).mark(key, "c")
      assert.deepStrictEqual(
        readdirSync(folder).toSorted(),
        [path.basename(exporting), path.basename(looked), path.basename(new_), "cleared", "not ours"].toSorted()
      )
    })
  )

  const Step = Schema.Struct({
    who: Schema.Literals([0, 1]),
    what: Schema.Literals(["mark", "mark", "has", "open", "close", "end"]),
    session: Schema.Literals(["s", "t", ""]),
    name: Schema.Literals(["a", "b"])
  })

  it.live.prop(
    "is one for two processes, as if they were one with its state in memory",
    { steps: Schema.Array(Step) },
    ({ steps }) =>
      Effect.gen(function* () {
        const folder = yield* root
        const both = [yield* another(folder), yield* another(folder)] as const
        const inMemory = memory()
        for (const { name, session, what, who } of steps) {
          // Without an id a session is its process's alone.
          const state = both[session === "" ? 0 : who]
          const own = { ...key, session }
          const act = (on: typeof state) =>
            Effect.gen(function* () {
              if (what === "open") yield* on.skills.open(own, { name })
              else if (what === "close") yield* on.skills.close(own, { name })
              else if (what === "end") yield* on.end(own)
              else return yield* on[what](own, name)
              return undefined
            })
          assert.strictEqual(yield* act(state), yield* act(inMemory))
          for (const on of session === "" ? [both[0]] : both) {
            assert.deepStrictEqual(on.skills.of(own), inMemory.skills.of(own))
            assert.strictEqual(yield* on.has(own, name), yield* inMemory.has(own, name))
          }
        }
        assert.deepStrictEqual([...(both[0].problems?.() ?? nothing), ...(both[1].problems?.() ?? nothing)], [])
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 100, size: 30 } }
  )
})

describe("several processes at once", () => {
  interface Told {
    readonly news: ReadonlyArray<string>
    readonly kept: ReadonlyArray<string>
    readonly problems: ReadonlyArray<string>
  }

  it.live("find each mark new once, lose none, and leave nothing behind", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const folder = yield* root
        const marks = Array.from({ length: 25 }, (_, place) => `mark ${place}`)
        const when = String(Date.now() + 1500)
        const others = yield* Effect.forEach([1, 2, 3, 4], () => start([folder, "markAt", marks.join(","), when]))
        // It is our own program that wrote it.
        const told = (yield* Effect.forEach(others, ({ all }) => all)).map((text) => JSON.parse(text) as Told)
        assert.deepStrictEqual(told.flatMap(({ news }) => news).toSorted(), marks.toSorted())
        assert.deepStrictEqual(
          told.flatMap(({ problems }) => problems),
          []
        )
        for (const { kept } of told) assert.deepStrictEqual(kept, marks)
        const { skills } = yield* another(folder)
        assert.strictEqual(skills.of(key).length, 4)
        assert.deepStrictEqual(readdirSync(folder).toSorted(), [path.basename(folderOf(folder)), "cleared"].toSorted())
      }).pipe(Effect.scoped)
    )
  )

  it.live("claim a mark one after the other until it is done, and leave nothing behind", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const folder = yield* root
        const when = String(Date.now() + 1500)
        const others = yield* Effect.forEach([1, 2, 3, 4, 5], () => start([folder, "claimAt", "a", when]))
        const told = yield* Effect.forEach(others, ({ all }) => all)
        assert.deepStrictEqual(
          told
            .map((text) => JSON.parse(text) as unknown)
            .toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length),
          ["Granted", "Done", "Done", "Done", "Done"].map((found) => ({ found, problems: [] }))
        )
        assert.deepStrictEqual(readdirSync(folderOf(folder)), ["state.json"])
      }).pipe(Effect.scoped)
    )
  )

  it.live("claim a mark whose holder was killed, before its lease is over", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const folder = yield* root
        const holder = yield* start([folder, "keepClaim", "a"])
        assert.strictEqual(yield* holder.line, "Granted")
        const { claim } = yield* another(folder)
        assert.strictEqual((yield* claim(key, "a", 60_000))._tag, "Taken")
        holder.kill("SIGKILL")
        yield* holder.all
        assert.strictEqual((yield* claim(key, "a", 60_000))._tag, "Granted")
      }).pipe(Effect.scoped)
    )
  )
})
