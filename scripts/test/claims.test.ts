// Each claim of the pages on security and on failures names the test that shows it, and the test is there.
import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { claimsOf, missingIn } from "../docs/claims.ts"
import { read, root } from "../internal/workspace.ts"

const page = read("docs/security.md")
const { claims, sections, unreadable } = claimsOf(page)
const textOf = (file: string): string | undefined => (existsSync(join(root, file)) ? read(file) : undefined)

/** Sections that claim nothing that a test could show. */
const without = ["What Hookline is not"]

describe("the claims of the page on failures", () => {
  it("name tests that are there, by file and title", () => {
    const failures = claimsOf(read("docs/failure-policy.md"))
    assert.isAbove(failures.claims.length, 20)
    assert.deepStrictEqual(failures.unreadable, [])
    assert.deepStrictEqual(missingIn(failures.claims, textOf), [])
  })
})

describe("the claims of the page on security", () => {
  it("name tests that are there, by file and title", () => {
    assert.deepStrictEqual(unreadable, [])
    assert.deepStrictEqual(missingIn(claims, textOf), [])
  })

  it("are in each section", () => {
    const shown = new Set(claims.map(({ section }) => section))
    assert.deepStrictEqual(
      sections.filter((section) => !shown.has(section)),
      without
    )
  })

  it("name no file beside the tables that is not there", () => {
    const files = Array.from(page.matchAll(/`((?:packages|scripts)\/[\w./-]+\.ts)`/g), ([, file = ""]) => file)
    assert.deepStrictEqual(
      files.filter((file) => textOf(file) === undefined),
      []
    )
  })

  it("are found missing where a file, a title or a test's name has changed", () => {
    const one = (row: string) => claimsOf(`## A\n\n| claim | test |\n| --- | --- |\n${row}\n`)
    const file = (text: string) => (name: string) => (name === "a.test.ts" ? text : undefined)
    const { claims: rows } = one('| it holds | `a.test.ts`: holds ${x} "here" |')
    assert.deepStrictEqual(missingIn(rows, file('it.live(`holds ${x} "here"`, () => {})')), [])
    assert.deepStrictEqual(missingIn(rows, file('it("holds", () => {}) // holds ${x} "here"')), [
      'it holds: a.test.ts has no test "holds ${x} "here""'
    ])
    assert.deepStrictEqual(
      missingIn(rows, () => undefined),
      ["it holds: there is no test file a.test.ts"]
    )
    assert.deepStrictEqual(one("| it holds | somewhere |").unreadable, ["| it holds | somewhere |"])
  })
})
