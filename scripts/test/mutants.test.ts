// Named faults: each law has exactly one place for its fault, and a fault that no test finds is reported.
import { assert, describe, it } from "@effect/vitest"
import { packageFolders } from "../internal/workspace.ts"
import { named } from "../mutate/choose.ts"
import { applied } from "../mutate/Edit.ts"
import { readFound } from "../mutate/found.ts"
import { declarationsIn, find, type Law } from "../mutate/Law.ts"
import { laws } from "../mutate/laws.ts"
import { isFault } from "../mutate/Mutant.ts"
import * as related from "../mutate/related.ts"
import { isFound, line, summary } from "../mutate/report.ts"
import * as sandboxes from "../mutate/sandbox.ts"
import { make, readAll } from "../mutate/Source.ts"
import * as tests from "../mutate/tests.ts"
import { attempt } from "../mutate/trial.ts"

const sources = readAll()

describe("the laws", () => {
  const mutants = named(sources)

  it("have ids of their own, and one place each for a fault that parses and differs", () => {
    assert.strictEqual(new Set(laws.map(({ id }) => id)).size, laws.length)
    assert.deepStrictEqual(
      mutants.filter((mutant) => !isFault(mutant)).map(({ id }) => id),
      []
    )
  })

  it("cover every package but the one for tests", () => {
    assert.deepStrictEqual(
      [...new Set(mutants.map(({ source }) => source.package))].toSorted(),
      packageFolders().filter((name) => name !== "testing")
    )
  })

  it("were all tried, and a test found the fault of each", () => {
    const found = readFound()
    assert.deepStrictEqual(
      laws.filter(({ id }) => !found.has(id)).map(({ id }) => id),
      []
    )
  })
})

const sourceOf = (text: string, module = "Sample") => make(`packages/sample/src/${module}.ts`, text, "sample")

describe("the fault of a law", () => {
  const law: Law = { id: "one", law: "It holds.", symbol: "check", operator: "negate", mentions: ["isDenied"] }
  const problemOf = (texts: Readonly<Record<string, string>>): string => {
    const all = Object.entries(texts).map(([module, text]) => sourceOf(text, module))
    const found = find(law, declarationsIn(all))
    return found._tag === "Problem" ? found.problem : applied(found.mutant.source.text, found.mutant.edit)
  }
  const sound = "const check = (isDenied: boolean) => (isDenied ? 1 : 2)"

  it("is found by its symbol, wherever the symbol is", () => {
    assert.strictEqual(problemOf({ A: sound }), "const check = (isDenied: boolean) => (!(isDenied) ? 1 : 2)")
    assert.strictEqual(
      problemOf({ A: sound, B: "const f = () => { const check = 1; return check }" }),
      problemOf({ A: sound })
    )
  })

  it("is a problem where the symbol or its place is absent or ambiguous", () => {
    assert.include(problemOf({ A: "const other = 1" }), "no source declares check")
    assert.include(problemOf({ A: sound, B: sound }), "several declare check")
    assert.include(problemOf({ A: "const check = (a: boolean) => (a ? 1 : 2)" }), "has 0 places")
    assert.include(
      problemOf({ A: `const check = (isDenied: boolean) => (isDenied ? 1 : 2) + (isDenied ? 3 : 4)` }),
      "2 places"
    )
  })
})

describe("a planted fault", () => {
  // Tests run in processes of their own here, which a busy machine may delay.
  const patience = 600_000

  it("is reported by the test that finds it, and as a survivor if none does", { timeout: patience }, async () => {
    const law = named(sources).find(({ id }) => id === "deny-outweighs")
    const file = related
      .make()
      .to(law?.source.path ?? "")
      .find(({ path }) => path.endsWith(`/${law?.source.module}.test.ts`))
    if (law === undefined || file === undefined) throw new Error("no law, or no test of its module")
    const sandbox = sandboxes.make()
    try {
      const run = tests.run.bind(undefined, sandbox.folder)
      const sound = new Set([file.path])
      const trial = { ...sandbox, run, sound, related: () => [file], limitMillis: patience }
      // A line more changes nothing that a test could find.
      const harmless = { ...law, id: "harmless", edit: { start: 0, end: 0, text: "\n" } }
      const killed = { mutant: law, fate: await attempt(trial, law) }
      const survived = { mutant: harmless, fate: await attempt(trial, harmless) }
      assert.isTrue(isFound(killed))
      assert.include(line(killed), `killed    ${file.path}: `)
      assert.deepStrictEqual(survived.fate, { _tag: "Survived", run: 1, of: 1 })
      assert.include(summary([killed, survived], new Map()), "2 tried, 1 killed, 1 not")
      assert.include(summary([killed, survived], new Map()), "SURVIVED  1 of 1 related test files")
    } finally {
      sandbox.remove()
    }
  })
})
