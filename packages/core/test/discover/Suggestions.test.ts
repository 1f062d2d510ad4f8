// What is suggested for a word that nobody knows.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { distance, isNear, nearest, several } from "../../src/discover/Suggestions.ts"

/** Words of few letters, so that most of them are similar. */
const word = Arbitrary.schema(Schema.Array(Schema.Literals(["a", "b", "c"])).check(Schema.isMaxLength(7)))

describe("a word", () => {
  it.prop(
    "is near another one exactly if they are at most one edit apart",
    [word, word],
    ([one, other]) => {
      const [left, right] = [one.join(""), other.join("")]
      assert.strictEqual(isNear(left, right), distance(left, right) < 2, `${left} and ${right}`)
    },
    { arbitrary: { runs: 3000 } }
  )
})

describe("the nearest word", () => {
  it("takes two letters that were swapped for one mistake", () => {
    assert.strictEqual(nearest("gaurd", ["guard", "linter"]), "guard")
    assert.strictEqual(nearest("Sotp", ["Stop", "Setup"]), "Stop")
    assert.deepStrictEqual(several("gaurd", ["linter", "guard"]), ["guard"])
  })

  it("takes a letter too many, too few or another for one mistake", () => {
    for (const word of ["guardd", "gard", "quard"]) assert.strictEqual(nearest(word, ["guard"]), "guard")
  })

  it("suggests nothing for a word that is too far from all", () => {
    assert.strictEqual(nearest("drgau", ["guard"]), undefined)
    assert.strictEqual(nearest("", ["guard"]), undefined)
  })
})
