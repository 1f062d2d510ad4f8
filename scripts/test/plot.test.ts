// The labels of the picture of costs are legible.
import { assert, describe, it } from "@effect/vitest"
import { apart, draw } from "../../bench/plot.ts"

describe("labels", () => {
  it("are moved apart, in their order, and those that are apart stay", () => {
    assert.deepStrictEqual(apart([72.3, 73.2, 89.6, 200]), [72.3, 89.3, 106.3, 200])
    assert.deepStrictEqual(apart([50, 20, 20]), [54, 20, 37])
  })

  it("of equal costs are at three places of the picture", () => {
    const costs = [1, 2, 3, 4, 5, 6]
    const picture = draw(["a", "b", "c"].map((name) => ({ name, colour: "red", costs })))
    const places = Array.from(picture.matchAll(/y="([\d.]+)" fill="red">\w: /g), ([, y]) => y)
    assert.strictEqual(new Set(places).size, 3)
  })
})
