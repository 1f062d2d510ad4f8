// Lines break between words and nowhere else, and fit the width unless a single word is wider.
import { assert, describe, it } from "@effect/vitest"
import { displayWidth } from "effect/cli/CliOutput"
import * as Schema from "effect/Schema"
import { columnsOf, hanging, inColumns, wrapped } from "../../src/output/layout.ts"

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

const Word = Schema.Literals([
  "a",
  "of",
  "hooks",
  "`hookline",
  "plan`",
  "日本語",
  "\u001B[1mbold\u001B[0m",
  "e\u0301",
  "x".repeat(90)
])
const Text = Schema.Array(Schema.Array(Word))
const Width = Schema.Int.check(Schema.isBetween({ minimum: 20, maximum: 120 }))

describe("a layout", () => {
  it.prop("has the words of its text in order, and lines that fit", [Text, Width], ([lines, width]) => {
    const text = lines.map((words, index) => " ".repeat(index % 7) + words.join(" ")).join("\n")
    const laidOut = wrapped(text, width)
    assert.deepStrictEqual(wordsOf(laidOut), wordsOf(text))
    for (const line of laidOut.split("\n"))
      assert.isTrue(displayWidth(line) <= width || wordsOf(line).length === 1, JSON.stringify(line))
  })

  it.prop("has texts beside or below their starts", [Schema.Array(Word), Width], ([words, width]) => {
    const lines = hanging("  --flag", words.join(" "), 12, width).split("\n")
    assert.deepStrictEqual(wordsOf(lines.join(" ")), ["--flag", ...words.flatMap(wordsOf)])
    for (const line of lines.slice(1)) assert.match(line, /^ {12}\S|^$/)
  })

  it("leaves text alone that fits, and where there is no width", () => {
    assert.strictEqual(wrapped("a  b\n    c", 20), "a  b\n    c")
    assert.strictEqual(wrapped(`a ${"b".repeat(300)}`, undefined), `a ${"b".repeat(300)}`)
    assert.strictEqual(wrapped(`    one two three four`, 20), "    one two three\n      four")
  })

  it("has columns as wide as what a terminal shows of their cells", () => {
    assert.deepStrictEqual(
      inColumns([
        ["日本", "x"],
        ["abc", "y"]
      ]),
      ["日本  x", "abc   y"]
    )
    assert.deepStrictEqual(inColumns([]), [])
  })

  it("takes its width from COLUMNS, then from the terminal, and has none in a file", () => {
    const terminal = { isTTY: true, columns: 100 }
    assert.strictEqual(columnsOf(terminal, { COLUMNS: "60" }), 60)
    assert.strictEqual(columnsOf(terminal, { COLUMNS: "wide" }), 100)
    assert.strictEqual(columnsOf({ isTTY: true, columns: 0 }, {}), undefined)
    assert.strictEqual(columnsOf({ columns: 100 }, {}), undefined)
    assert.strictEqual(columnsOf({}, { COLUMNS: "60" }), 60)
  })
})
