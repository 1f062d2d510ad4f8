import { assert, describe, it } from "@effect/vitest"
import * as Change from "@hookline/schema/Change"
import * as Schema from "effect/Schema"

const small = { arbitrary: { size: 15 } }

const JsonObject = Schema.Record(Schema.String, Schema.Json)
const target = Schema.Literals(["input", "result", "prompt"])
const Changes = Schema.Array(Change.Change)

const change = (mode: Change.Change["mode"], value: unknown, target: Change.Target = "input"): Change.Change => ({
  by: "guard",
  target,
  mode,
  value
})

describe("Change", () => {
  it.prop(
    "applies a ++ b as a, then b",
    [Schema.Json, target, Changes, Changes],
    ([value, target, a, b]) => {
      assert.deepStrictEqual(
        Change.apply(value, target, [...a, ...b]),
        Change.apply(Change.apply(value, target, a), target, b)
      )
    },
    small
  )

  // Changes of any values at random hardly ever merge.
  it.prop(
    "applies merges a ++ b as a, then b",
    [JsonObject, Schema.Array(JsonObject), Schema.Array(JsonObject)],
    ([value, a, b]) => {
      const merges = (values: ReadonlyArray<unknown>) => values.map((each) => change("merge", each))
      assert.deepStrictEqual(
        Change.apply(value, "input", merges([...a, ...b])),
        Change.apply(Change.apply(value, "input", merges(a)), "input", merges(b))
      )
    },
    small
  )

  it.prop(
    "leaves a value alone that no edit is meant for",
    [Schema.Json, Changes],
    ([value, changes]) => {
      const others = changes.filter((each) => each.target !== "result")
      assert.strictEqual(Change.apply(value, "result", others), value)
    },
    small
  )

  it.prop(
    "replaces the whole, whatever was there",
    [Schema.Json, Schema.Json],
    ([value, next]) => {
      assert.strictEqual(Change.applyOne(value, change("replace", next)), next)
    },
    small
  )

  it.prop(
    "keeps the keys that a merge does not name",
    [JsonObject, JsonObject],
    ([value, over]) => {
      const merged = Change.applyOne(value, change("merge", over))
      assert.deepStrictEqual(merged, Object.fromEntries([...Object.entries(value), ...Object.entries(over)]))
    },
    small
  )

  it("takes `__proto__` for a plain key", () => {
    const merged = Change.applyOne({ command: "ls" }, change("merge", JSON.parse(`{"__proto__":{"polluted":true}}`)))
    assert.strictEqual(JSON.stringify(merged), `{"command":"ls","__proto__":{"polluted":true}}`)
    assert.strictEqual(Object.getPrototypeOf(merged), Object.prototype)
  })

  it("replaces what can't be merged", () => {
    assert.deepStrictEqual(Change.applyOne([1], change("merge", { a: 1 })), { a: 1 })
    assert.deepStrictEqual(Change.applyOne({ a: 1 }, change("merge", [1])), [1])
    assert.strictEqual(Change.applyOne({ a: 1 }, change("merge", null)), null)
    assert.deepStrictEqual(Change.applyOne(undefined, change("merge", { a: 1 })), { a: 1 })
  })

  it("never changes the value itself", () => {
    const value = { command: "ls" }
    Change.applyOne(value, change("merge", { command: "rm" }))
    assert.deepStrictEqual(value, { command: "ls" })
  })
})
