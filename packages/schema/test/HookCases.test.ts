import { assert, describe, it } from "@effect/vitest"
import * as HookCaseDifference from "@hookline/schema/kit/HookCaseDifference"
import * as HookCases from "@hookline/schema/HookCases"
import { RunOutput } from "@hookline/schema/RunOutput"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const { differences, expectationOf } = HookCaseDifference

/** Outputs have so many fields that small ones already hold everything that can be said. */
const small = { arbitrary: { runs: 150, size: 12 } }
const anOutput = Arbitrary.schema(RunOutput)

/** What a file holds is JSON. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const valid = { name: "a", event: "PreToolUse", expect: {} }
const told = (one: unknown) => HookCases.read({ cases: [one] }).problems.map(({ at, text }) => [at.join("."), text])

describe("a file of cases", () => {
  it.prop(
    "gives every case that the schema allows",
    [Schema.Array(HookCases.HookCase)],
    ([cases]) => {
      const inside = cases.map(({ files: _files, ...one }) => one)
      const root = json({ $schema: "x", cases: inside })
      const { cases: found, problems } = HookCases.read(root)
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(
        found.map((one) => json(one.case)),
        inside.map(json)
      )
      assert.isTrue(Schema.is(HookCases.HookCasesFile)({ cases: found.map((one) => one.case) }))
    },
    small
  )

  it.prop("loses nothing in silence, whatever stands among its cases", [Schema.Array(Schema.Unknown)], ([cases]) => {
    const { cases: found, problems } = HookCases.read({ cases })
    const costly = new Set(problems.map(({ at }) => at[1]))
    assert.strictEqual(found.length + costly.size, cases.length)
    assert.isTrue(found.every((one) => Schema.is(HookCases.HookCase)(one.case)))
  })

  it.prop("that is none says so", [Schema.Unknown], ([root]) => {
    const { cases, problems } = HookCases.read(root)
    assert.isAbove(cases.length + problems.length, 0)
  })

  it("tells where a field is unknown, missing or of another kind, and what would be right", () => {
    assert.deepStrictEqual(told(valid), [])
    for (const [one, at, said] of [
      [{ ...valid, tols: "Bash" }, "cases.0.tols", '"tols" is no field'],
      [{ ...valid, expect: { reasn: "x" } }, "cases.0.expect.reasn", '"reasn" is no field'],
      [{ ...valid, expect: { verdict: "Deny" } }, "cases.0.expect.verdict", '"deny"'],
      [{ ...valid, expect: { constructor: 1 } }, "cases.0.expect.constructor", "no field"],
      [{ ...valid, input: [] }, "cases.0.input", "takes an object"],
      [{ ...valid, files: { "../x": "" } }, "cases.0.files", "inside of the project"],
      [{ ...valid, files: { "/x": "" } }, "cases.0.files", "inside of the project"],
      [{ name: "a", event: "Stop" }, "cases.0", '"expect" is missing'],
      [{ ...valid, name: "" }, "cases.0.name", "not empty"],
      ["text", "cases.0", "object"]
    ] as const) {
      const [first, ...more] = told(one)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(first?.[0], at)
      assert.include(first?.[1] ?? "", said)
    }
  })
})

describe("what came of a case", () => {
  it.prop(
    "is as expected where just that is expected",
    [anOutput, Schema.Unknown],
    ([output, input]) => {
      const expected = expectationOf(output, input)
      assert.deepStrictEqual(differences(expected, output), [])
      assert.deepStrictEqual(HookCases.read({ cases: [json({ ...valid, expect: expected })] }).problems, [])
    },
    small
  )

  it.prop(
    "is not compared where nothing is said",
    [anOutput],
    ([output]) => {
      assert.deepStrictEqual(differences({}, output), [])
    },
    small
  )

  it.prop(
    "differs in each field that it differs in, and in no other",
    [anOutput, RunOutput.fields.verdict, Schema.Int, Schema.NonEmptyString],
    ([output, verdict, exit, word]) => {
      const absent = `${word}, which no hook says: 6d1f`
      const fieldsOf = (expected: HookCases.Expectation) => differences(expected, output).map(({ field }) => field)
      const { exit: real } = expectationOf(output)
      assert.deepStrictEqual(fieldsOf({ verdict }), verdict === output.verdict ? [] : ["verdict"])
      assert.deepStrictEqual(fieldsOf({ exit }), exit === real ? [] : ["exit"])
      assert.deepStrictEqual(fieldsOf({ halted: output.halt === null }), ["halted"])
      assert.deepStrictEqual(
        fieldsOf({ reason: absent, context: [absent], notice: absent, input: { [absent]: 1 }, ran: absent }),
        ["reason", "context", "notice", "input", "ran"]
      )
    },
    small
  )

  it.prop(
    "says nothing only where nothing was said",
    [anOutput],
    ([output]) => {
      const fields = differences({ reason: [], context: [], notice: [], ran: [] }, output).map(({ field }) => field)
      const some = (field: string, list: ReadonlyArray<unknown>) => (list.length === 0 ? [] : [field])
      assert.deepStrictEqual(fields, [
        ...some("reason", output.reasons),
        ...some("context", output.context),
        ...some("notice", output.notices),
        ...some(
          "ran",
          output.runs.filter(({ status }) => status === "ran" || status === "failed")
        )
      ])
    },
    small
  )
})

const output = (runs: ReadonlyArray<readonly [id: string, exit: number, status?: "ran" | "skipped"]>) => ({
  version: 1 as const,
  event: "PreToolUse",
  verdict: "pass" as const,
  goesOn: true,
  reasons: [],
  changes: [],
  input: { b: 1, a: [{}] },
  context: [],
  notices: [],
  halt: null,
  quiet: [],
  effects: [],
  env: {},
  runs: runs.map(([id, exit, status = "ran"]) => ({
    id,
    kind: "command",
    source: { dialect: "claude", file: "/f" },
    status,
    exit
  })),
  diagnostics: []
})

describe("an expectation", () => {
  const three = output([
    ["claude/PreToolUse/logger", 0],
    ["claude/PreToolUse/guard", 2],
    ["claude/PreToolUse/other", 0, "skipped"]
  ])

  it("calls hooks by their identities or names, and not by a part of them", () => {
    assert.deepStrictEqual(differences({ ran: ["guard", "claude/PreToolUse/logger"] }, three), [])
    for (const ran of ["uard", "other", "PreToolUse", ""]) assert.strictEqual(differences({ ran }, three).length, 1)
  })

  it("means by an exit code that of the hooks that it names, or else the one that stands out", () => {
    assert.deepStrictEqual(differences({ exit: 2 }, three), [])
    assert.strictEqual(differences({ exit: 0 }, three).length, 1)
    assert.deepStrictEqual(differences({ exit: 0, ran: "logger" }, three), [])
    assert.deepStrictEqual(differences({ exit: 0 }, output([])), [{ field: "exit", expected: 0, got: null }])
  })

  it("compares the input whole, in any order of its keys", () => {
    assert.deepStrictEqual(differences({ input: { a: [{}], b: 1 } }, three), [])
    assert.strictEqual(differences({ input: { a: [{}] } }, three).length, 1)
  })
})
