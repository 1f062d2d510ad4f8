// Loading a plugin that has one file asks the disk for little beside that file, however much a plugin may have.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { SessionState } from "@hookline/core/SessionState"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const hooks = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: "exit 0" }] }] } })

/** The questions that a discovery asks, by their methods, on plugins that have nothing but a file of hooks. */
const questionsOf = (plugins: number) =>
  Effect.gen(function* () {
    const asked = { read: 0, entries: 0, status: 0, realPath: 0 }
    const count = (method: keyof typeof asked): void => void (asked[method] += 1)
    const files = Object.fromEntries(
      Array.from({ length: plugins }, (_, index) => [`/project/.amplifier/hooks/plugin-${index}/hooks.json`, hooks])
    )
    const counting = Layer.effect(
      ConfigFiles,
      Effect.map(ConfigFiles, (inner) => ({
        ...inner,
        read: (path) => (count("read"), inner.read(path)),
        entries: (path) => (count("entries"), inner.entries(path)),
        status: (path) => (count("status"), inner.status(path)),
        realPath: (path) => (count("realPath"), inner.realPath(path))
      }))
    )
    const discovery = NodeDiscovery.layerOver(Layer.provide(counting, ConfigFiles.layerMemory(files)))
    const { hooks: found } = yield* Effect.flatMap(Discoverer, ({ discover }) => discover(TestPipeline.project)).pipe(
      Effect.provide(Layer.provide(discovery, Layer.provide(SessionState.layerMemory, TestPipeline.thisProject)))
    )
    assert.lengthOf(found, plugins)
    return asked
  })

describe("discovery", () => {
  it.effect("asks no more of each plugin than its file and one listing", () =>
    Effect.gen(function* () {
      const few = yield* questionsOf(5)
      const many = yield* questionsOf(15)
      assert.deepStrictEqual(
        [many.read - few.read, many.entries - few.entries, many.status - few.status, many.realPath - few.realPath],
        [10, 10, 0, 0]
      )
    })
  )
})
