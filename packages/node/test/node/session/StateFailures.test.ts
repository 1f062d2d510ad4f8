// What stands in the way of a session's files: others, the dead, the disk. It is told, and the event goes on.
import { assert, describe, it } from "@effect/vitest"
import { Requirement } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { another, root, start } from "./fixtures.ts"

const key = { project: "/project", session: "s" }

const folderOf = (folder: string): string => SessionStateFile.folderOf({ folder })(key) ?? ""

/** A session in which something was marked, and a skill opened. */
const begun = Effect.gen(function* () {
  const folder = yield* root
  const { mark, skills } = yield* another(folder)
  yield* mark(key, "before")
  yield* skills.open(key, { name: "guard" })
  return { folder, own: folderOf(folder), file: path.join(folderOf(folder), "state.json") }
})

type State = Effect.Success<ReturnType<typeof another>>

/** What went wrong, one text. */
const told = ({ problems }: State): string => (problems?.() ?? []).join("\n")

/** Everything works as far as this process knows, and is told once. */
const worksAlone = (state: State, problem: RegExp) =>
  Effect.gen(function* () {
    assert.isTrue(yield* state.mark(key, "now"))
    assert.isFalse(yield* state.mark(key, "now"))
    assert.isTrue(yield* state.has(key, "now"))
    yield* state.skills.open(key, { name: "b" })
    assert.include(
      state.skills.of(key).map(({ name }) => name),
      "b"
    )
    const text = told(state)
    assert.match(text, problem)
    assert.match(text, /lasts for this process only/)
    assert.strictEqual(told(state), "")
  })

describe("a lock", () => {
  it.live("of a process that was killed while it had it holds nobody up", () =>
    Effect.gen(function* () {
      const { folder, own } = yield* begun
      const other = yield* start([folder, "hold"])
      assert.strictEqual(yield* other.line, "held")
      other.kill("SIGKILL")
      yield* other.all
      assert.isTrue(existsSync(`${own}.lock`))
      const state = yield* another(folder)
      assert.isTrue(yield* state.mark(key, "a"))
      assert.strictEqual(told(state), "")
      assert.isTrue(yield* (yield* another(folder)).has(key, "a"))
      assert.isFalse(existsSync(`${own}.lock`))
    })
  )

  it.live("that a process holds for good is waited for, but not for long", () =>
    Effect.gen(function* () {
      const { folder } = yield* begun
      const other = yield* start([folder, "hold"])
      yield* other.line
      const state = yield* another(folder)
      assert.isTrue(yield* state.has(key, "before"))
      yield* worksAlone(state, /another process has held .*\.lock for longer than a second/)
      assert.isTrue(yield* state.has(key, "before"))
      assert.isFalse(yield* (yield* another(folder)).has(key, "now"))
      yield* state.end(key)
      assert.match(told(state), /can't be taken away: another process/)
      assert.isFalse(yield* state.has(key, "before"))
      other.kill("SIGKILL")
      yield* other.all
      const next = yield* another(folder)
      assert.isTrue(yield* next.has(key, "before"))
      assert.isTrue(yield* next.mark(key, "now"))
      assert.strictEqual(told(next), "")
    })
  )

  for (const owner of ["0123456789ab-1-1-0-0", "nobody knows", `0123456789ab-${process.pid}-unknown-0-0`]) {
    it.live(`whose owner (${owner}) can't be asked is nobody's after a while`, () =>
      Effect.gen(function* () {
        const { folder, own } = yield* begun
        mkdirSync(path.join(`${own}.lock`, owner), { recursive: true })
        const state = yield* another(folder)
        yield* state.mark(key, "a")
        assert.match(told(state), /another process has held/)
        const long = new Date(Date.now() - 60_000)
        utimesSync(`${own}.lock`, long, long)
        const next = yield* another(folder)
        assert.isTrue(yield* next.mark(key, "a"))
        assert.strictEqual(told(next), "")
        assert.deepStrictEqual(
          readdirSync(folder).filter((name) => name.includes("lock")),
          []
        )
      })
    )
  }

  it.live("is no link: what stands in its place is not followed, and stays", () =>
    Effect.gen(function* () {
      const { folder, own } = yield* begun
      const elsewhere = path.join(folder, "..", "elsewhere")
      mkdirSync(path.join(elsewhere, "inside"), { recursive: true })
      symlinkSync(elsewhere, `${own}.lock`)
      yield* worksAlone(yield* another(folder), /ENOTDIR/)
      assert.isTrue(existsSync(path.join(elsewhere, "inside")))
    })
  )
})

describe("a file that nobody understands", () => {
  const texts = [
    "",
    "{",
    "[]",
    "null",
    "\0\0\0",
    '{"version":2,"marks":[],"skills":[]}',
    '{"version":1,"marks":[1],"skills":[]}',
    '{"version":1,"marks":[],"skills":[{"name":null}]}',
    "[".repeat(100_000)
  ]
  for (const text of texts) {
    it.live(`such as ${JSON.stringify(text.slice(0, 60))} is told once, put aside, and begun anew`, () =>
      Effect.gen(function* () {
        const { file, folder, own } = yield* begun
        writeFileSync(file, text)
        const state = yield* another(folder)
        assert.deepStrictEqual(state.skills.of(key), [])
        assert.match(
          told(state),
          /can't be read, and begins anew .*Hooks with "once" may run again; open the skills again/
        )
        assert.strictEqual(readFileSync(path.join(own, "state.broken.json"), "utf8"), text)
        // A hook that was to run once runs again, rather than not at all.
        assert.isFalse(yield* state.has(key, "before"))
        assert.isTrue(yield* state.mark(key, "before"))
        const next = yield* another(folder)
        assert.isTrue(yield* next.has(key, "before"))
        assert.strictEqual(told(state) + told(next), "")
        yield* next.end(key)
        assert.isFalse(existsSync(own))
      })
    )
  }

  it.live("and is first seen by a change costs that change nothing", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* begun
      const state = yield* another(folder)
      assert.isTrue(yield* state.has(key, "before"))
      writeFileSync(file, "{")
      assert.isTrue(yield* state.mark(key, "a"))
      assert.match(told(state), /begins anew/)
      assert.isTrue(yield* (yield* another(folder)).has(key, "a"))
    })
  )

  it.live("is left where another process has the lock, and told all the same", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* begun
      const other = yield* start([folder, "hold"])
      yield* other.line
      writeFileSync(file, "{")
      const state = yield* another(folder)
      assert.deepStrictEqual(state.skills.of(key), [])
      assert.match(told(state), /begins anew/)
      assert.strictEqual(readFileSync(file, "utf8"), "{")
      other.kill("SIGKILL")
      yield* other.all
    })
  )

  it.live("since another was killed while it wrote can't come about: the file is replaced as a whole", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* begun
      writeFileSync(`${file}.new`, '{"version":1,"mar')
      const state = yield* another(folder)
      assert.isTrue(yield* state.has(key, "before"))
      yield* state.mark(key, "a")
      assert.strictEqual(told(state), "")
      assert.isFalse(existsSync(`${file}.new`))
    })
  )
})

describe("what is not ours", () => {
  it.live("is not used: a link in the place of the session's folder, or of the file", () =>
    Effect.gen(function* () {
      const { file, folder, own } = yield* begun
      const elsewhere = path.join(folder, "..", "elsewhere")
      renameSync(own, elsewhere)
      symlinkSync(elsewhere, own)
      const before = readFileSync(path.join(elsewhere, "state.json"), "utf8")
      const state = yield* another(folder)
      assert.isFalse(yield* state.has(key, "before"))
      yield* worksAlone(state, /[0-9a-f]{64} is a link/)
      yield* state.end(key)
      assert.match(told(state), /can't be taken away: .* is a link/)
      rmSync(own)
      mkdirSync(own)
      symlinkSync(path.join(elsewhere, "state.json"), file)
      yield* worksAlone(yield* another(folder), /ELOOP/)
      assert.strictEqual(readFileSync(path.join(elsewhere, "state.json"), "utf8"), before)
    })
  )

  it.live("is not used: a link in the place of the folder of all sessions", () =>
    Effect.gen(function* () {
      const { folder } = yield* begun
      renameSync(folder, `${folder} elsewhere`)
      symlinkSync(`${folder} elsewhere`, folder)
      yield* worksAlone(yield* another(folder), /sessions is a link/)
    })
  )

  it.live("is not used: a file, a pipe, a folder where something else belongs", () =>
    Effect.gen(function* () {
      const { file, folder, own } = yield* begun
      rmSync(file)
      mkdirSync(file)
      yield* worksAlone(yield* another(folder), /is no file/)
      rmSync(own, { recursive: true })
      writeFileSync(own, "")
      yield* worksAlone(yield* another(folder), /is no folder/)
      rmSync(folder, { recursive: true })
      writeFileSync(folder, "")
      yield* worksAlone(yield* another(folder), /is no folder/)
    })
  )

  Requirement.live(Requirement.otherOwners)("is not used: what belongs to another user", () =>
    Effect.gen(function* () {
      const { file, folder, own } = yield* begun
      for (const [path, problem] of [
        [file, /state\.json belongs to another user/],
        [own, /[0-9a-f]{64} belongs to another user/]
      ] as const) {
        const other = yield* start([folder, "mark", "before,before"], Requirement.ownedByAnother(path))
        // It is our own program that wrote it.
        const told = JSON.parse(yield* other.all) as Readonly<Record<string, ReadonlyArray<string>>>
        const { kept, news, problems = [] } = told
        assert.deepStrictEqual([news, kept], [["before"], ["before", "before"]])
        assert.strictEqual(problems.length, 1)
        assert.match(problems[0] ?? "", problem)
        assert.match(problems[0] ?? "", /lasts for this process only/)
      }
    })
  )

  it.live("is kept from others, where a folder was open to them", () =>
    Effect.gen(function* () {
      const { folder, own } = yield* begun
      chmodSync(own, 0o755)
      const { mark } = yield* another(folder)
      yield* mark(key, "a")
      assert.strictEqual(statSync(own).mode & 0o777, 0o700)
    })
  )
})

describe("a disk", () => {
  const place = Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(path.join(tmpdir(), "hookline-test-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

  /** A process that has a small disk of its own, on which `first` happens, in a shell that knows it as `$0`. */
  const onDisk = (args: ReadonlyArray<string>, first: string) =>
    Effect.gen(function* () {
      const disk = yield* place
      const mount = `mount -t tmpfs -o size=64k tmpfs "$0" && ${first} && exec "$@"`
      const other = yield* start(
        [path.join(disk, "sessions"), ...args],
        `exec unshare -rm sh -c '${mount}' "${disk}" "$@"`
      )
      // It is our own program that wrote it.
      return JSON.parse(yield* other.all) as Readonly<Record<string, ReadonlyArray<string>>>
    })

  Requirement.live(Requirement.mounts)("that can't be written is told, and the state lasts for the process", () =>
    Effect.gen(function* () {
      const told = yield* onDisk(["mark", "a,a,b"], 'mount -o remount,ro,bind "$0"')
      const { kept, news, open, problems = [] } = told
      assert.deepStrictEqual([news, kept, open], [["a", "b"], ["a", "a", "b"], ["a"]])
      assert.strictEqual(problems.length, 1)
      assert.match(problems[0] ?? "", /lasts for this process only.*EROFS/)
    })
  )

  Requirement.live(Requirement.mounts)("that is full is told, and what was remembered before stays", () =>
    Effect.gen(function* () {
      // The first process has all the room that it needs, the second has none.
      const told = yield* onDisk(["fill", "before,a"], '"$1" "$2" "$3" "$4" mark before >"$0/first"')
      const { kept, news, open, problems = [] } = told
      assert.deepStrictEqual([news, kept, open], [["a"], ["before", "a"], ["a", "a"]])
      assert.strictEqual(problems.length, 1)
      assert.match(problems[0] ?? "", /lasts for this process only.*ENOSPC/)
    })
  )
})
