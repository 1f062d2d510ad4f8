// A key that an object has twice is found, however the text is spaced, nested and escaped, and no other is.
import { assert, describe, it } from "@effect/vitest"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"
import * as Schema from "effect/Schema"

const key = Schema.Literals([
  "a",
  "b",
  "decision",
  "",
  '":',
  'x":"y',
  "\\",
  '\\":',
  "é",
  "__proto__",
  // Texts that look like keys to a reader that counts colons.
  ":",
  " :",
  '" :',
  '\\" :',
  "\\ :",
  '{"a":1}',
  "a: b: c"
])

/** Objects as lists of entries, so that a key may stand in one twice. */
const Entries = Schema.Array(
  Schema.Struct({
    key,
    spaces: Schema.Literals(["", "", "", " ", "\n"]),
    value: Schema.Union([key, Schema.Json]),
    // A number whose text is kept is an object, whose own key is none of the text.
    exact: Schema.Literals(["", "", "", "1.10", "-0", "1e400", "9007199254740993"])
  })
).check(Schema.isMaxLength(4))
const Written = Schema.Struct({ outer: Entries, inner: Entries, isUnicode: Schema.Boolean })

const textOf = (entries: typeof Entries.Type, inner = ""): string =>
  `{${[...entries.map(({ exact, key, spaces, value }) => `${JSON.stringify(key)}${spaces}:${exact || JSON.stringify(value)}`), ...(inner === "" ? [] : [`"inner":[${inner}]`])].join(",")}}`

const isRepeated = (entries: typeof Entries.Type): boolean =>
  new Set(entries.map((each) => each.key)).size < entries.length

describe("RepeatedKey.inText", () => {
  it.prop("finds a key exactly if one of the objects has it twice", [Written], ([{ inner, isUnicode, outer }]) => {
    const plain = textOf(outer, textOf(inner))
    // Another spelling of a key is the same key.
    const text = isUnicode ? plain.replace('"a"', String.raw`"\u0061"`) : plain
    for (const parse of [JSON.parse, ExactJson.parse]) {
      const found = RepeatedKey.inText(text, parse(text) as object)
      assert.strictEqual(found !== undefined, isRepeated(outer) || isRepeated(inner), text)
    }
  })

  it("finds a key at any depth", () => {
    const nested = (depth: number, inner: string) => `${'{"a":['.repeat(depth)}${inner}${"]}".repeat(depth)}`
    for (const depth of [1, 30, 40, 100, 20_000]) {
      const found = (inner: string) =>
        RepeatedKey.inText(nested(depth, inner), JSON.parse(nested(depth, inner)) as object)
      assert.strictEqual(found('{"b":1,"b":2}'), "b", String(depth))
      assert.strictEqual(found('{"b":1,"c":2}'), undefined, String(depth))
    }
  })

  it("finds it where a program has added a property to all objects", () => {
    const text = '{"decision":"block","decision":"approve"}'
    // oxlint-disable-next-line no-extend-native -- Programs do it, and a hook of theirs may.
    Object.defineProperty(Object.prototype, "added", { value: 1, enumerable: true, configurable: true })
    const found = RepeatedKey.inText(text, JSON.parse(text) as object)
    Reflect.deleteProperty(Object.prototype, "added")
    assert.strictEqual(found, "decision")
  })
})
