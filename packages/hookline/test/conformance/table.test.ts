// The table is whole: every rule has its case, every case its rules, and nothing in it is passed over.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { canPlay, onlyCommand } from "./byCommand.ts"
import { Table } from "./Case.ts"
import { differences } from "./compare.ts"
import { notYet } from "./notYet.ts"
import { cases, decode, folder, rules, tables } from "./table.ts"

const { definitions, dialect: _dialect, schema } = Schema.toJsonSchemaDocument(Table)

const document = `${JSON.stringify(
  { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions },
  undefined,
  2
).replaceAll("#/definitions/", "#/$defs/")}\n`

describe("the table of cases", () => {
  it("has a case for every rule", () => {
    const shown = new Set(cases.flatMap((one) => one.rules))
    assert.deepStrictEqual(
      rules.map(({ id }) => id).filter((id) => !shown.has(id)),
      []
    )
  })

  it("names only rules that there are, each once, under its own section", () => {
    const known = new Set(rules.map(({ id }) => id))
    assert.strictEqual(known.size, rules.length)
    for (const { id, section } of rules) assert.isTrue(id.startsWith(`${section}.`), id)
    assert.deepStrictEqual(
      cases.flatMap((one) => one.rules).filter((id) => !known.has(id)),
      []
    )
  })

  it("names each case once, under the section of its file", () => {
    assert.strictEqual(new Set(cases.map(({ id }) => id)).size, cases.length)
    for (const { cases: of, file, section } of tables) {
      assert.strictEqual(file, `${section}.json`)
      for (const { id } of of) assert.isTrue(id.startsWith(`${section}/`), id)
    }
  })

  it("expects something of every case", () => {
    const empty = cases.filter(({ steps }) => steps.every(({ expect }) => Object.keys(expect).length === 0))
    assert.deepStrictEqual(empty, [])
  })

  it("refuses a field that nobody knows, also among what is expected", () => {
    const [first] = tables
    const [one] = first?.cases ?? []
    if (first === undefined || one === undefined) throw new Error("there is no case")
    const { file: _file, ...table } = first
    assert.doesNotThrow(() => decode(table))
    assert.throws(() => decode({ ...table, cases: [{ ...one, verdikt: "deny" }] }), /verdikt/)
    const [step] = one.steps
    const misspelt = { ...step, expect: { ...step?.expect, verdikt: "deny" } }
    assert.throws(() => decode({ ...table, cases: [{ ...one, steps: [misspelt] }] }), /verdikt/)
  })

  it("tells every difference between what is expected and what happened", () => {
    assert.deepStrictEqual(differences({ verdict: "deny", reasons: ["no"] }, { verdict: "deny", reasons: ["no"] }), [])
    assert.lengthOf(differences({ verdict: "deny", reasons: ["no"] }, { verdict: "pass", reasons: [] }), 2)
    assert.lengthOf(differences({ notices: [] }, { notices: [{ level: "info", text: "x" }] }), 1)
    assert.lengthOf(differences({ files: { a: null, b: "x" } }, { files: () => "y" }), 1)
    assert.lengthOf(differences({ halt: null, input: { a: 1 } }, { halt: "s", input: { a: 1, b: 2 } }), 2)
    assert.lengthOf(differences({ answer: { stdout: null, exit: 0 } }, { answer: { stdout: null, exit: 2 } }), 1)
  })

  it("can be played here, every case of it", () => {
    assert.deepStrictEqual(
      cases.filter((one) => onlyCommand(one) && !canPlay(one)),
      []
    )
    const ids = new Set(cases.map(({ id }) => id))
    assert.deepStrictEqual(
      Object.values(notYet)
        .flatMap((of) => Object.keys(of))
        .filter((id) => !ids.has(id)),
      []
    )
  })

  it("is described by the JSON Schema that lies beside it", () => {
    const file = path.join(folder, "case.schema.json")
    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(file, document)
    assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(document))
  })
})
