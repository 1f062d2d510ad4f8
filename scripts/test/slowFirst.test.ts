// A list of files that names one that is gone would let it run at any time without a word.
import { assert, it } from "vitest"
import { large, slow } from "../internal/SlowFirst.ts"
import { exists } from "../internal/workspace.ts"

it.each([...slow, ...large])("%s is there", (test) => {
  assert.isTrue(exists(test))
})

it("names each file once", () => {
  const all = [...slow, ...large]
  assert.strictEqual(new Set(all).size, all.length)
})
