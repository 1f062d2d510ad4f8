import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { firstObject } from "../src/internal/process/firstObject.ts"

const Values = Schema.Record(
  Schema.String,
  Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])
)

describe("firstObject", () => {
  it.prop(
    "finds an object that a text begins with, whatever follows",
    [Values, Schema.String],
    ([values, noise]) => {
      const text = JSON.stringify(values)
      assert.strictEqual(firstObject(text), text)
      assert.strictEqual(firstObject(`${text}\n${noise}`), text)
      assert.strictEqual(firstObject(` \n${text}{`), ` \n${text}`)
    },
    { arbitrary: { runs: 300, size: 20 } }
  )

  it("finds none where there is none", () => {
    for (const text of ["", "noise", '"{}"', "{", '{"a": "}"', "[{}]", "{a}", "noise {}", '{"a": 1,}']) {
      assert.isUndefined(firstObject(text))
    }
  })
})
