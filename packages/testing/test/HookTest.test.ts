// Hooks as tests: by this runner, and by node's own in a process that has no other.
import { assert, describe, it, test } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as HookTest from "@hookline/testing/HookTest"
import * as TestModel from "@hookline/testing/TestModel"
import * as TestProject from "@hookline/testing/TestProject"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { symlinkSync } from "node:fs"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "../../..")

/** What a suite registers, as vitest would be told of it. */
const registered = (target: string, options?: HookTest.Options) => {
  const tests = new Map<string, () => Promise<void>>()
  HookTest.suite(target, (name, body) => tests.set(name, body), options)
  return tests
}

/** How each ends: nothing, or what its failure says. */
const endings = (tests: ReadonlyMap<string, () => Promise<void>>) =>
  Effect.promise(() =>
    Promise.all(
      [...tests].map(([name, body]) =>
        body().then(
          () => [name, ""] as const,
          (error: unknown) => [name, error instanceof Error ? error.message : String(error)] as const
        )
      )
    )
  )

const refuses = {
  name: "refuses a forced push",
  event: "PreToolUse",
  input: { command: "git push --force" },
  expect: { verdict: "deny", reason: "force" }
}

const project = (cases: unknown, hook: unknown = { type: "command", command: "echo no force >&2; exit 2" }) =>
  TestProject.make({
    ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [hook] }] } } },
    ".claude/hooks.test.json": { json: cases }
  })

// As a person's own test file has it.
HookTest.suite(path.join(root, "packages/testing/test/fixtures/guarded"), test)

describe("a suite of hooks", () => {
  it.live("is a test for each case, which fails with what was expected and what came", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project({
        cases: [refuses, { ...refuses, name: "lets all pass", expect: { verdict: "pass" } }]
      })
      const [first, second] = yield* endings(registered(folder))
      assert.deepStrictEqual(first, ["refuses a forced push", ""])
      assert.strictEqual(second?.[0], "lets all pass")
      assert.match(
        second?.[1] ?? "",
        /✗ lets all pass {2}\S+hooks\.test\.json:\d+:\d+\n {4}verdict\n {6}expected "pass"\n {6}got {6}"deny"/
      )
    })
  )

  it.live("says of a folder that is not there that it is not", () =>
    Effect.gen(function* () {
      const [end] = yield* endings(registered("/nowhere/hoooks"))
      assert.match(
        end?.[1] ?? "",
        /✗ cases of hoooks [^\n]*\n {4}\/nowhere\/hoooks is not there: name a hooks\.test\.json/
      )
    })
  )

  it.live("is never silent about what it can't read, or does not find", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project({ cases: [refuses, { name: "odd" }, 5] })
      const ends = yield* endings(registered(folder))
      assert.deepStrictEqual(
        ends.map(([name, said]) => [name, said === ""]),
        [
          ["odd can be read", false],
          ["cases can be read", false],
          ["refuses a forced push", true]
        ]
      )
      for (const target of [path.join(folder, "nowhere"), path.join(folder, ".git")]) {
        const [only] = yield* endings(registered(target))
        assert.notStrictEqual(only?.[1] ?? "", "")
      }
    })
  )

  it.live("has prompt hooks judged by the model that it is given, and by no other", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project(
        { cases: [{ ...refuses, expect: { verdict: "deny", reason: "It is final" } }] },
        { type: "prompt", prompt: "May it?" }
      )
      const seen = TestModel.record()
      const model = TestModel.layer({ ok: false, reason: "It is final." }, seen)
      assert.deepStrictEqual(yield* endings(registered(folder, { provide: [model] })), [["refuses a forced push", ""]])
      assert.strictEqual(seen.asked.length, 1)
      assert.include(seen.asked[0] ?? "", "May it?")
      const [without] = yield* endings(registered(folder))
      assert.match(
        without?.[1] ?? "",
        /expected "deny"\n {6}got {6}"pass"[\s\S]*provide ModelPromptRunner\.layer, and a LanguageModel/
      )
    })
  )

  it.live("runs under the policies that it is given", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project(
        { cases: [refuses] },
        { type: "command", command: "echo force; kill -9 $$" }
      )
      assert.notStrictEqual((yield* endings(registered(folder)))[0]?.[1], "")
      const closed = { cases: [{ ...refuses, expect: { verdict: "deny" } }] }
      const { project: other } = yield* project(closed, { type: "command", command: "kill -9 $$" })
      const provide = [FailurePolicy.layerClosed]
      assert.deepStrictEqual(yield* endings(registered(other, { provide })), [["refuses a forced push", ""]])
    })
  )
})

describe("node's own runner", () => {
  it.live("runs the same suite, without vitest", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project({
        cases: [refuses, { ...refuses, name: "lets all pass", expect: { verdict: "pass" } }]
      })
      // A folder of its own, in which a person's imports are found.
      const { project: tests } = yield* TestProject.make({
        "hooks.test.mjs": [
          'import { test } from "node:test"',
          'import * as HookTest from "@hookline/testing/HookTest"',
          `HookTest.suite(${JSON.stringify(folder)}, test)`
        ].join("\n")
      })
      symlinkSync(path.join(root, "node_modules"), path.join(tests, "node_modules"))
      const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined }
      const { status, stdout } = spawnSync(
        process.execPath,
        ["--conditions=@hookline/source", "--test", "--test-reporter=tap", path.join(tests, "hooks.test.mjs")],
        { encoding: "utf8", env, cwd: tests }
      )
      assert.strictEqual(status, 1)
      assert.match(stdout, /ok 1 - refuses a forced push/)
      assert.match(stdout, /not ok 2 - lets all pass/)
      assert.match(stdout, /expected "pass"/)
    })
  )
})
