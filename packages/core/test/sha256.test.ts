// What is hashed here has the hash that the platform gives: names of files and links of the audit log depend on it.
import { assert, describe, it } from "@effect/vitest"
import * as crypto from "node:crypto"
import * as Schema from "effect/Schema"
import { sha256 } from "@hookline/core/kit/sha256"

const ofNode = (text: string): string => crypto.hash("sha256", text)

describe("sha256", () => {
  it("is the hash of the platform for each length of up to five blocks", () => {
    for (let length = 0; length <= 320; length++) {
      const text = Array.from({ length }, (_, at) => String.fromCharCode((at * 7 + length) % 128)).join("")
      assert.strictEqual(sha256(text), ofNode(text), `${length} characters`)
    }
  })

  it("is the hash of the platform for texts of one byte and of more bytes, and of half a character", () => {
    for (const text of ["\0", "ä", "漢字".repeat(40), "😀".repeat(17), "\ud800", "a\udc00b", "\uffff"]) {
      assert.strictEqual(sha256(text), ofNode(text), JSON.stringify(text))
    }
  })

  it("is the hash of the platform for long texts", () => {
    for (const length of [8191, 8192, 100_000]) {
      const text = "é".repeat(length)
      assert.strictEqual(sha256(text), ofNode(text), `${length} characters`)
    }
  })

  it.prop("is the hash of the platform for any text", { text: Schema.String }, ({ text }) => {
    assert.strictEqual(sha256(text), ofNode(text))
  })
})
