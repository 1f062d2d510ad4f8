// `hookline test` as people type it.
import { assert, describe, it } from "@effect/vitest"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hookline, hooklineIn } from "./hookline.ts"

const settings = {
  json: {
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            { type: "command", name: "no-force", command: "grep -q force && { echo 'no force' >&2; exit 2; }; true" }
          ]
        }
      ]
    }
  }
}

const forced = {
  name: "refuses a forced push",
  event: "PreToolUse",
  tool: "Bash",
  input: { command: "git push --force" },
  expect: { verdict: "deny", reason: "force" }
}

const listed = { ...forced, name: "lets ls pass", input: { command: "ls" }, expect: { verdict: "pass" } }

const projectOf = (...cases: ReadonlyArray<unknown>): TestProject.Files => ({
  ".claude/settings.json": settings,
  ".claude/hooks.test.json": { json: { cases } }
})

describe("hookline test", () => {
  it.live("runs the cases of the project, and exits with 0 where all pass", () =>
    Effect.gen(function* () {
      const { exit, stderr, stdout } = yield* hookline(projectOf(forced, listed), ["test"])
      assert.deepStrictEqual([exit, stderr], [0, ""])
      assert.match(
        stdout,
        /^✓ refuses a forced push {2}\d+ ms\n✓ lets ls pass {2}\d+ ms\n\n2 cases: 2 passed, 0 failed/
      )
    })
  )

  it.live("confines hooks that their user has not trusted, and says so", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const thief = { type: "command", name: "thief", command: `touch "$HOME/../stolen" && echo stolen; true` }
        const files = {
          ".claude/settings.json": { json: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [thief] }] } } },
          ".claude/hooks.test.json": { json: { cases: [listed] } }
        }
        const confining = yield* TestProject.make(files, { trusted: false })
        const first = yield* hooklineIn(confining, ["test"])
        assert.strictEqual(first.exit, 0)
        assert.match(first.stderr, /^hookline: 1 hook without your trust ran /)
        const isConfined = first.stderr.includes("in the profile work")
        assert.strictEqual(existsSync(path.join(confining.home, "../stolen")), !isConfined)
        const { status } = yield* Sandbox
        assert.strictEqual(isConfined, (yield* status)._tag === "Ready")
        const trusting = yield* TestProject.make(files)
        assert.strictEqual((yield* hooklineIn(trusting, ["test"])).stderr, "")
      }).pipe(Effect.provide(SystemSandbox.layer))
    )
  )

  it.live("shows for a failure what was expected, what came, and where both the case and the hook stand", () =>
    Effect.gen(function* () {
      const { exit, stderr, stdout } = yield* hookline(
        projectOf(listed, { ...forced, expect: { verdict: "allow", reason: ["a", "b"] } }),
        ["test"]
      )
      assert.deepStrictEqual([exit, stderr], [1, ""])
      for (const part of [
        "✓ lets ls pass",
        "✗ refuses a forced push  .claude/hooks.test.json:14:5",
        '    verdict\n      expected "allow"\n      got      "deny"',
        '      got      "no force"',
        "claude/PreToolUse/no-force  .claude/settings.json:7  ran, exit 2",
        "2 cases: 1 passed, 1 failed"
      ]) {
        assert.include(stdout, part)
      }
    })
  )

  it.live("never passes over what can't be run", () =>
    Effect.gen(function* () {
      const odd = { ...forced, expct: {}, name: "odd" }
      const { exit, stdout } = yield* hookline(
        {
          ...projectOf(odd, listed, { ...forced, skill: "none", name: "unskilled" }),
          ".amcp/hooks.test.json": '{ "cases": [\n'
        },
        ["test"]
      )
      assert.strictEqual(exit, 1)
      assert.include(stdout, ".amcp/hooks.test.json:2:1")
      assert.match(stdout, /✗ odd {2}\.claude\/hooks\.test\.json:\d+:\d+\n {4}"expct" is no field/)
      assert.match(stdout, /✗ unskilled[^\n]*\n {4}It could not be run: there is no skill called "none"/)
      assert.include(stdout, "4 cases: 1 passed, 3 failed")
    })
  )

  // proves: docs/testing-hooks.md
  it.live("fails a case that proves nothing, that has a part its event has no place for, or the name of another", () =>
    Effect.gen(function* () {
      const expect = { verdict: "pass" }
      const { exit, stdout } = yield* hookline(
        projectOf(
          { name: "of nothing", event: "SessionEnd", expect: {} },
          { name: "a tool", event: "Stop", tool: "Bash", expect },
          { name: "a prompt", event: "PreToolUse", input: {}, prompt: "x", expect },
          { name: "a source", event: "PreToolUse", input: {}, source: "resume", expect },
          { name: "of others", event: "deploy", tool: "Bash", expect },
          { name: "fit", event: "Setup", source: "init", expect },
          { name: "fit", event: "Stop", expect }
        ),
        ["test"]
      )
      assert.strictEqual(exit, 1)
      for (const part of [
        /✗ of nothing[^\n]*\n {4}Its "expect" compares nothing/,
        /✗ a tool[^\n]*\n {4}It could not be run: Stop has no place for `tool`/,
        /✗ a prompt[^\n]*\n {4}It could not be run: PreToolUse has no place for `prompt`/,
        /✗ a source[^\n]*\n {4}It could not be run: PreToolUse has no place for `source`/,
        /✗ of others[^\n]*\n {4}It could not be run: deploy has no place for `tool`/,
        /✗ fit[^\n]*\n {4}Another case of this file has this name/,
        /✓ fit/
      ]) {
        assert.match(stdout, part)
      }
      assert.include(stdout, "7 cases: 1 passed, 6 failed")
    })
  )

  it.live.each([
    [["--jobs", "0"], /--jobs takes a whole number from 1 on/],
    [["--tool", "Bash"], /--tool is for --record/],
    [["--record", "x", "--event", "PreToolUse", "--filter", "a"], /--filter is for running cases/],
    [["--record", "x", "--event", "PreToolUs", ".claude"], /is PreToolUse meant\? No case was written/],
    [["--record", "x", "--event", "Stop", "--tool", "Bash", ".claude"], /Stop has no place for `tool`/]
  ] as const)("refuses flags that it would ignore: %j", ([flags, says]) =>
    Effect.gen(function* () {
      const { exit, stderr } = yield* hookline(projectOf(listed), ["test", ...flags])
      assert.strictEqual(exit, 1)
      assert.match(stderr, says)
    })
  )

  it.live("tells of a guard that is broken, also where a case passes", () =>
    Effect.gen(function* () {
      const broken = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "kill -9 $$" }, 5] }] } } }
      const { exit, stdout } = yield* hookline({ ...projectOf(listed), ".claude/settings.json": broken }, ["test"])
      assert.strictEqual(exit, 0)
      assert.match(stdout, /✓ lets ls pass[^\n]*\n {4}claude\/PreToolUse\/\w+ could not do its work: .*SIGKILL/)
      assert.match(stdout, /\.claude\/settings\.json:\d+:\d+ handler-not-object/)
    })
  )

  it.live("exits with 1 and a sentence where there is no case", () =>
    Effect.gen(function* () {
      const none = yield* hookline({}, ["test"])
      assert.deepStrictEqual([none.exit, none.stdout], [1, ""])
      assert.match(none.stderr, /^hookline: no case was found\. Write some into a hooks\.test\.json/)
      const filtered = yield* hookline(projectOf(forced), ["test", "--filter", "xyz"])
      assert.deepStrictEqual([filtered.exit, filtered.stderr], [1, 'hookline: no case has "xyz" in its name\n'])
      const gone = yield* hookline(projectOf(forced), ["test", "nowhere"])
      assert.deepStrictEqual(
        [gone.exit, gone.stderr],
        [1, "hookline: nowhere is not there: name a hooks.test.json, or a folder in which some are\n"]
      )
    })
  )

  it.live("takes files and folders, of this project and of others, and a part of a name", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        ...projectOf(forced, listed),
        "other/.claude/settings.json": { json: {} },
        "other/.claude/hooks.test.json": { json: { cases: [{ ...forced, expect: { verdict: "pass", ran: [] } }] } }
      })
      const of = (...args: ReadonlyArray<string>) =>
        Effect.map(hooklineIn(project, ["test", ...args]), ({ exit, stdout }) => [
          exit,
          stdout.split("\n").at(-2)?.slice(0, 17)
        ])
      assert.deepStrictEqual(yield* of(), [0, "2 cases: 2 passed"])
      assert.deepStrictEqual(yield* of("--filter", "LETS"), [0, "1 case: 1 passed,"])
      assert.deepStrictEqual(yield* of("other"), [0, "1 case: 1 passed,"])
      assert.deepStrictEqual(yield* of(".claude/hooks.test.json", "other", "--jobs", "1"), [0, "3 cases: 3 passed"])
      assert.deepStrictEqual(yield* of("--project", "other"), [0, "1 case: 1 passed,"])
      assert.deepStrictEqual(yield* of("other", "--project", "."), [1, "1 case: 0 passed,"])
    })
  )

  it.live("prints one object for programs", () =>
    Effect.gen(function* () {
      const { exit, stderr, stdout } = yield* hookline(projectOf(listed, { ...forced, expect: { verdict: "pass" } }), [
        "test",
        "--json"
      ])
      assert.deepStrictEqual([exit, stderr, stdout.trimEnd().split("\n").length], [1, "", 1])
      const output: unknown = JSON.parse(stdout)
      assert.deepInclude(output, { version: 1, passed: 1, failed: 1 })
      assert.include(stdout, '"differences":[{"field":"verdict","expected":"pass","got":"deny"}]')
    })
  )
})

describe("hookline test --junit", () => {
  it.live("also writes what servers read, with what is shown", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make(projectOf(listed, { ...forced, expect: { verdict: "pass" } }))
      const { exit, stdout } = yield* hooklineIn(project, ["test", "--junit", "out.xml"])
      assert.strictEqual(exit, 1)
      assert.include(stdout, "1 passed, 1 failed")
      const xml = readFileSync(path.join(project.project, "out.xml"), "utf8")
      assert.match(xml, /<testsuite name="\.claude\/hooks\.test\.json" tests="2" failures="1"/)
      assert.match(xml, /<testcase name="lets ls pass" classname="\.claude\/hooks\.test\.json" time="[\d.]+"\/>/)
      assert.include(xml, '<failure message="verdict is not as expected">✗ refuses a forced push')
      const broken = yield* hooklineIn(project, ["test", "--junit", "no/such/out.xml"])
      assert.strictEqual(broken.exit, 1)
      assert.match(broken.stderr, /no\/such\/out\.xml can't be written/)
    })
  )
})

describe("hookline test --watch", () => {
  it.live("runs the cases again when they change, until it is ended", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        ".claude/settings.json": {
          json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo ran >> runs; exit 2" }] }] } }
        },
        ".claude/hooks.test.json": { json: { cases: [{ ...forced, expect: { verdict: "deny" } }] } }
      })
      const runs = path.join(project.project, "runs")
      const cases = path.join(project.project, ".claude/hooks.test.json")
      let [isChanged, isEnded] = [false, false]
      const when = () => {
        const count = existsSync(runs) ? readFileSync(runs, "utf8").split("\n").length - 1 : 0
        if (count === 1 && !isChanged) {
          isChanged = true
          // At once, and not in two steps: a file that is half written is another change.
          writeFileSync(`${cases}.new`, JSON.stringify({ cases: [{ ...forced, name: "again", expect: {} }] }))
          renameSync(`${cases}.new`, cases)
        }
        // Once: a second Ctrl-C would not wait for the hooks to be ended.
        const isEnd = count >= 2 && !isEnded
        isEnded ||= isEnd
        return isEnd
      }
      const { exit, stdout } = yield* hooklineIn(project, ["test", "--watch"], { signal: { name: "SIGINT", when } })
      assert.strictEqual(exit, 130)
      assert.include(stdout, "✓ refuses a forced push")
    })
  )

  it.live("is for people: it prints no object for programs", () =>
    Effect.gen(function* () {
      const { exit, stderr } = yield* hookline(projectOf(forced), ["test", "--watch", "--json"])
      assert.deepStrictEqual(
        [exit, stderr],
        [1, "hookline: --watch prints for people, again and again: leave out --json\n"]
      )
    })
  )
})

describe("hookline test --record", () => {
  const event = ["--event", "pre-tool-use", "--input", '{"command": "git push --force"}']

  it.live("writes a case of what the hooks do beside them, which passes then, and is brought up to date", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({ ".claude/settings.json": settings })
      const file = path.join(project.project, ".claude/hooks.test.json")
      const recorded = yield* hooklineIn(project, ["test", "--record", "no force", ...event])
      assert.deepStrictEqual([recorded.exit, recorded.stderr], [0, ""])
      assert.include(
        recorded.stdout,
        '.claude/hooks.test.json: "no force" was added. It expects what came just now: deny.'
      )
      const wanted = {
        name: "no force",
        event: "PreToolUse",
        input: { command: "git push --force" },
        expect: { verdict: "deny", reason: "no force", ran: ["claude/PreToolUse/no-force"], exit: 2 }
      }
      assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), { cases: [wanted] })
      assert.strictEqual((yield* hooklineIn(project, ["test"])).exit, 0)
      const again = yield* hooklineIn(project, ["test", "--record", "no force", ...event])
      assert.include(again.stdout, "was updated")
      assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), { cases: [wanted] })
    })
  )

  it.live("leaves a file alone that is none of cases, and asks where a case goes if nothing ran", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({ ".claude/settings.json": settings, "broken.json": "{ [" })
      const broken = yield* hooklineIn(project, ["test", "broken.json", "--record", "a", ...event])
      assert.strictEqual(broken.exit, 1)
      assert.match(broken.stderr, /broken\.json:1:3: This is no valid JSON: .* The file was left as it is\./)
      const nowhere = yield* hooklineIn(project, ["test", "--record", "a", "--event", "Stop"])
      assert.match(nowhere.stderr, /no hook ran, so that the case belongs to no file: name one for it/)
      const unsaid = yield* hooklineIn(project, ["test", "--record", "a"])
      assert.match(unsaid.stderr, /--record needs the event/)
      assert.isFalse(existsSync(path.join(project.project, ".claude/hooks.test.json")))
      const named = yield* hooklineIn(project, ["test", "stop.json", "--record", "a", "--event", "Stop"])
      assert.strictEqual(named.exit, 0)
      assert.strictEqual((yield* hooklineIn(project, ["test", "stop.json"])).exit, 0)
    })
  )
})
