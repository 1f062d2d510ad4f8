// Each sentence of the guides with never, always, only, every or all names a test or a rule that shows it.
import { assert, describe, it } from "@effect/vitest"
import { globSync } from "node:fs"
import { sep } from "node:path"
import { absolutesOf, marksOf } from "../docs/absolutes.ts"
import { titlesIn } from "../docs/claims.ts"
import { read, root } from "../internal/workspace.ts"

const pages = ["README.md", ...globSync(["docs/*.md", "packages/*/README.md", "examples/*.md"], { cwd: root })]
  .map((page) => page.replaceAll(sep, "/"))
  .toSorted()

const titles = new Set(
  globSync(["packages/*/test/**/*.test.ts", "scripts/test/*.test.ts"], { cwd: root }).flatMap((path) => [
    ...titlesIn(read(path))
  ])
)

// The file is checked against its schema by the tests of conformance.
const { rules } = JSON.parse(read("conformance/rules.json")) as {
  readonly rules: ReadonlyArray<{ readonly id: string }>
}
const ids = new Set(rules.map(({ id }) => id))

const unshown = (page: string): ReadonlyArray<string> =>
  absolutesOf(read(page))
    .filter(({ marks }) => marks.length === 0)
    .map(({ line, sentence }) => `${page}:${line}: ${sentence}`)

describe("the sentences of the guides that hold without exception", () => {
  it("have a mark that names a test or a rule", () => {
    assert.isAbove(pages.length, 40)
    assert.deepStrictEqual(pages.flatMap(unshown), [])
  })

  it("have marks whose tests and rules are there", () => {
    assert.isAbove(titles.size, 1000)
    assert.isAbove(ids.size, 100)
    assert.deepStrictEqual(
      pages.flatMap((page) =>
        marksOf(read(page))
          .filter(({ kind, name }) => !(kind === "proof" ? titles : ids).has(name))
          .map(({ kind, name }) => `${page}: there is no ${kind === "proof" ? "test" : "rule"} "${name}"`)
      ),
      []
    )
  })
})

describe("absolutesOf", () => {
  const found = (...lines: ReadonlyArray<string>) =>
    absolutesOf(lines.join("\n")).map(({ line, marks, sentence }) => [
      line,
      sentence,
      marks.map(({ kind, name }) => `${kind} ${name}`).join()
    ])

  it("gives a mark to the sentence before it, across lines, and to no other", () => {
    assert.deepStrictEqual(
      found(
        "# All pages",
        "",
        "It never ends. <!-- proof: does",
        "not end --> Only here.",
        "**It always",
        "holds.** <!-- rule: a.b --> Fine.",
        "- every item",
        "- it says (never). <!-- proof: a --> <!-- proof: b -->"
      ),
      [
        [1, "# All pages", ""],
        [3, "It never ends.", "proof does not end"],
        [4, "Only here.", ""],
        [5, "**It always holds.**", "rule a.b"],
        [7, "- every item", ""],
        [8, "- it says (never).", "proof a,proof b"]
      ]
    )
  })

  it("finds cells of tables, and no row that names its test", () => {
    assert.deepStrictEqual(
      found(
        "| what | when |",
        "| --- | --- |",
        "| x | never <!-- proof: a --> |",
        "| all | y |",
        "",
        "| claim | test |",
        "| --- | --- |",
        "| never x | `a.test.ts`: never |"
      ),
      [
        [3, "never", "proof a"],
        [4, "all", ""]
      ]
    )
  })

  it("reads no code, no link's target, nothing generated, and no other word", () => {
    assert.deepStrictEqual(
      found(
        "`never` is [here](all.md#only), read-only, not at all, as `<!-- rule: never -->` is.",
        "```sh",
        "# every",
        "```",
        "<!-- agents -->",
        "| all |",
        "<!-- /agents -->",
        "<!-- only a comment -->",
        "Overall, everything."
      ),
      []
    )
  })
})
