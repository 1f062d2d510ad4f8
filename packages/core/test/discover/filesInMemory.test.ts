// A record of files is compared as a whole: each change of it is seen, and nothing else.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as Effect from "effect/Effect"

describe("files in memory", () => {
  for (const [what, change] of [
    ["a change", { "/a": "2", "/b": "1" }],
    ["a new file", { "/a": "1", "/b": "1", "/c": "1" }],
    ["a file that is gone", { "/b": "1" }],
    ["a file by another name", { "/a": "1", "/c": "1" }],
    ["none", { "/a": "1", "/b": "1" }]
  ] as const) {
    it.effect(`have changed: ${what}`, () =>
      Effect.gen(function* () {
        const files: Record<string, string> = { "/a": "1", "/b": "1" }
        const { watch } = yield* Effect.provide(ConfigFiles, ConfigFiles.layerMemory(files))
        const watched = yield* watch([], () => undefined)
        assert.isFalse(watched.changed())
        for (const path of Object.keys(files)) Reflect.deleteProperty(files, path)
        Object.assign(files, change)
        assert.strictEqual(watched.changed(), what !== "none")
        watched.watchPath("/a")
        assert.isFalse(watched.changed())
      }).pipe(Effect.scoped)
    )
  }
})
