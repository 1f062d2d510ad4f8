import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import * as WatchedCatalog from "@hookline/core/kit/discover/WatchedCatalog"
import * as Catalog from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"

describe("a live catalog", () => {
  it.effect("is old where something has changed while it was read", () =>
    Effect.gen(function* () {
      const files: Record<string, string> = { "/a": "1" }
      let onChange: () => void = () => undefined
      let during: () => void = () => undefined
      const memory = yield* Effect.provide(ConfigFiles, ConfigFiles.layerMemory(files))
      const port = ConfigFiles.of({
        ...memory,
        watch: (_, tell) => {
          onChange = tell
          return Effect.succeed({ watchPath: () => undefined, changed: () => false, unwatched: () => undefined })
        }
      })
      const reading = Effect.gen(function* () {
        const text = yield* Effect.orDie((yield* ConfigFiles).read("/a"))
        during()
        return { ...Catalog.empty, settings: { shell: text ?? "" } }
      })
      const live = yield* Effect.provideService(WatchedCatalog.make(reading, []), ConfigFiles, port)
      assert.strictEqual(live.current()?.settings.shell, "1")
      onChange()
      assert.strictEqual(live.current(), undefined)
      during = () => {
        files["/a"] = "2"
        onChange()
        during = () => undefined
      }
      assert.strictEqual((yield* live.fresh).settings.shell, "1")
      assert.strictEqual(live.current(), undefined)
      assert.strictEqual((yield* live.fresh).settings.shell, "2")
      assert.strictEqual(live.current()?.settings.shell, "2")
    })
  )

  for (const [why, again] of [
    ["EMFILE", true],
    ["EACCES", false]
  ] as const) {
    it.effect(`reads ${again ? "again what" : "once what, until it changes,"} could not be read for ${why}`, () =>
      Effect.gen(function* () {
        const memory = yield* Effect.provide(ConfigFiles, ConfigFiles.layerMemory({ "/a": "there" }))
        let isThere = false
        const port = ConfigFiles.of({
          ...memory,
          read: (path) => (isThere ? memory.read(path) : Effect.fail(new Inaccessible({ path, why })))
        })
        const reading = Effect.gen(function* () {
          const read = Effect.orElseSucceed((yield* ConfigFiles).read("/a"), () => "lost")
          return { ...Catalog.empty, settings: { shell: (yield* read) ?? "" } }
        })
        const live = yield* Effect.provideService(WatchedCatalog.make(reading, []), ConfigFiles, port)
        assert.strictEqual((yield* live.fresh).settings.shell, "lost")
        isThere = true
        // No file has changed, and nobody tells of anything.
        assert.strictEqual((yield* live.fresh).settings.shell, again ? "there" : "lost")
        assert.isDefined(live.current())
      })
    )
  }

  it.effect("that is fixed is always current", () =>
    Effect.gen(function* () {
      const live = WatchedCatalog.fixed(Catalog.empty)
      assert.strictEqual(live.current(), Catalog.empty)
      assert.strictEqual(yield* live.read(), Catalog.empty)
      assert.strictEqual(yield* live.refresh, Catalog.empty)
    })
  )
})
