// Records of the audit log are chained by the hash that other programs compute, however long they are.
import { assert, describe, it } from "@effect/vitest"
import { hashOfText, randomHex } from "@hookline/coordinator/kit/internal/digest"
import * as crypto from "node:crypto"

describe("hashOfText", () => {
  it("is the hash of the platform on both sides of the length from which the platform computes it", () => {
    for (const length of [0, 1, 8190, 8191, 8192, 8193, 1_000_000]) {
      for (const character of ["a", "\u00e9", "\ud83d"]) {
        const text = character.repeat(length)
        assert.strictEqual(hashOfText(text), crypto.hash("sha256", text), `${length} of ${JSON.stringify(character)}`)
      }
    }
  })
})

describe("randomHex", () => {
  it("returns other digits each time", () => {
    const names = new Set(Array.from({ length: 200 }, () => randomHex(16)))
    assert.strictEqual(names.size, 200)
    for (const name of names) assert.match(name, /^[0-9a-f]{32}$/)
  })
})
