// Names of secret folders can't be guessed, also where the device of the system can't be read.
import { assert, describe, it } from "@effect/vitest"
import { randomHex } from "@hookline/executor/kit/internal/randomHex"
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { afterEach, type MockInstance, vi } from "vitest"

const hasDevice = process.platform === "linux" || process.platform === "darwin"

const isRandom = () => {
  const names = Array.from({ length: 200 }, () => randomHex(16))
  assert.strictEqual(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/)
  // Each of 16 digits is at nearly each of 32 places.
  const digits = Array.from({ length: 32 }, (_, place) => new Set(names.map((name) => name[place])).size)
  assert.isAbove(digits.reduce((sum, count) => sum + count) / digits.length, 15)
}

const isRandomWhere = (broken: MockInstance) => {
  syncBuiltinESMExports()
  isRandom()
  assert.lengthOf(broken.mock.calls, hasDevice ? 200 : 0)
}

describe("randomHex", () => {
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it("returns other digits each time", isRandom)

  it("returns other digits each time where no file can be opened", () => {
    isRandomWhere(
      vi.spyOn(fs, "openSync").mockImplementation(() => {
        throw new Error("EMFILE")
      })
    )
  })

  it("returns other digits each time where the device ends", () => {
    isRandomWhere(vi.spyOn(fs, "readSync").mockReturnValue(0))
  })
})
