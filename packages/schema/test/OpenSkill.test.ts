import { assert, describe, it } from "@effect/vitest"
import { OpenSkill } from "@hookline/schema/kit/OpenSkill"
import * as Schema from "effect/Schema"

const { hooks: _, ...fields } = OpenSkill.fields

describe("an open skill", () => {
  it.prop(
    "is on another machine what it was, with the hooks that a host reported",
    [Schema.Struct(fields), Schema.Json],
    ([skill, hooks]) => {
      const wire = Schema.fromJsonString(OpenSkill)
      for (const sent of [skill, { ...skill, hooks }]) {
        const received = Schema.decodeUnknownSync(wire)(Schema.encodeSync(wire)(sent))
        assert.deepStrictEqual(received, JSON.parse(JSON.stringify(sent)))
      }
    }
  )

  it("has a name, and no unknown carrier", () => {
    const is = Schema.is(OpenSkill)
    assert.deepStrictEqual(
      [{ name: "a" }, {}, { name: "a", carrier: "agent" }, { name: "a", carrier: "folder" }].map((one) => is(one)),
      [true, false, true, false]
    )
  })
})
