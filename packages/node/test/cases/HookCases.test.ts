// Cases through real hooks: what comes of them, where they run, and what is left.
import { assert, describe, it } from "@effect/vitest"
import type { HookCase } from "@hookline/schema/HookCases"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
import * as HookCases from "@hookline/node/kit/cases/HookCases"
import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const hook = (command: string, more = {}) => ({ type: "command", command, name: "guard", ...more })

const project = (event: string, command: string, files: TestProject.Files = {}) =>
  TestProject.make({
    ".claude/settings.json": { json: { hooks: { [event]: [{ hooks: [hook(command)] }] } } },
    ...files
  })

const asking = `printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?"}}'`

const call: HookCase = { name: "a", event: "PreToolUse", expect: {} }

const run = (folder: string, one: Partial<HookCase>) =>
  HookCases.run(
    { file: path.join(folder, ".claude/hooks.test.json"), line: 1, column: 1, case: { ...call, ...one } },
    { project: folder }
  )

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`hookline-${process.pid}-case-`))

describe("a case", () => {
  it.live("passes where all that it expects came, and else tells what came instead", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project(
        "PreToolUse",
        "grep -q force && { echo 'no force' >&2; exit 2; }; true"
      )
      const input = { command: "git push --force" }
      const passed = yield* run(folder, {
        input,
        expect: { verdict: "deny", reason: "force", exit: 2, ran: "guard", halted: false, input, context: [] }
      })
      assert.deepStrictEqual([passed.status, passed.differences], ["passed", []])
      const failed = yield* run(folder, { input: { command: "ls" }, expect: { verdict: "deny", exit: 0 } })
      assert.deepStrictEqual(
        [failed.status, failed.differences],
        ["failed", [{ field: "verdict", expected: "deny", got: "pass" }]]
      )
      assert.strictEqual(failed.output?.runs[0]?.source.line, 6)
    })
  )

  it.live("fails where its event is misspelled, also when it expects that nothing comes of it", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project("PreToolUse", "exit 2")
      const { problem, status } = yield* run(folder, { event: "PreToolUes", input: {}, expect: { verdict: "pass" } })
      assert.strictEqual(status, "failed")
      assert.match(problem ?? "", /is PreToolUse meant\?/)
      assert.strictEqual((yield* run(folder, { event: "deploy", expect: { verdict: "pass" } })).status, "passed")
    })
  )

  it.live("is what a person's answers make of a question, and without any the question itself", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project("PreToolUse", asking)
      const statusOf = (one: Partial<HookCase>) => Effect.map(run(folder, one), ({ status }) => status)
      assert.strictEqual(yield* statusOf({ expect: { verdict: "ask", reason: "sure?" } }), "passed")
      assert.strictEqual(yield* statusOf({ answers: ["Deny"], expect: { verdict: "deny" } }), "passed")
      assert.strictEqual(yield* statusOf({ answers: [], expect: { verdict: "deny" } }), "passed")
      const granted = yield* run(folder, { answers: ["Allow once"], expect: { ran: "guard" } })
      assert.strictEqual(granted.output?.goesOn, true)
      const more = yield* run(folder, { answers: ["Allow once", "Deny"] })
      assert.deepStrictEqual(more.differences, [
        { field: "answers", expected: ["Allow once", "Deny"], got: ["Allow once"] }
      ])
    })
  )

  it.live("is what the case's judge makes of it, and tells what the judge was asked", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* TestProject.make({
        ".claude/settings.json": {
          json: { hooks: { Stop: [{ hooks: [{ type: "prompt", prompt: "Are the tests green? $ARGUMENTS" }] }] } }
        }
      })
      const stop = { event: "Stop", input: { last_assistant_message: "Done." } }
      const of = (one: Partial<HookCase>) => run(folder, { ...stop, ...one })
      const denied = yield* of({
        judge: ["no: run the tests"],
        expect: { verdict: "deny", reason: "run the tests", prompt: ["Are the tests green?", "Done."] }
      })
      assert.deepStrictEqual([denied.status, denied.differences], ["passed", []])
      assert.strictEqual((yield* of({ judge: ["yes"], expect: { verdict: "pass" } })).status, "passed")
      const unasked = yield* run(folder, { judge: ["no"], expect: { verdict: "pass", prompt: [] } })
      assert.deepStrictEqual(unasked.differences, [{ field: "judge", expected: ["no"], got: [] }])
      const other = yield* of({ judge: ["yes"], expect: { prompt: "lint" } })
      assert.deepStrictEqual(
        other.differences.map(({ field }) => field),
        ["prompt"]
      )
      // A judge without an answer is a failure of the hook, which the default policy lets pass with a notice.
      const silent = yield* of({ judge: [], expect: { verdict: "pass", notice: "no answer of its judge" } })
      assert.deepStrictEqual([silent.status, silent.differences], ["passed", []])
    })
  )

  it.live("has its own variables and its own session", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project(
        "SessionStart",
        `printf '%s in ' "$STAGE"; grep -o '"session_id":"[^"]*"'`
      )
      const start = { event: "SessionStart" }
      const own = yield* run(folder, {
        ...start,
        env: { STAGE: "$(prod)" },
        session: "s",
        expect: { context: "$(prod) in" }
      })
      assert.deepStrictEqual([own.status, own.differences], ["passed", []])
      assert.include(own.output?.context[0]?.text ?? "", '"session_id":"s"')
      const usual = yield* run(folder, start)
      assert.include(usual.output?.context[0]?.text ?? "", '"session_id":"test"')
    })
  )

  it.live("with files runs in a copy of the project, of which nothing is left, and tells places in the project", () =>
    Effect.gen(function* () {
      const before = copies()
      const { project: folder } = yield* project(
        "PreToolUse",
        'touch written; cat added/a.txt; "$CLAUDE_PROJECT_DIR"/added/run.sh; exit 2',
        {
          "node_modules/a/index.js": "1",
          "added/a.txt": "before"
        }
      )
      const files = { "added/a.txt": "after", "added/run.sh": "#!/bin/sh\necho ran; ls node_modules" }
      const one = yield* run(folder, { files, expect: { verdict: "deny", reason: ["after", "ran", "a"] } })
      assert.deepStrictEqual([one.status, one.differences, one.problem], ["passed", [], undefined])
      assert.isFalse(existsSync(path.join(folder, "written")))
      assert.isFalse(existsSync(path.join(folder, "added/run.sh")))
      assert.strictEqual(one.output?.runs[0]?.source.file, path.join(folder, ".claude/settings.json"))
      assert.deepStrictEqual(copies(), before)
      yield* run(folder, {})
      assert.isTrue(existsSync(path.join(folder, "written")))
    })
  )

  it.live("opens its skill first, and one that is not there is a failure", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* TestProject.make({
        ".claude/skills/safe/SKILL.md":
          "---\nname: safe\ndescription: x\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: exit 2\n---\n"
      })
      assert.strictEqual((yield* run(folder, { expect: { verdict: "pass", ran: [] } })).status, "passed")
      assert.strictEqual((yield* run(folder, { skill: "safe", expect: { verdict: "deny" } })).status, "passed")
      const missing = yield* run(folder, { skill: "save" })
      assert.strictEqual(missing.status, "failed")
      assert.match(missing.problem ?? "", /no skill called "save"; did you mean safe/)
    })
  )

  it.live("of an event that nobody knows has failed, and says which may be meant", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project("PreToolUse", "exit 2")
      const one = yield* run(folder, { event: "PreToolUs", expect: { verdict: "deny" } })
      assert.match(one.problem ?? "", /is PreToolUse meant/)
    })
  )

  it.live("does not depend on what a person has configured for themselves", () =>
    Effect.gen(function* () {
      const { home, project: folder } = yield* TestProject.make({
        "~/.claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [hook("exit 2")] }] } } }
      })
      const saved = process.env["HOME"]
      process.env["HOME"] = home
      const one = yield* run(folder, { expect: { verdict: "pass", ran: [] } })
      process.env["HOME"] = saved
      assert.strictEqual(one.status, "passed")
    })
  )
})

describe("cases beside each other", () => {
  it.live("are told in their order, what could not be read among them, and don't meet each other's state", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* project("PreToolUse", 'case "$(cat)" in *slow*) sleep 0.2;; esac; exit 2')
      const file = path.join(folder, ".claude/hooks.test.json")
      const named = ["slow", "b", "c", "slow d", "e"]
      const cases = named.map((name, line) => ({
        file,
        line,
        column: 1,
        case: { ...call, name, input: { command: name }, expect: { verdict: "deny" as const } }
      }))
      const problems = [{ file, line: 9, column: 1, text: "odd" }]
      const ended: Array<string> = []
      const verdicts = yield* HookCases.runAll(
        { cases, problems },
        { jobs: 3, onEnd: ({ name }) => Effect.sync(() => ended.push(name)) }
      )
      assert.deepStrictEqual(
        verdicts.map(({ name, status }) => `${status} ${name}`),
        ["failed cases of hooks.test.json", ...named.map((name) => `passed ${name}`)]
      )
      assert.sameMembers(
        ended,
        verdicts.map(({ name }) => name)
      )
    })
  )

  it.live("of a folder of hooks that is in no project are tried as if it were in one", () =>
    Effect.gen(function* () {
      const { project: folder } = yield* TestProject.make({
        "guard/hooks/hooks.json": {
          json: { hooks: { PreToolUse: [{ hooks: [hook('"$CLAUDE_PLUGIN_ROOT"/guard.sh')] }] } }
        },
        "guard/guard.sh": { script: "#!/bin/sh\nexit 2\n" },
        "guard/hooks.test.json": { json: { cases: [{ ...call, expect: { verdict: "deny", ran: "guard" } }] } }
      })
      const reading = HookCaseFiles.readFile(path.join(folder, "guard/hooks.test.json"))
      const [one] = yield* HookCases.runAll(reading)
      assert.deepStrictEqual([one?.status, one?.differences], ["passed", []])
      assert.strictEqual(one?.output?.runs[0]?.source.file, path.join(folder, "guard/hooks/hooks.json"))
    })
  )
})
