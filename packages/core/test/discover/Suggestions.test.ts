// What is suggested for a word that nobody knows.
import { assert, describe, it } from "@effect/vitest"
import { nearest, several } from "../../src/discover/Suggestions.ts"

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
