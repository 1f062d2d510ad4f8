// A link to nowhere, or a file, in the place of a folder of configuration: the guards that were in it are lost, and that is no
// folder that was never there.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"

const folders = [
  "~/.claude",
  "~/.amplifier",
  "~/.amplifier/hooks",
  "~/.codex",
  "~/.config",
  "~/.config/amcp",
  "~/.hookline",
  ".claude",
  ".amplifier",
  ".amcp",
  ".hookline"
]

const obstacles: Readonly<Record<string, readonly [put: (path: string) => void, why: string]>> = {
  "a link to nowhere": [(at) => fs.symlinkSync("/no/such/folder", at), "a link to nowhere"],
  "a link to a file": [(at) => fs.symlinkSync("/etc/passwd", at), "it is no folder"],
  "a file": [(at) => fs.writeFileSync(at, ""), "it is no folder"]
}

const discovered = Effect.fnUntraced(
  function* (put: (place: { readonly project: string; readonly home: string }) => void) {
    const place = yield* TestProject.make({})
    put(place)
    const { discover } = yield* Discoverer
    return yield* discover(NodeDiscovery.project(place.project, { HOME: place.home }))
  },
  Effect.scoped,
  Effect.provide(NodeDiscovery.layer)
)

describe("in the place of a folder of configuration", () => {
  for (const [what, [put, why]] of Object.entries(obstacles)) {
    // proves: docs/failure-policy.md
    it.live(`${what} is one loss of all events, wherever the folder is`, () =>
      Effect.gen(function* () {
        for (const folder of folders) {
          let at = ""
          const { diagnostics } = yield* discovered(({ home, project }) => {
            at = folder.startsWith("~") ? folder.replace("~", home) : path.join(project, folder)
            fs.rmSync(at, { recursive: true, force: true })
            fs.mkdirSync(path.dirname(at), { recursive: true })
            put(at)
          })
          const [first, ...others] = diagnostics
          assert.deepStrictEqual(others, [], folder)
          assert.deepStrictEqual(
            [first?.code, first?.file, first?.lost?.events],
            ["file-unreadable", at, "all"],
            folder
          )
          assert.include(first?.text, `folder can't be read (${why})`)
        }
      })
    )
  }

  it.live("the null device, and a link to it, are an empty folder, also as the home folder", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* discovered(({ home }) => {
        fs.rmSync(`${home}/.claude`, { recursive: true, force: true })
        fs.symlinkSync("/dev/null", `${home}/.claude`)
      })
      assert.deepStrictEqual(diagnostics, [])
      const { project } = yield* TestProject.make({})
      const catalog = yield* Discoverer.use(({ discover }) =>
        discover(NodeDiscovery.project(project, { HOME: "/dev/null" }))
      ).pipe(Effect.provide(NodeDiscovery.layer))
      assert.deepStrictEqual(catalog.diagnostics, [])
    }).pipe(Effect.scoped)
  )

  it.live("a script of a plugin under the name of a folder that it need not have loses no hooks", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hooks = { json: { hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } } }
        const { home, project } = yield* TestProject.make({
          "~/.amplifier/hooks/guard/hooks.json": hooks,
          "~/.amplifier/hooks/guard/hooks": { script: "#!/bin/sh\n" }
        })
        const found = yield* Discoverer.use(({ discover }) => discover(NodeDiscovery.project(project, { HOME: home })))
        assert.deepStrictEqual(found.diagnostics, [])
        assert.lengthOf(found.hooks, 1)
      })
    ).pipe(Effect.provide(NodeDiscovery.layer))
  )

  it.live("is looked for again by each reading, so that a folder that is put there counts at once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        const { read } = yield* ConfigFiles
        const at = path.join(project, ".claude")
        const file = path.join(at, "settings.json")
        const text = () => Effect.match(read(file), { onSuccess: (text) => text, onFailure: ({ why }) => why })
        for (let round = 0; round < 3; round++) {
          fs.rmSync(at, { recursive: true, force: true })
          assert.isUndefined(yield* text())
          yield* Effect.promise(async () => undefined)
          fs.symlinkSync("nowhere", at)
          assert.strictEqual(yield* text(), "a link to nowhere")
          fs.rmSync(at)
          fs.mkdirSync(at)
          fs.writeFileSync(file, "{}")
          assert.strictEqual(yield* text(), "{}")
          yield* Effect.promise(async () => undefined)
        }
      })
    ).pipe(Effect.provide(ConfigFilesNode.layerOnce))
  )
})
