// Each sentence of the guides with never, always, only, every or all names a test or a rule that shows it, and is named back.
import { assert, describe, it } from "@effect/vitest"
import { globSync } from "node:fs"
import { sep } from "node:path"
import { absolutesOf, marksOf } from "../docs/absolutes.ts"
import { type Rule, unbound } from "../docs/bound.ts"
import { read, root } from "../internal/workspace.ts"

const textsOf = (...patterns: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    globSync(patterns, { cwd: root })
      .map((path) => path.replaceAll(sep, "/"))
      .toSorted()
      .map((path) => [path, read(path)])
  )

const pages = textsOf("*.md", "docs/*.md", "packages/*/README.md", "examples/*.md")
const tests = textsOf("packages/*/test/**/*.test.ts", "scripts/test/**/*.test.ts")

// The file is checked against its schema by the tests of conformance.
const { rules } = JSON.parse(read("conformance/rules.json")) as { readonly rules: ReadonlyArray<Rule> }

/** Pages without marks: rules for those who change Hookline, and a list of changes. */
const without = new Set(["AGENTS.md", "CHANGELOG.md"])

const unshown = (page: string, text: string): ReadonlyArray<string> =>
  absolutesOf(text)
    .filter(({ marks }) => marks.length === 0)
    .map(({ line, sentence }) => `${page}:${line}: ${sentence}`)

describe("the sentences of the guides that hold without exception", () => {
  // proves: CONTRIBUTING.md, docs/testing.md
  it("have a mark that names a test or a rule", () => {
    assert.isAbove(pages.size, 40)
    assert.deepStrictEqual(
      Array.from(pages).flatMap(([page, text]) => (without.has(page) ? [] : unshown(page, text))),
      []
    )
  })

  // proves: docs/testing.md
  it("name tests and rules that name the page back, and are named by those alone", () => {
    assert.isAbove(tests.size, 400)
    assert.isAbove(rules.length, 100)
    assert.isAbove(Array.from(pages.values()).flatMap(marksOf).length, 60)
    assert.deepStrictEqual(unbound({ pages, tests, rules }), [])
  })
})

describe("unbound", () => {
  const file = "packages/a/test/A.test.ts"
  const other = "packages/a/test/B.test.ts"
  const title = 'holds ${x} "here"'
  const page = (text: string) => new Map([["docs/a.md", text]])
  const test = (text: string, at = file) => new Map([[at, text]])
  const marked = page(`It holds. <!-- proof: ${file}: ${title} -->`)
  const held = `// proves: docs/a.md\nit.live(\`${title}\`, () => {})\n`

  it("reports nothing where page and test name each other, in a mark, a table or a rule", () => {
    assert.deepStrictEqual(unbound({ pages: marked, tests: test(held), rules: [] }), [])
    const inLoop =
      "for (const x of [1]) {\n  // proves: docs/b.md, docs/a.md\n  // Another line.\n  it.effect.each(['y'])(\"z\", f)\n}\n"
    assert.deepStrictEqual(
      unbound({
        pages: new Map([
          ["docs/a.md", `| claim | test |\n| --- | --- |\n| it holds | \`${file}\`: z |\n`],
          ["docs/b.md", `A. <!-- rule: a.b --> B. <!-- proof: ${file}:\nz -->`]
        ]),
        tests: test(inLoop),
        rules: [{ id: "a.b", pages: ["docs/b.md"] }, { id: "a.c" }]
      }),
      []
    )
  })

  it("reports a test that does not name the page", () => {
    const expected = [
      `docs/a.md: "${title}" of ${file} does not name the page: write // proves: docs/a.md above the test`
    ]
    assert.deepStrictEqual(unbound({ pages: marked, tests: test(held.replace(/.*\n/, "")), rules: [] }), expected)
    // Another test of the file that names the page is no proof of this one.
    const [another = "", ...rest] = unbound({
      pages: marked,
      tests: test(`// proves: docs/a.md\nit("is another", () => {})\n${held.replace(/.*\n/, "")}`),
      rules: []
    })
    assert.strictEqual(another, `${file}:1: docs/a.md has no mark of "is another"`)
    assert.deepStrictEqual(rest, expected)
  })

  it("reports a page that has no such mark", () => {
    assert.deepStrictEqual(unbound({ pages: page("It holds."), tests: test(held), rules: [] }), [
      `${file}:1: docs/a.md has no mark of "${title}"`
    ])
    assert.deepStrictEqual(
      unbound({ pages: page(""), tests: test(held.replace("docs/a.md", "docs/gone.md")), rules: [] }),
      [`${file}:1: docs/gone.md has no mark of "${title}"`]
    )
  })

  it("reports a title that is nowhere, or in another file", () => {
    assert.deepStrictEqual(unbound({ pages: marked, tests: test("it('x', () => {})"), rules: [] }), [
      `docs/a.md: ${file} has no test "${title}"`
    ])
    const [inOther = "", gone] = unbound({ pages: marked, tests: test(held, other), rules: [] })
    assert.strictEqual(inOther, `${other}:1: docs/a.md has no mark of "${title}"`)
    assert.strictEqual(gone, `docs/a.md: there is no test file ${file}`)
  })

  it("reports a mark without a file, and a line above no test", () => {
    assert.deepStrictEqual(
      unbound({ pages: page("A. <!-- proof: holds -->"), tests: test("it('holds')"), rules: [] }),
      ['docs/a.md: write "holds" as FILE.test.ts: TITLE']
    )
    assert.deepStrictEqual(
      unbound({ pages: page(""), tests: test("// proves: docs/a.md\nconst a = 1\nit('holds')"), rules: [] }),
      [`${file}:1: there is no test below "// proves:"`]
    )
  })

  it("reports a rule that is not there, does not name the page, or names one without its mark", () => {
    const pages = page("A. <!-- rule: a.b -->")
    const tests = new Map<string, string>()
    assert.deepStrictEqual(unbound({ pages, tests, rules: [] }), [
      'docs/a.md: conformance/rules.json has no rule "a.b"'
    ])
    assert.deepStrictEqual(unbound({ pages, tests, rules: [{ id: "a.b" }] }), [
      'docs/a.md: the rule "a.b" does not name the page: add it to "pages" in conformance/rules.json'
    ])
    assert.deepStrictEqual(unbound({ pages, tests, rules: [{ id: "a.b", pages: ["docs/a.md", "docs/b.md"] }] }), [
      'conformance/rules.json: docs/b.md has no mark of "a.b"'
    ])
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
