// Data of files has texts anywhere, also in keys, and may contain itself.
import { assert, describe, it } from "@effect/vitest"
import { jsonLine } from "@hookline/schema/kit/shown/jsonLine"
import { visibleData } from "@hookline/schema/kit/shown/visibleData"
import { HiddenText } from "@hookline/testing"
import * as Schema from "effect/Schema"

describe("visible data", () => {
  it("has each text on one line, in lists, maps, sets, keys and values", () => {
    const data = { "k\n": ["a\u{1b}", new Map([["b\t", new Set(["c\r"])]])] }
    assert.deepStrictEqual<unknown>(visibleData(data), {
      "k\\n": ["a\\u{1b}", new Map([["b\\t", new Set(["c\\u{d}"])]])]
    })
  })

  it("has lines where they are wanted, below that key alone, and raw values where those are", () => {
    const shared = { text: "a\nb" }
    const data = { text: shared, other: shared, raw: shared, list: [{ raw: "\u{1b}" }] }
    const keys = { lines: new Set(["text"]), raw: new Set(["raw"]) }
    assert.deepStrictEqual(visibleData(data, keys), { ...data, other: { text: "a\nb" } })
    assert.strictEqual(visibleData(data, keys).raw, shared)
    assert.deepStrictEqual(visibleData({ lines: ["a\nb"], line: ["a\nb"] }, { lines: new Set(["lines"]) }), {
      lines: ["a\nb"],
      line: ["a\\nb"]
    })
  })

  it("contains itself where the data does, and has a key of any name", () => {
    const data: Record<string, unknown> = { name: "\u{1b}" }
    data["self"] = data
    const shown = visibleData(data)
    assert.strictEqual(shown["self"], shown)
    const parsed: unknown = JSON.parse(`{"__proto__": {"a": "\\u001b"}}`)
    assert.deepStrictEqual(Object.entries(visibleData({ parsed }).parsed as object), [["__proto__", { a: "\\u{1b}" }]])
  })
})

describe("a line of JSON", () => {
  it.prop("has everything visible, and is the same value", [Schema.Json], ([random]) => {
    const value = [random, { [HiddenText.text]: HiddenText.text }]
    assert.deepStrictEqual(HiddenText.find(jsonLine(value), { isOneLine: true }), [])
    assert.deepStrictEqual(JSON.parse(jsonLine(value)), JSON.parse(JSON.stringify(value)))
  })
})
