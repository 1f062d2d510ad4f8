// The law of imports: a file that a hook loads is in its seal, or the seal says what it does not cover.
import { assert, describe, it } from "@effect/vitest"
import * as LoadedFiles from "./loadedFiles.ts"
import { spellingsAt } from "./spellings.ts"

const limit = 300_000

describe("a file that a hook loads", () => {
  it(
    "is in the seal, or the profile is open and words name what is not covered",
    () => {
      const project = LoadedFiles.make()
      const missed: Array<string> = []
      let loads = 0
      const spellings = spellingsAt(Number(process.env["SPELLINGS_STRIDE"] ?? 37))
      for (const spelling of spellings) {
        const found = project.compare(spelling)
        const text = `${spelling.command}\n${Object.values(spelling.files).join("\n")}`
        if (found.loaded.length > 0) loads++
        if (found.missed.length > 0) missed.push(`${found.missed.join(" ")} [${found.profile}]: ${text}`)
        else if (spelling.isCommon === true && (found.profile === "open" || found.sealed.length < found.loaded.length))
          missed.push(`not resolved, ${found.profile} (${found.words.join("; ")}): ${text}`)
      }
      project.remove()
      assert.deepStrictEqual(missed, [], `${missed.length} of ${spellings.length}`)
      // A spelling that loads nothing proves nothing.
      assert.isAbove(loads, spellings.length * 0.8)
    },
    limit
  )
})
