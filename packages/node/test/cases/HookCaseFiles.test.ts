// Where cases lie, what stands in their files, and which project they are about.
import { assert, describe, it } from "@effect/vitest"
import type { HookCase } from "@hookline/schema/HookCases"
import * as Cases from "@hookline/schema/HookCases"
import { Requirement, TestProject } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
import { chmodSync, symlinkSync } from "node:fs"
import path from "node:path"
import { withCase } from "hookline/kit/commands/test/edit"

const one: HookCase = { name: "a", event: "PreToolUse", expect: { verdict: "deny" } }

const file = { json: { cases: [one] } }

describe("a text of cases", () => {
  it("is read with comments, a mark and any line ends, and its cases are placed", () => {
    const text =
      '\uFEFF{ // for us\r\n  "cases": [\r\n    { "name": "a", "event": "Stop", "expect": {}, },\r\n  ]\r\n}\r\n'
    const { cases, problems } = HookCaseFiles.readText("/f", text)
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(
      cases.map(({ column, line }) => [line, column]),
      [[3, 5]]
    )
  })

  it("says where something is wrong, by line and column", () => {
    const placed = (text: string) =>
      HookCaseFiles.readText("/f", text).problems.map(({ column, line }) => `${line}:${column}`)
    assert.deepStrictEqual(placed('{ "cases": [\n  { "name": "a", "event": "Stop", "expect": { "reasn": "x" } } ] }'), [
      "2:47"
    ])
    assert.deepStrictEqual(placed('{ "cases": [\n  { "name": "a" }, 5 ] }'), ["2:3", "2:3", "2:20"])
    assert.deepStrictEqual(placed('{ "cases": [\n'), ["2:1"])
    assert.deepStrictEqual(placed(""), ["1:1"])
    assert.deepStrictEqual(placed("[".repeat(100_000)), ["1:1"])
  })

  it.prop("is never a crash, and never silence", [Schema.String], ([text]) => {
    for (const whole of [text, `{ "cases": ${text}`, `{ "cases": [${text}] }`]) {
      const { cases, problems } = HookCaseFiles.readText("/f", whole)
      if (/\S/.test(text)) assert.isAbove(cases.length + problems.length, 0, whole)
    }
  })
})

describe("files of cases", () => {
  it.live("are found beside hooks and skills, in plugins, behind links, and in the project's own folder", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({
        "hooks.test.json": file,
        ".claude/hooks.test.json": file,
        ".claude/skills/a/hooks.test.json": file,
        ".amcp/hooks.test.json": file,
        ".hookline/hooks.test.json": file,
        ".amplifier/hooks/a/hooks/hooks.test.json": file,
        ".amplifier/hooks/a/node_modules/x/hooks.test.json": file,
        "elsewhere/hooks.test.json": file,
        "elsewhere/deep/hooks.test.json": file
      })
      symlinkSync("../../elsewhere", path.join(project, ".amplifier/hooks/linked"))
      symlinkSync("..", path.join(project, ".amplifier/hooks/round"))
      const { files, problems } = HookCaseFiles.ofProject(project)
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(
        files.map((found) => path.relative(project, found)),
        [
          "hooks.test.json",
          ".amplifier/hooks/a/hooks/hooks.test.json",
          ".amplifier/hooks/linked/deep/hooks.test.json",
          ".amplifier/hooks/linked/hooks.test.json",
          ".amcp/hooks.test.json",
          ".claude/hooks.test.json",
          ".claude/skills/a/hooks.test.json",
          ".hookline/hooks.test.json"
        ]
      )
      assert.deepStrictEqual(HookCaseFiles.below(path.join(project, "elsewhere")).files.length, 2)
    })
  )

  it.live("that are folders are reported", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ ".amcp/hooks.test.json/x": "" })
      const { problems } = HookCaseFiles.readFile(path.join(project, ".amcp/hooks.test.json"))
      assert.match(problems[0]?.text ?? "", /can't be read: it is a folder/)
    })
  )

  Requirement.live(Requirement.restricted)("in a folder that can't be read are reported", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ ".claude/hooks.test.json": file })
      chmodSync(path.join(project, ".claude"), 0)
      assert.strictEqual(HookCaseFiles.ofProject(project).problems.length, 1)
    })
  )

  it.live("are about the project that they lie in, or about a folder of hooks that is in none", () =>
    Effect.gen(function* () {
      const { home, project } = yield* TestProject.make({
        "~/.claude/settings.json": "{}",
        "~/cases/hooks.test.json": file,
        ".claude/hooks.test.json": file,
        ".amplifier/hooks/a/hooks/hooks.test.json": file,
        "plugin/.claude-plugin/plugin.json": "{}",
        "bare/hooks.json": "{}",
        "tests/hooks.test.json": file
      })
      const about = (name: string) => {
        const { plugin, project: folder } = HookCaseFiles.subjectOf(path.join(project, name, Cases.fileName))
        return [path.relative(project, folder), plugin !== undefined]
      }
      assert.deepStrictEqual(about(".claude"), ["", false])
      assert.deepStrictEqual(about(".amplifier/hooks/a/hooks"), ["", false])
      assert.deepStrictEqual(about("tests"), ["", false])
      assert.deepStrictEqual(about("bare"), ["bare", true])
      assert.deepStrictEqual(about("plugin"), ["plugin", true])
      const saved = process.env["HOME"]
      process.env["HOME"] = home
      const unmarked = HookCaseFiles.subjectOf(path.join(home, "cases/hooks.test.json"))
      process.env["HOME"] = saved
      assert.deepStrictEqual(unmarked, { project: path.join(home, "cases") })
    })
  )
})

const written = (text: string | undefined) => Result.getOrThrow(withCase(text, one))

describe("a case that is written into a file", () => {
  it("stands after the others, which stay as they are written", () => {
    const before =
      '\uFEFF{\r\n\t// ours\r\n\t"cases": [\r\n\t\t{ "name": "b",   "event": "Stop", "expect": {} }\r\n\t]\r\n}'
    const { as, text } = written(before)
    assert.strictEqual(as, "added")
    assert.include(
      text,
      '\uFEFF{\r\n\t// ours\r\n\t"cases": [\r\n\t\t{ "name": "b",   "event": "Stop", "expect": {} },\r\n\t\t{'
    )
    assert.notMatch(text, /[^\r]\n/)
    assert.notMatch(text, /^ +/m)
  })

  it("takes the place of one of its name", () => {
    const { as, text } = written('{ "cases": [{ "name": "a", "event": "Stop", "expect": {} }, 5] }')
    assert.strictEqual(as, "updated")
    assert.deepStrictEqual(JSON.parse(text), { cases: [one, 5] })
  })

  it("is not written into what is no file of cases", () => {
    for (const text of ["[]", '{ "cases": {} }', '{ "cases": [', "text"]) {
      assert.isTrue(Result.isFailure(withCase(text, one)), text)
    }
  })

  it.prop(
    "is read as it was written, into any file",
    [Arbitrary.schema(Schema.Array(Cases.HookCase))],
    ([cases]) => {
      const others = cases.map(({ files: _files, ...other }, index) => ({ ...other, name: `${other.name} ${index}` }))
      for (const before of [undefined, "", "{}", JSON.stringify({ cases: others }, undefined, 4)]) {
        const { text } = written(before)
        const { cases: found, problems } = HookCaseFiles.readText("/f", text)
        assert.deepStrictEqual(problems, [])
        assert.deepStrictEqual(found.at(-1)?.case, one)
      }
    },
    { arbitrary: { runs: 60, size: 12 } }
  )
})
