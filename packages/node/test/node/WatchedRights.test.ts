// A long-lived process sees that only the rights of a path change: no guard is lost by it, in either direction.
import { assert, describe, it } from "@effect/vitest"
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import type { WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import * as Dialects from "@hookline/dialects/Dialects"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { join } from "node:path"

const hooks = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } })

/** Waits for the change; one that is never seen fails by the test's own limit. */
const untilStale = ({ current }: WatchedCatalog) =>
  Effect.gen(function* () {
    while (current() !== undefined) yield* Effect.sleep(1)
  })

const codesOf = ({ read }: WatchedCatalog) =>
  Effect.map(read(), ({ diagnostics }) =>
    diagnostics.map(({ code }) => code).filter((code) => code !== "folder-unwatched")
  )

const layerOf = (files: Layer.Layer<ConfigFiles>) =>
  Discoverer.layerNoDeps.pipe(Layer.provide([files, HookDialects.layer(Dialects.all)]))

/** The paths that may not be read, until they may. The last is the folder above the project. */
const locked = [".claude/settings.json", ".claude", "linked/settings.json", "linked", ".", ".."] as const

for (const [how, layer] of [
  ["by watching", layerOf(ConfigFilesNode.layer)],
  ["by looking, where nothing can be watched", layerOf(ConfigFilesNode.layerUnwatched)]
] as const) {
  describe(`a live catalog ${how}`, () => {
    for (const name of locked) {
      Requirement.live(Requirement.restricted)(
        `has the guards of ${name} once that may be read, and then keeps them`,
        () =>
          Effect.gen(function* () {
            const {
              home,
              config,
              project: above
            } = yield* TestProject.make({ "project/linked/settings.json": hooks("a") })
            const project = join(above, "project")
            if (name.startsWith("linked")) fs.symlinkSync("linked", join(project, ".claude"))
            else fs.renameSync(join(project, "linked"), join(project, ".claude"))
            const path = join(project, name)
            fs.chmodSync(path, 0)
            yield* Effect.addFinalizer(() => Effect.sync(() => fs.chmodSync(path, 0o755)))
            const live = yield* (yield* Discoverer).open({ project, home, config })
            assert.deepStrictEqual((yield* live.read()).hooks, [])
            fs.chmodSync(path, 0o755)
            yield* untilStale(live)
            assert.strictEqual((yield* live.read()).hooks.length, 1)
            fs.chmodSync(path, 0)
            yield* live.refresh
            const { diagnostics, hooks: kept } = yield* live.read()
            // A guard that can't be read any more is a loss, which denies under `closed`.
            assert.isTrue(kept.length === 1 || diagnostics.some(({ lost }) => lost !== undefined))
          }).pipe(Effect.provide(layer))
      )
    }

    it.live("sees that a script may be run, and that it may not", () =>
      Effect.gen(function* () {
        const folders = yield* TestProject.make({
          ".claude/settings.json": hooks("./guard.sh"),
          "guard.sh": "#!/bin/sh\n"
        })
        const script = join(folders.project, "guard.sh")
        const live = yield* (yield* Discoverer).open(folders)
        assert.deepStrictEqual(yield* codesOf(live), ["script-not-executable"])
        fs.chmodSync(script, 0o755)
        yield* untilStale(live)
        assert.deepStrictEqual(yield* codesOf(live), [])
        fs.chmodSync(script, 0o644)
        yield* untilStale(live)
        assert.deepStrictEqual(yield* codesOf(live), ["script-not-executable"])
      }).pipe(Effect.provide(layer))
    )
  })
}
