// Properties find and shorten what they found before the simpler forms of texts were computed on demand.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { withLazyShrinks } from "../internal/lazyShrinks.ts"

const effect = dirname(createRequire(import.meta.url).resolve("effect/package.json"))

const texts = Arbitrary.schema(Schema.String)

const isShort = (text: string): boolean => text.length < 3

describe("simpler forms of texts", () => {
  it("are computed on demand in the version of Effect that is installed", () => {
    const text = readFileSync(join(effect, "dist/internal/arbitrary/model.js"), "utf8")
    assert.include(
      withLazyShrinks(text),
      "makeSampleWithLazyShrinks(value, () => Effect.map(pullFromArray(shrink(value))"
    )
    assert.strictEqual(withLazyShrinks("another text"), "another text")
  })

  it.effect("shorten a text on which a property fails, and a replay has the same one", () =>
    Effect.gen(function* () {
      const found = yield* Arbitrary.checkEffect(texts, isShort, { seed: "x", runs: 200, size: 50 })
      if (found._tag !== "Falsified") return assert.fail(found._tag)
      assert.strictEqual(found.shrunkInput, "\0\0\0")
      const again = yield* Arbitrary.checkEffect(texts, isShort, { replay: found.replay })
      if (again._tag !== "Falsified") return assert.fail(again._tag)
      assert.strictEqual(again.shrunkInput, found.shrunkInput)
    })
  )
})
