// A list of files that names one that is gone would let it run last without a word.
import { assert, it } from "vitest"
import { slow } from "../internal/SlowFirst.ts"
import { exists } from "../internal/workspace.ts"

it.each(slow)("%s is there", (test) => {
  assert.isTrue(exists(test))
})

it("names each file once", () => {
  assert.strictEqual(new Set(slow).size, slow.length)
})
