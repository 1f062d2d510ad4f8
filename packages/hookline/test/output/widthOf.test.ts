// The width of a text is that of Effect, by which help is laid out beside it, also where it is not asked.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { displayWidth } from "effect/cli/CliOutput"
import { widthOf } from "../../src/output/widthOf.ts"

/** Characters that take one cell, none, or two, alone or after another one. */
const parts = [
  ...Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)),
  "✓", "✗", "フ", "한", "é", "\u200d", "\ufe0f", "\u20e3", "👩", "🏽", "🇩", "🇪", "\u001B[1m", "\u001B[0m", "\u001B[38;5;9m", "\r\n"
] // prettier-ignore

describe("the width of a text", () => {
  it("is that of Effect, for each character, alone and between others", () => {
    for (const part of parts)
      for (const text of [part, `a${part}`, `${part}\u0301`, `©${part}`, `${part}${part}`])
        assert.strictEqual(widthOf(text), displayWidth(text), JSON.stringify(text))
  })

  it.prop("is that of Effect, for any text of them", { chosen: Schema.Array(Schema.Literals(parts)) }, ({ chosen }) =>
    assert.strictEqual(widthOf(chosen.join("")), displayWidth(chosen.join("")))
  )
})
