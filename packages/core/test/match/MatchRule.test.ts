import { assert, describe, it } from "@effect/vitest"
import * as MatchRule from "@hookline/core/MatchRule"
import * as Schema from "effect/Schema"

const orElse = (why: string) => MatchRule.Broken({ why })

describe("MatchRule", () => {
  it.prop("of all matches every name, and a broken one none", [Schema.String], ([name]) => {
    assert.isTrue(MatchRule.matches(MatchRule.All(), name))
    assert.isFalse(MatchRule.matches(MatchRule.Broken({ why: "it is broken" }), name))
  })

  it.prop("of names matches those names", [Schema.Array(Schema.String), Schema.String], ([names, name]) => {
    assert.strictEqual(MatchRule.matches(MatchRule.Names({ names, ignoreCase: false }), name), names.includes(name))
    assert.isTrue(
      MatchRule.matches(
        MatchRule.Names({ names: [...names, name.toUpperCase()], ignoreCase: true }),
        name.toUpperCase()
      )
    )
  })

  it("of a pattern matches anywhere, unless it is anchored", () => {
    const edit = MatchRule.pattern("Edit", { ignoreCase: false, orElse })
    assert.isTrue(MatchRule.matches(edit, "NotebookEdit"))
    assert.isFalse(MatchRule.matches(edit, "notebookedit"))
    assert.isTrue(MatchRule.matches(MatchRule.pattern("edit", { ignoreCase: true, orElse }), "NotebookEdit"))
    assert.isFalse(MatchRule.matches(MatchRule.pattern("^Edit", { ignoreCase: false, orElse }), "NotebookEdit"))
  })

  it.prop("of any text is a pattern or what follows where it is none", [Schema.String], ([text]) => {
    const rule = MatchRule.pattern(text, { ignoreCase: false, orElse })
    assert.strictEqual(rule._tag, MatchRule.whyInvalid(text) === undefined ? "Pattern" : "Broken")
  })
})
