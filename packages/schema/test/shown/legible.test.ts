// A host shows what hooks and files say, or gives it to a model: nothing in it steers or hides, and no word is missing.
import { assert, describe, it } from "@effect/vitest"
import { legible } from "@hookline/schema/kit/shown/legible"
import { onOneLine, visible } from "@hookline/schema/kit/shown/visible"
import { HiddenText } from "@hookline/testing"
import * as Schema from "effect/Schema"

const honest: Readonly<Record<string, string>> = {
  "emoji that are joined": "👨‍👩‍👧‍👦 🏳️‍🌈 🧑🏽‍🚀 👁‍🗨",
  "emoji with a modifier or a variant": "👍🏽 ❤️ ⚠️ ✌🏽 ☎︎",
  "a key and flags": "1️⃣ #️⃣ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  Persian: "می‌خواهم",
  Sinhala: "ශ්‍රී ලංකා",
  Hindi: "क्‍ष र्‍य",
  Hebrew: "שָׁלוֹם עולם",
  "Arabic with a number sign": "السلام عليكم \u{600}١٢",
  "Japanese with a variant and a wide blank": "葛\u{e0100}城。\u{3000}次",
  Mongolian: "ᠬᠡᠯᠡ\u{180c}",
  "lines and columns": "a\tb\nc"
}

describe("honest text", () => {
  for (const [what, text] of Object.entries(honest)) {
    it(`remains as it is: ${what}`, () => {
      assert.deepStrictEqual([visible(text), legible(text)], [text, text])
    })
  }

  it("keeps blanks and pictures of its own for a host", () => {
    const text = "« oui\u{a0}» \u{e0a0} \u{2800}"
    assert.strictEqual(legible(text), text)
  })
})

describe("legible", () => {
  const removed: Readonly<Record<string, readonly [string, string]>> = {
    colors: ["\u{1b}[1;31mno\u{1b}[0m", "no"],
    "colors of one control": ["\u{9b}31mno", "no"],
    "the address of a link": ["\u{1b}]8;;http://x/?y\u{1b}\\no\u{1b}]8;;\u{7}", "no"],
    "a choice of letters": ["\u{1b}(Bno", "no"],
    "what turns around": ["\u{202e}no\u{2066}", "no"],
    "what has no width": ["n\u{200b}o\u{feff}", "no"],
    "a joiner between letters that need none": ["n\u{200d}o", "no"],
    tags: ["no\u{1f3f4}\u{e0061}\u{e007f}", "no\u{1f3f4}"],
    "selectors that could be bytes": ["字\u{e01ef}a\u{fe0f}", "字a"],
    controls: ["n\u{0}\u{7}o\u{7f}", "no"]
  }
  for (const [what, [text, rest]] of Object.entries(removed)) {
    it(`removes ${what}`, () => {
      assert.strictEqual(legible(text), rest)
    })
  }

  it("makes every end of a line one, and half a character the sign for that", () => {
    assert.strictEqual(legible("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f\ud800"), "a\nb\nc\nd\ne\nf\u{fffd}")
  })

  it("keeps a guard's words between what two files have, whatever they begin and end", () => {
    for (const [begin, end] of [
      ["\u{1b}]0;", "\u{7}"],
      ["\u{1b}]8;;", "\u{1b}\\"],
      ["\u{1b}P", "\u{9c}"],
      ["\u{1b}_", "\u{1b}\\"],
      ["\u{9d}", "\u{9c}"]
    ] as const) {
      assert.include(legible(`${begin} it is dangerous ${end}`), "it is dangerous")
    }
  })

  // proves: docs/security.md
  it.prop("leaves nothing hidden in any text, and nothing to do a second time", [Schema.String], ([random]) => {
    for (const text of [random, `${random}${HiddenText.text}${random}`]) {
      const shown = legible(text)
      // Joiners, selectors and signs are of the category of formats, or of none, and may be honest.
      assert.notMatch(shown.replaceAll(/\p{Cf}/gu, ""), /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u)
      assert.notMatch(shown, /[\p{Bidi_Control}\u{200b}\u{feff}\u{e0001}]/u)
      assert.strictEqual(legible(shown), shown)
    }
  })
})

describe("visible", () => {
  it.prop("is one line without anything hidden, and shows the same a second time", [Schema.String], ([random]) => {
    const shown = onOneLine(`${random}${HiddenText.text}`)
    assert.deepStrictEqual(HiddenText.find(shown.replaceAll(/[\p{RGI_Emoji}]/gv, ""), { isOneLine: true }), [])
    assert.strictEqual(onOneLine(shown), shown)
  })

  it("reads a long text of hidden characters in time", () => {
    for (const one of ["\u{1b}", "\u{200d}", "\u{e0041}", "\u{1f3f4}\u{e0041}", "👩‍"]) {
      assert.isNotEmpty(visible(one.repeat(100_000)))
      assert.isString(legible(one.repeat(100_000)))
    }
  })
})
