// A key that a reply has twice is found, however the text is spaced, nested and escaped, and no other is.
import { assert, describe, it } from "@effect/vitest"
import { repeatedKey } from "@hookline/dialects/kit/format/reply/repeatedKey"
import * as Schema from "effect/Schema"

const key = Schema.Literals(["a", "b", "decision", "", '":', 'x":"y', "\\", '\\":', "é", "__proto__"])

/** Objects as lists of entries, so that a key may stand in one twice. */
const Entries = Schema.Array(
  Schema.Struct({ key, spaces: Schema.Literals(["", "", "", " ", "\n"]), value: Schema.Union([key, Schema.Json]) })
).check(Schema.isMaxLength(4))
const Written = Schema.Struct({ outer: Entries, inner: Entries, isUnicode: Schema.Boolean })

const textOf = (entries: typeof Entries.Type, inner = ""): string =>
  `{${[...entries.map(({ key, spaces, value }) => `${JSON.stringify(key)}${spaces}:${JSON.stringify(value)}`), ...(inner === "" ? [] : [`"inner":[${inner}]`])].join(",")}}`

const isRepeated = (entries: typeof Entries.Type): boolean =>
  new Set(entries.map((each) => each.key)).size < entries.length

describe("repeatedKey", () => {
  it.prop("finds a key exactly if one of the objects has it twice", [Written], ([{ inner, isUnicode, outer }]) => {
    const plain = textOf(outer, textOf(inner))
    // Another spelling of a key is the same key.
    const text = isUnicode ? plain.replace('"a"', String.raw`"\u0061"`) : plain
    const found = repeatedKey(text, JSON.parse(text) as object)
    assert.strictEqual(found !== undefined, isRepeated(outer) || isRepeated(inner), text)
  })
})
