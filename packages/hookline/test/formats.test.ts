// What version 1 of each format promises: today's code reads what was written by it, and prints all that stood in it.
//
// The samples in fixtures/formats/1 stay as they are. A change that one of them does not survive needs a version 2.
import { assert, describe, it } from "@effect/vitest"
import { readLog } from "@hookline/coordinator/AuditFiles"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import * as RunOutput from "@hookline/schema/RunOutput"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import * as fs from "node:fs"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as os from "node:os"
import path from "node:path"
import * as Installed from "hookline/kit/manage/install/Installed"
import { hooklineIn } from "./commands/hookline.ts"

/** Creates a folder for session state, which goes with the test. */
const root = Effect.acquireRelease(
  Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookline-test-")))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const samples = path.join(import.meta.dirname, "fixtures/formats/1")
const textOf = (name: string): string => readFileSync(path.join(samples, name), "utf8")
const jsonOf = (name: string): unknown => JSON.parse(textOf(name))

const files: TestProject.Files = Object.fromEntries(
  [".claude/settings.json", ".amplifier/hooks/hooks.json", ".amcp/hooks.toml", ".hookline/settings.json"].map(
    (name) => [name, textOf(`project/${name}`)]
  )
)

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}

/** What stood in a sample and no longer stands there: fields may be added, and values differ. */
const lost = (sample: unknown, now: unknown, at = "$"): ReadonlyArray<string> => {
  if (kindOf(sample) !== kindOf(now)) return [`${at} was ${kindOf(sample)}, and is ${kindOf(now)}`]
  if (Array.isArray(sample) && Array.isArray(now)) {
    if (sample.length > now.length) return [`${at} had ${sample.length} entries, and has ${now.length}`]
    return sample.flatMap((each, index) => lost(each, now[index], `${at}[${index}]`))
  }
  if (typeof sample !== "object" || sample === null) return []
  // Both are objects, by their kinds.
  const told = now as Readonly<Record<string, unknown>>
  return Object.entries(sample).flatMap(([key, value]) =>
    key in told ? lost(value, told[key], `${at}.${key}`) : [`${at}.${key} is gone`]
  )
}

const commands: ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>]> = [
  ["run", ["PreToolUse", "--tool", "Bash", "--input", `{"command": "git_push"}`]],
  ["plan", ["PreToolUse", "--tool", "Bash"]],
  ["list", []],
  ["check", []]
]

describe("version 1 of what is printed", () => {
  for (const [name, args] of commands) {
    it.live(`has all that it had, by ${name}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make(files)
          const { stdout } = yield* hooklineIn(project, [name, ...args, "--project", project.project, "--json"])
          const now: unknown = JSON.parse(stdout)
          assert.deepStrictEqual(lost(jsonOf(`${name}.json`), now), [])
          assert.deepInclude(now as object, { version: 1 })
        })
      )
    )
  }

  it("is read by its schema, with fields that nobody knew", () => {
    const read = Schema.decodeUnknownSync(RunOutput.RunOutput)
    const sample = jsonOf("run.json") as RunOutput.RunOutput
    const { changes, reasons, runs, verdict } = read({ ...sample, later: 1 })
    assert.deepStrictEqual([verdict, reasons, changes], [sample.verdict, sample.reasons, sample.changes])
    assert.deepStrictEqual(runs, sample.runs)
  })

  it("would show what is gone", () => {
    assert.deepStrictEqual(lost({ a: [{ b: 1 }], c: 1 }, { a: [{}], c: null }), [
      "$.a[0].b is gone",
      "$.c was number, and is null"
    ])
    assert.deepStrictEqual(lost({ a: [1] }, { a: [] }), ["$.a had 1 entries, and has 0"])
    assert.deepStrictEqual(lost({ a: 1 }, { a: 2, b: 3 }), [])
  })
})

describe("the lists of installed plugins", () => {
  const read = (name: string, text: string) =>
    Effect.scoped(
      Effect.flatMap(TestProject.make({ [`.hookline/${name}`]: text }), ({ project }) => Installed.read(project))
    )

  it.live("are read in both versions, and version 2 is written as it was", () =>
    Effect.gen(function* () {
      const former = yield* read("installed.json", textOf("installed.json"))
      const text = readFileSync(path.join(samples, "../2/lock.json"), "utf8")
      const lock = yield* read("lock.json", text)
      assert.strictEqual(Installed.format(lock), text)
      const [[one], [other]] = [former.plugins, lock.plugins]
      assert.deepStrictEqual([one?.files, one?.commit, one?.digest], [other?.files, other?.commit, other?.digest])
    })
  )
})

describe("version 1 of what is written", () => {
  const key = { project: "/somewhere/project", session: "s1" }

  it.live("is a session that is read", () =>
    Effect.gen(function* () {
      const folder = yield* root
      const place = SessionStateFile.folderOf({ folder })(key) ?? ""
      mkdirSync(place, { recursive: true, mode: 0o700 })
      writeFileSync(path.join(place, "state.json"), textOf("state.json"), { mode: 0o600 })
      const state = SessionStateFile.make({ folder })
      assert.isTrue(yield* state.has(key, "release/PreToolUse/guard"))
      assert.deepStrictEqual(
        state.skills.of(key).map(({ name }) => name),
        ["release", "plain"]
      )
      assert.deepStrictEqual(state.problems?.() ?? [], [])
    })
  )

  it.live("is an audit log that is sound", () =>
    Effect.gen(function* () {
      const log = yield* readLog(path.join(samples, "audit"))
      const { faults, isSound, records: count } = verify(log)
      assert.deepStrictEqual([isSound, faults, count], [true, [], 7])
      assert.deepStrictEqual(
        records(log).map(({ entry }) => entry._tag),
        ["Injection", "Event", "Event", "Injection", "Approval", "Approval", "Event"]
      )
    })
  )
})
