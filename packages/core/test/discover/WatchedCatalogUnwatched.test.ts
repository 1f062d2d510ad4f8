// Files that nobody watches: they are looked at whenever the catalog is asked for.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as WatchedCatalog from "@hookline/core/kit/discover/WatchedCatalog"
import * as Catalog from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"

const changes: Readonly<Record<string, (files: Record<string, string>) => void>> = {
  changes: (files) => (files["/a"] = "2"),
  comes: (files) => (files["/b"] = "1"),
  goes: (files) => delete files["/a"]
}

describe("a catalog of files that nobody watches", () => {
  for (const [what, change] of Object.entries(changes)) {
    it.effect(`is old when one of them ${what}, and new when it was read again`, () => {
      const files: Record<string, string> = { "/a": "1" }
      const reading = Effect.gen(function* () {
        const { read } = yield* ConfigFiles
        const [a, b] = [yield* Effect.orDie(read("/a")), yield* Effect.orDie(read("/b"))]
        return { ...Catalog.empty, settings: { shell: `${a} ${b}` } }
      })
      return Effect.gen(function* () {
        const live = yield* WatchedCatalog.make(reading, [])
        const before = live.current()
        assert.isDefined(before)
        assert.strictEqual(live.current(), before)
        change(files)
        assert.isUndefined(live.current())
        const after = yield* live.fresh
        assert.notStrictEqual(after.settings.shell, before?.settings.shell)
        assert.strictEqual(live.current(), after)
      }).pipe(Effect.provide(ConfigFiles.layerMemory(files)))
    })
  }
})
