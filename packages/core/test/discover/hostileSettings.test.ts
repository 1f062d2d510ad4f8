// A project's settings are read in time, whatever they hold: until they are, no guard of the user runs.
import { assert, describe, it } from "@effect/vitest"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import { positionOf, places } from "@hookline/core/kit/discover/internal/places"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"

const deep = (depth: number): string => `{"hooks": ${"[".repeat(depth)}${"]".repeat(depth)}}`

const many = (count: number): string =>
  `{\n${Array.from({ length: count }, (_, at) => `"unknown${at}": ${at}`).join(",\n")}\n}`

const read = (text: string) =>
  Effect.provide(SettingsFiles.of(TestPipeline.project), TestPipeline.memory({ ".hookline/settings.json": text }))

describe("settings of a hostile project", () => {
  it.effect("are read where they are nested as deep as a parser goes", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* read(deep(100_000))
      assert.isNotEmpty(diagnostics)
    })
  )

  it.effect("are read where each of many lines has a problem, which is reported at its line", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* read(many(40_000))
      assert.strictEqual(diagnostics.length, 40_000)
      assert.deepInclude(diagnostics.at(-1), { code: "setting-unknown", line: 40_001, column: 1 })
    })
  )

  it("have the positions that a search from the start finds", () => {
    const text = `{\n  "disabled": ["a",\n "b"],\r\n "env": {"A": "1"} }`
    const position = places(text)
    assert.deepStrictEqual(position(["disabled", 1]), positionOf(text, text.indexOf('"b"')))
    assert.deepStrictEqual(position(["disabled", 1]), { line: 3, column: 2 })
    assert.deepStrictEqual(position(["env", "A"]), positionOf(text, text.indexOf('"A"')))
    assert.deepStrictEqual(position(["env", "A", "b"]), positionOf(text, text.indexOf('"A"')))
    assert.deepStrictEqual(position(["none"]), { line: 1, column: 1 })
  })
})
