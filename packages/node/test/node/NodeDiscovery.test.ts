// What discovery does with the services that it is given: files that are only texts, any list of dialects.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Catalog from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const file = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } })

const project = { project: "/project", home: "/home", config: "/home/.config" }

const discover = Effect.flatMap(Discoverer, ({ discover: all }) => all(project))

const layer = (files: Readonly<Record<string, string>>, machine: { readonly shellIsBash?: boolean } = {}) =>
  Discoverer.layerNoDeps.pipe(
    Layer.provide([ConfigFiles.layerMemory(files, machine), HookDialects.layer([Amplifier, ClaudeCode])])
  )

describe("Discoverer", () => {
  it.effect("reads only the dialects that it is given", () =>
    Effect.gen(function* () {
      const { files, hooks } = yield* discover
      assert.deepStrictEqual(
        files.map(({ dialect, plugin, scope }) => [dialect, scope, plugin]),
        [
          ["amplifier", "project", "a"],
          ["claude", "user", undefined]
        ]
      )
      assert.strictEqual(hooks.length, 2)
    }).pipe(
      Effect.provide(
        layer({
          "/home/.claude/settings.json": file("mine"),
          "/project/.amplifier/hooks/a/hooks.json": file("plugin"),
          "/project/.amcp/hooks.json": "{ not read }"
        })
      )
    )
  )

  it.effect("says that bash syntax is wrong only where `sh` is no bash", () =>
    Effect.gen(function* () {
      const files = { "/project/.claude/settings.json": file("[[ -n $X ]] || exit 2") }
      const codes = (shellIsBash: boolean) =>
        Effect.map(discover, ({ diagnostics }) => diagnostics.map(({ code }) => code)).pipe(
          Effect.provide(layer(files, { shellIsBash }))
        )
      assert.deepStrictEqual(yield* codes(false), ["bash-syntax"])
      assert.deepStrictEqual(yield* codes(true), [])
    })
  )

  it.effect("can be a catalog that is known already", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* discover, Catalog.empty)
    }).pipe(Effect.provide(Discoverer.layerStatic(Catalog.empty)))
  )
})
