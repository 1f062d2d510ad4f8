// Named faults: each law has exactly one place for its fault.
import { assert, describe, it } from "@effect/vitest"
import { packageFolders } from "../internal/workspace.ts"
import { named } from "../mutate/choose.ts"
import { applied } from "../mutate/Edit.ts"
import { readFound } from "../mutate/found.ts"
import { declarationsIn, find, type Law } from "../mutate/Law.ts"
import { laws } from "../mutate/laws.ts"
import { isFault } from "../mutate/Mutant.ts"
import { make, readAll } from "../mutate/Source.ts"

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
