// The fuzzer itself, and a few hundred texts for each of its targets: what `npm run fuzz` does for as long as it is told.
import { assert, describe, it } from "@effect/vitest"
import { tried } from "../../fuzz/configs/law.ts"
import { chance, mutated, shortened } from "../../fuzz/mutate.ts"
import { targets } from "../../fuzz/targets.ts"
import { generate, problemOf } from "../../packages/node/test/ports/generated.ts"
import * as Effect from "effect/Effect"

const all = await targets()

describe("the fuzzer", () => {
  it("makes the same changes by the same seed, and others by another", () => {
    const text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}}'
    const made = (seed: number) => {
      const own = chance(seed)
      return Array.from({ length: 50 }, () => mutated(text, own))
    }
    assert.deepStrictEqual(made(7), made(7))
    assert.notDeepEqual(made(7), made(8))
    assert.isAbove(new Set(made(7)).size, 40)
  })

  it("shortens what it has found to what matters", async () => {
    const short = await shortened(`${"a".repeat(500)}{x}${"b".repeat(300)}`, async (text) => text.includes("{x}"))
    assert.strictEqual(short, "{x}")
  })

  it.effect("finds nothing in events whose ports break", () =>
    Effect.gen(function* () {
      const own = chance(15)
      for (let run = 0; run < 60; run++) {
        const scene = generate(own)
        assert.isUndefined(yield* problemOf(scene), scene.title)
      }
    })
  )

  it.effect(
    "finds no entry that a damaged configuration loses without a diagnostic, or without a denial under closed",
    () =>
      Effect.gen(function* () {
        const own = chance(17)
        for (let run = 0; run < 250; run++) assert.isUndefined(yield* tried(own))
      })
  )

  for (const { make, name, problem, seeds } of all) {
    it(`finds nothing in ${name}`, async () => {
      assert.isAbove(seeds.length, 0)
      const own = chance(seeds.length)
      for (let round = 0; round < 150; round++) {
        const text = mutated(own.of(seeds), own)
        assert.isUndefined(await problem(text), text)
        const other = make?.(own)
        if (other !== undefined) assert.isUndefined(await problem(other), other)
      }
    })
  }
})
