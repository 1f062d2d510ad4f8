// A file may nest deeper than calls can: that costs what it must, and never the reader.
import { assert, describe, it } from "@effect/vitest"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as Effect from "effect/Effect"

const file = { dialect: "amplifier", scope: "project", file: "hooks.json", folder: "hooks" } as const
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const guard = `{"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}`

const read = (text: string) => Amplifier.config.read(file, text)

describe("a file that nests without end", () => {
  it.effect("beside its hooks loses none of them", () =>
    Effect.gen(function* () {
      const { diagnostics, hooks } = yield* read(`{"x": ${nested(10_000)}, "hooks": ${guard}}`)
      assert.deepStrictEqual([hooks.length, diagnostics], [1, []])
    })
  )

  it.effect("under an event costs that event", () =>
    Effect.gen(function* () {
      const { diagnostics, hooks } = yield* read(`{"hooks": {"Stop": [${nested(10_000)}], ${guard.slice(1)}}`)
      assert.strictEqual(hooks.length, 1)
      assert.deepStrictEqual(
        diagnostics.map(({ code, lost }) => [code, lost?.events]),
        [["group-not-object", ["Stop"]]]
      )
    })
  )

  it.effect("and is no JSON costs the file, and is told", () =>
    Effect.gen(function* () {
      const { diagnostics, hooks } = yield* read(`{"x": ${nested(10_000)}, "hooks": ${guard}, }`)
      assert.strictEqual(hooks.length + diagnostics.length, 1)
    })
  )

  it.effect("and whose key stands twice is told", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* read(`{"x": ${nested(100)}, "hooks": ${guard}, "hooks": {}}`)
      assert.deepStrictEqual(
        diagnostics.map(({ code }) => code),
        ["duplicate-key"]
      )
    })
  )

  it.effect("in a command of many words is read", () =>
    Effect.gen(function* () {
      const command = `${"A=1 ".repeat(20_000)}./guard.sh`
      const { hooks } = yield* read(JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }))
      assert.strictEqual(hooks.length, 1)
    })
  )
})
