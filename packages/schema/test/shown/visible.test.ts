// What strangers wrote is seen as it is run.
import { assert, describe, it } from "@effect/vitest"
import { onOneLine, visible } from "@hookline/schema/kit/shown/visible"

describe("visible", () => {
  const unseen: Readonly<Record<string, string>> = {
    "a control": "\u{1b}",
    "a mark that turns text around": "\u{202e}",
    "a blank of no width": "\u{200b}",
    "a tag": "\u{e0041}",
    "a letter that is not seen": "\u{3164}",
    "a half letter that is not seen": "\u{ffa0}",
    "a joiner": "\u{34f}",
    "a selector of a variant": "\u{fe01}",
    "a blank that a shell takes for a letter": "\u{a0}",
    "a pattern without dots": "\u{2800}",
    "half a letter": "\ud800"
  }
  for (const [what, letter] of Object.entries(unseen)) {
    it(`writes out ${what}`, () => {
      const code = letter.codePointAt(0)?.toString(16) ?? ""
      assert.strictEqual(visible(`rm${letter} x`), `rm\\u{${code}} x`)
    })
  }

  it("leaves letters, blanks, lines and pictures as they are", () => {
    const text = "läuft, 実行: a\tb\nc ⚠\u{fe0f} ✓ … é"
    assert.strictEqual(visible(text), text)
    assert.strictEqual(visible("a\u{fe0f}"), String.raw`a\u{fe0f}`)
    assert.strictEqual(onOneLine("a\tb\nc"), String.raw`a\tb\nc`)
  })
})
