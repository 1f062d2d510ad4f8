// The page on compatibility names a case or a test in every row, and each of them is there.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { root } from "../internal/workspace.ts"

interface Row {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const page = readFileSync(`${root}/docs/compatibility.md`, "utf8")

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of all tables, without what stands above them. */
const rows: ReadonlyArray<Row> = page
  .split("\n")
  .map((text, at) => ({ text, line: at + 1 }))
  .filter(({ text }, at, all) => {
    const isRow = text.startsWith("|")
    const isRule = text.startsWith("| ---")
    const isHead = all[at + 1]?.text.startsWith("| ---") ?? false
    return isRow && !isRule && !isHead
  })
  .map(({ line, text }) => ({ line, cells: cellsOf(text) }))

const quoted = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word)

const read = (file: string): { readonly cases?: ReadonlyArray<{ readonly id: string }> } =>
  // Each file's form is tested where the cases are played.
  JSON.parse(readFileSync(`${root}/conformance/${file}`, "utf8")) as {
    readonly cases?: ReadonlyArray<{ readonly id: string }>
  }

const ids = new Set(
  globSync("*.json", { cwd: `${root}/conformance` }).flatMap((file) => (read(file).cases ?? []).map(({ id }) => id))
)

const isThere = (name: string): boolean => (/\.(?:ts|md)$/.test(name) ? existsSync(`${root}/${name}`) : ids.has(name))

describe("the page on compatibility", () => {
  it("shows something in every row of every table", () => {
    assert.isAbove(rows.length, 100)
    assert.deepStrictEqual(
      rows.filter(({ cells }) => cells.length !== 3 || quoted(cells[2] ?? "").length === 0).map(({ line }) => line),
      []
    )
  })

  it("names only cases and tests that are there", () => {
    assert.deepStrictEqual(
      rows.flatMap(({ cells, line }) =>
        quoted(cells[2] ?? "")
          .filter((name) => !isThere(name))
          .map((name) => `${line}: ${name}`)
      ),
      []
    )
  })

  it("gives a reason for every difference", () => {
    const differences = page.slice(page.indexOf("\n## Deliberate differences"))
    assert.isAbove(differences.length, 1000)
    const start = page.slice(0, page.indexOf("\n## Deliberate differences")).split("\n").length
    for (const { cells, line } of rows.filter((row) => row.line > start)) {
      assert.match(cells[1] ?? "", /\S+ \S+/, `line ${line}`)
    }
  })
})
