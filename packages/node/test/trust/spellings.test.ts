// The law of imports: a file that a hook loads is in its seal, or the seal names what it does not cover.
import { assert, describe, it } from "@effect/vitest"
import * as LoadedFiles from "./loadedFiles.ts"
import { spellingsAt } from "./spellings.ts"

const limit = 300_000

describe("a file that a hook loads", () => {
  it(
    "is in the seal, or the profile is open and words name what is not covered",
    () => {
      const spellings = spellingsAt(61)
      const { loads, missed } = LoadedFiles.compareAll(spellings)
      assert.deepStrictEqual(missed, [], `${missed.length} of ${spellings.length}`)
      // A spelling that loads nothing proves nothing.
      assert.isAbove(loads, spellings.length * 0.8)
    },
    limit
  )
})
