// What is kept, and for how long it counts.
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isKnown, keep } from "../../../src/dispatch/fastpath/cache.ts"
import { sightOf } from "../../../src/dispatch/fastpath/fingerprint.ts"

const inFolder = (use: (folder: string, place: string) => void): void => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "hookline-memory-"))
  try {
    use(folder, path.join(folder, "quiet"))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const later = (): number => Date.now() + 60_000

describe("what is kept", () => {
  it("counts as long as all that was seen is as it was", () =>
    inFolder((folder, place) => {
      const file = path.join(folder, "file")
      fs.writeFileSync(file, "")
      keep(place, "caller", "one", { [file]: sightOf(file) }, later())
      assert.deepStrictEqual(
        ["one", "two"].map((question) => isKnown(place, "caller", question)),
        [true, false]
      )
      assert.isFalse(isKnown(place, "another", "one"))
      fs.writeFileSync(file, "more")
      assert.isFalse(isKnown(place, "caller", "one"))
    }))

  it("is begun anew once something has changed that only other questions have looked at", () =>
    inFolder((folder, place) => {
      const [one, other] = ["one", "other"].map((name) => path.join(folder, name)) as [string, string]
      keep(place, "caller", "one", { [one]: sightOf(one) }, later())
      fs.writeFileSync(one, "")
      keep(place, "caller", "other", { [other]: sightOf(other) }, later())
      assert.deepStrictEqual(
        ["one", "other"].map((question) => isKnown(place, "caller", question)),
        [false, true]
      )
    }))

  it("is nothing that changed a moment before it was seen, however long that is ago by now", () =>
    inFolder((folder, place) => {
      const file = path.join(folder, "file")
      fs.writeFileSync(file, "")
      keep(place, "caller", "one", { [file]: sightOf(file) }, fs.statSync(file).ctimeMs + 100)
      assert.isFalse(isKnown(place, "caller", "one"))
    }))
})
