// What holds for any settings, however odd, when an entry of `disabled` comes and goes.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as DisabledText from "hookline/kit/manage/switch/DisabledText"
import { parse } from "jsonc-parser"
import { type Kind, oddSettings } from "../attach/unusualSettings.ts"

const entry = `a "b"/$&/é`

const edited = (answer: DisabledText.Edited | DisabledText.Obstacle): DisabledText.Edited => {
  if (!("text" in answer)) throw new Error(JSON.stringify(answer))
  return answer
}
const on = (text: string | undefined): string => edited(DisabledText.withEntry(text, entry)).text ?? ""
const off = (text: string): string | undefined => edited(DisabledText.withoutEntry(text, entry)).text

const dataOf = (text: string): unknown => parse(text.replace("\uFEFF", ""), [], { allowTrailingComma: true })

const listOf = (text: string): unknown => {
  const data = dataOf(text)
  return typeof data === "object" && data !== null && "disabled" in data ? data.disabled : undefined
}

const runs = { arbitrary: { runs: 400 } }
const kinds: ReadonlyArray<readonly [name: string, kind: Kind]> = [
  ["plain settings", { own: false, comments: false }],
  ["settings with comments", { own: false, comments: true }]
]

/** Lists as no person writes them. */
const lists = [
  `["x"]`,
  `[ "x" , "y" ]`,
  `[\n\t"x"\n]`,
  `[\r\n  "x", // one\r\n  "y" /* two */\r\n]`,
  `["x",]`,
  `[ /* none */ "x" ]`,
  `["x", 1, null]`
]

for (const [name, kind] of kinds) {
  describe(`an entry in ${name}`, () => {
    it.prop(
      "comes and goes, and every byte is as it was",
      [Schema.Int],
      ([seed]) => {
        const before = oddSettings(seed, kind)
        const after = on(before)
        assert.deepStrictEqual(listOf(after), [entry])
        assert.strictEqual(on(after), after)
        assert.strictEqual(off(after), before)
      },
      runs
    )

    it.prop(
      "comes to others and goes, and every byte is as it was",
      [Schema.Int],
      ([seed]) => {
        const list = lists[Math.abs(seed) % lists.length] ?? ""
        const before = oddSettings(seed, kind).replace(`"marker":1`, `"disabled":${list}`)
        if (listOf(before) === undefined) return
        const others = listOf(before) as ReadonlyArray<unknown>
        const after = on(before)
        assert.deepStrictEqual(listOf(after), [...others, entry])
        assert.strictEqual(off(after), before)
      },
      runs
    )
  })
}

describe("an entry in an odd file", () => {
  const tables: ReadonlyArray<readonly [name: string, before: string, after: string]> = [
    ["an empty object", `{}`, `{"disabled": ["x"]}`],
    ["an empty object with blanks", `{ }\n`, `{"disabled": ["x"] }\n`],
    ["an empty object on two lines", `{\r\n}`, `{\r\n  "disabled": ["x"]\r\n}`],
    ["a comment in an empty object", `{ /* c */ }`, `{ /* c */ "disabled": ["x"] }`],
    ["tabs and CRLF", `{\r\n\t"shell": "bash"\r\n}`, `{\r\n\t"shell": "bash",\r\n\t"disabled": ["x"]\r\n}`],
    ["a byte-order mark", `\uFEFF{"a":1}`, `\uFEFF{"a":1,"disabled":["x"]}`],
    ["a comment at the end", `{\n  "a": 1 // one\n}`, `{\n  "a": 1, // one\n  "disabled": ["x"]\n}`],
    ["a loose comma", `{\n  "a": 1,\n}\n`, `{\n  "a": 1,\n  "disabled": ["x"],\n}\n`],
    ["another list", `{"disabled": ["a"], "b": 1}`, `{"disabled": ["a", "x"], "b": 1}`],
    ["a list on lines", `{\n  "disabled": [\n    "a"\n  ]\n}`, `{\n  "disabled": [\n    "a",\n    "x"\n  ]\n}`]
  ]
  for (const [name, before, after] of tables) {
    it(`stands as the file does, for ${name}`, () => {
      assert.strictEqual(edited(DisabledText.withEntry(before, "x")).text, after)
      assert.strictEqual(edited(DisabledText.withoutEntry(after, "x")).text, before)
    })
  }

  it("makes a file, which goes with the entry", () => {
    const made = on(undefined)
    assert.strictEqual(made, `{\n  "disabled": [${JSON.stringify(entry)}]\n}\n`)
    assert.isUndefined(off(made))
  })

  it("takes an empty list with it when it goes", () => {
    assert.strictEqual(off(on(`{"disabled": [], "a": 1}`)), `{ "a": 1}`)
    assert.strictEqual(off(on(`{"a": 1, "disabled": [ ]}`)), `{"a": 1}`)
  })

  it("goes wherever it stands, of two keys of one name from the one that counts", () => {
    const twice = `{"disabled": ["x", "y", "x"]}`
    assert.strictEqual(edited(DisabledText.withoutEntry(twice, "x")).text, `{"disabled": [ "y"]}`)
    const keys = `{"disabled": ["x"], "a": 1, "disabled": ["x"]}`
    assert.isUndefined(listOf(edited(DisabledText.withoutEntry(keys, "x")).text ?? ""))
  })

  it("is told by its line, and what stands in the way by its place", () => {
    assert.strictEqual(DisabledText.lineOf(`{\n"disabled": [\n"y",\n"x"]}`, "x"), 4)
    assert.isUndefined(DisabledText.lineOf("{", "x"))
    assert.deepInclude(DisabledText.withEntry(`{\n "disabled": "x"}`, "x"), { line: 2, column: 14 })
    assert.deepInclude(DisabledText.withEntry("{ no", "x"), { line: 1 })
    assert.deepInclude(DisabledText.withEntry("[]", "x"), { line: 1, column: 1 })
    assert.deepStrictEqual(edited(DisabledText.withEntry(`// c\n{}`, "x")).loose, { line: 1, column: 1 })
  })
})
