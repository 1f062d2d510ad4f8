// The list of planted faults: each still has its place in the sources, and the document tells what found it.
import { assert, describe, it } from "@effect/vitest"
import { faultsOfDocument, faultsOfList } from "../../mutants/check.ts"
import { type Fate, readFates, written } from "../../mutants/document.ts"
import { mutants } from "../../mutants/list.ts"
import { type Mutant, planted } from "../../mutants/Mutant.ts"
import { packageFolders } from "../internal/workspace.ts"

const sound: Mutant = {
  id: "one",
  file: "mutants/Mutant.ts",
  breaks: "this | that",
  find: "export interface Mutant {",
  replace: "interface Mutant {",
  project: "schema",
  tests: ["Verdict"]
}

const document = (rows: string): string => `# Before\n\n<!-- mutants -->\n${rows}<!-- /mutants -->\n\nafter\n`

describe("the planted faults", () => {
  it("have a place in the sources, each its own name, and tests that are there", () => {
    assert.deepStrictEqual(faultsOfList(), [])
  })

  it("are spread over every package but the one for tests", () => {
    const packages = new Set(mutants.map(({ file }) => file.split("/")[1]))
    assert.deepStrictEqual(packages, new Set(packageFolders().filter((name) => name !== "testing")))
    assert.isAbove(mutants.length, 80)
  })

  it("were all tried, and stand in the document with what found them", () => {
    assert.deepStrictEqual(faultsOfDocument(), [])
  })
})

describe("what is wrong with a list", () => {
  it("is nothing where all is well", () => {
    assert.deepStrictEqual(faultsOfList([sound]), [])
  })

  const wrongs: ReadonlyArray<readonly [what: string, list: ReadonlyArray<Mutant>]> = [
    ["a name that is given twice", [sound, sound]],
    ["a file that is gone", [{ ...sound, file: "mutants/None.ts" }]],
    ["a text that is not there", [{ ...sound, find: "export interface Human {" }]],
    ["a text that is there more than once", [{ ...sound, find: "readonly" }]],
    ["a change that is none", [{ ...sound, replace: sound.find }]],
    ["a test that is gone", [{ ...sound, tests: ["Verdict", "NoSuchTest"] }]],
    ["a project that is gone", [{ ...sound, project: "none" }]]
  ]
  for (const [what, list] of wrongs) {
    it(`is ${what}`, () => {
      assert.strictEqual(faultsOfList(list).length, 1)
    })
  }
})

describe("a fault", () => {
  it("is planted as it is written, dollars and all", () => {
    assert.strictEqual(planted("a b c", { find: "b", replace: "$&$'" }), "a $&$' c")
  })
})

describe("the document", () => {
  const fates = new Map<string, Fate>([
    ["one", { _tag: "Killed", by: "a test | of two" }],
    ["two", { _tag: "Survived" }]
  ])
  const list = [sound, { ...sound, id: "two" }, { ...sound, id: "three" }]

  it("tells of each what became of it, and keeps what stands around", () => {
    const text = written(document("old\n"), list, fates)
    assert.isTrue(text.startsWith("# Before\n\n<!-- mutants -->\n\n3 planted faults"))
    assert.isTrue(text.endsWith("<!-- /mutants -->\n\nafter\n"))
    assert.include(text, "1 survived, 1 not tried yet")
    assert.include(text, String.raw`this \| that | a test \| of two |`)
  })

  it("is read as it was written", () => {
    assert.deepStrictEqual(
      readFates(written(document(""), list, fates)),
      new Map([...fates, ["three", { _tag: "Unknown" }]])
    )
  })

  it("stays as it is when it is written again", () => {
    const text = written(document(""), list, fates)
    assert.strictEqual(written(text, list, readFates(text)), text)
  })

  it("is refused without its marks", () => {
    assert.throws(() => readFates("# Nothing"), /lacks/)
  })
})
