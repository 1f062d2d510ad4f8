// What is kept, and for how long it counts.
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isKnown, keep } from "../../../src/dispatch/fastpath/cache.ts"
import { fingerprintOf } from "../../../src/dispatch/fastpath/fingerprint.ts"

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
      keep(place, "caller", "one", { [file]: fingerprintOf(file) }, later())
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
      keep(place, "caller", "one", { [one]: fingerprintOf(one) }, later())
      fs.writeFileSync(one, "")
      keep(place, "caller", "other", { [other]: fingerprintOf(other) }, later())
      assert.deepStrictEqual(
        ["one", "other"].map((question) => isKnown(place, "caller", question)),
        [false, true]
      )
    }))

  it("has a bounded number of files, whatever the number of callers, and the last caller is known", () =>
    inFolder((_, place) => {
      for (let index = 0; index < 1000; index++) {
        keep(place, `caller ${index}`, "one", {}, later())
        assert.isTrue(isKnown(place, `caller ${index}`, "one"))
      }
      assert.isAtMost(fs.readdirSync(place).length, 256)
      const known = Array.from({ length: 1000 }, (_, index) => isKnown(place, `caller ${index}`, "one"))
      assert.isAbove(known.filter(Boolean).length, 200)
    }))

  it("is kept again where a process ended while it was writing, and not while another one writes", () =>
    inFolder((_, place) => {
      keep(place, "caller", "one", {}, later())
      const [name = ""] = fs.readdirSync(place)
      const left = path.join(place, `${name}.new`)
      fs.writeFileSync(left, "half", { mode: 0o600 })
      keep(place, "caller", "two", {}, later())
      assert.isFalse(isKnown(place, "caller", "two"))
      assert.isTrue(isKnown(place, "caller", "one"))
      fs.utimesSync(left, 1, 1)
      keep(place, "caller", "two", {}, later())
      assert.isTrue(isKnown(place, "caller", "two"))
      assert.deepStrictEqual(fs.readdirSync(place), [name])
    }))

  it("is nothing that changed a moment before it was seen, however long that is ago by now", () =>
    inFolder((folder, place) => {
      const file = path.join(folder, "file")
      fs.writeFileSync(file, "")
      keep(place, "caller", "one", { [file]: fingerprintOf(file) }, fs.statSync(file).ctimeMs + 100)
      assert.isFalse(isKnown(place, "caller", "one"))
    }))
})
