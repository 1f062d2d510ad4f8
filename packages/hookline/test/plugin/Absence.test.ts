// The plugin without Hookline behind it: the constants in its file decide what that means, as an entry's end does elsewhere.
// Absence.long.test.ts has all faults.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { policies } from "../dispatch/absence.ts"
import { fileFor, meansPolicy } from "./absentHookline.ts"
import { before, exportsOf, type Host } from "./fakeOpencode.ts"

describe("the plugin without Hookline behind it", () => {
  meansPolicy(["no node", "bundle is empty", "prints half of an answer", "ends by a signal", "never answers"])

  it.live("has one export, and imports nothing while it is loaded", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        for (const policy of policies) {
          const file = fileFor(project, "no node", policy)
          assert.notMatch(fs.readFileSync(file, "utf8"), /^(?:import|.*\brequire\()/m)
          const exported = yield* Effect.promise(() => exportsOf(file))
          assert.deepStrictEqual(Object.keys(exported), ["default"])
          assert.deepInclude(exported["default"], { id: "hookline" })
        }
      })
    )
  )

  it.live("starts without anything that opencode gives, and denies then where it must", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        for (const policy of policies) {
          const { default: plugin } = yield* Effect.promise(() => exportsOf(fileFor(project, "no node", policy)))
          const { server } = plugin as { readonly server: (input: unknown) => Promise<Host["hooks"]> }
          for (const input of [undefined, null, 5, {}, { client: null }, { client: { tui: 5, session: {} } }]) {
            const hooks = yield* Effect.promise(() => server(input))
            const host: Host = { hooks, toasts: [], prompts: [], permissions: [], aborts: [] }
            const { error } = yield* Effect.promise(() => before(host, "bash", { command: "ls" }))
            assert.strictEqual(error === undefined, policy === "open")
          }
        }
      })
    )
  )
})
