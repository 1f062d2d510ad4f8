import { assert, describe, it } from "@effect/vitest"
import { covers } from "@hookline/core/kit/match/AddressPattern"

describe("a pattern of addresses", () => {
  const cases: ReadonlyArray<readonly [pattern: string, address: string, isMeant: boolean]> = [
    ["*", "https://any.example/where", true],
    ["https://a.example/x", "https://a.example/x", true],
    ["https://a.example/x", "https://a.example/xy", false],
    ["https://a.example/*", "https://a.example/", true],
    ["https://a.example/*", "https://a.example/x?y#z", true],
    ["https://a.example/*", "https://a.example.evil.example/", false],
    ["https://a.example*", "https://a.example.evil.example/", false],
    ["https://a.example*", "https://a.example", true],
    ["https://*.example/*", "https://a.example/x", true],
    ["https://*.example.com/*", "https://evil.com/?.example.com/", false],
    ["https://*.example.com/*", "https://evil.com#.example.com/", false],
    ["https://*.example.com/*", "https://evil.com\\.example.com/", false],
    ["https://c.*/hooks/*/end", "https://c.example/hooks/1/end", true],
    ["https://c.*/hooks/*/end", "https://c.example/hooks/1/ends", false],
    ["*://a.example/*", "http://a.example/x", true],
    ["http*", "https://a.example/x", true]
  ]
  for (const [pattern, address, isMeant] of cases) {
    it(`${pattern} ${isMeant ? "means" : "does not mean"} ${address}`, () => {
      assert.strictEqual(covers(pattern, address), isMeant)
    })
  }
})
