// Variables of the environment that should name a folder of the user's hooks.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { settingsVariables } from "@hookline/dialects/kit/settingsPaths"

const json = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 2" }] }] } }
const moved = { "~/moved/settings.json": { json } }

const discoverBy = Effect.fnUntraced(function* (variables: (home: string) => NodeJS.ProcessEnv) {
  const { home, project } = yield* TestProject.make({ ...moved, "~/below/.gemini/settings.json": { json } })
  const folders = NodeDiscovery.project(project, { HOME: home, ...variables(home) })
  const { diagnostics, hooks } = yield* Discoverer.use(({ discover }) => discover(folders))
  const losses = diagnostics.filter(({ lost }) => lost?.events === "all").map(({ code, text }) => `${code} ${text}`)
  return { losses, hooks: hooks.length }
}, Effect.scoped)

const names = Object.keys(settingsVariables)

describe("variables of folders", () => {
  // proves: docs/security.md
  it.live("are a loss where they lead to no folder", () =>
    Effect.gen(function* () {
      for (const name of [...names, "XDG_CONFIG_HOME"]) {
        for (const value of ["~/moved", "$HOME/moved", "../moved", "moved", '"/moved"', " /moved", "."]) {
          const { hooks, losses } = yield* discoverBy(() => ({ [name]: value }))
          assert.deepStrictEqual([hooks, losses.length], [0, 1], `${name}=${value}`)
          assert.match(losses[0] ?? "", new RegExp(`^folder-misnamed ${name} is .*, which is no absolute path`))
        }
      }
      for (const name of names) {
        for (const end of ["/typo", "/moved ", "/moved:/other"]) {
          const { losses } = yield* discoverBy((home) => ({ [name]: `${home}${end}` }))
          assert.match(losses.join("\n"), new RegExp(`^folder-misnamed ${name} is ".*", where no folder is`))
        }
      }
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )

  it.live("are no loss where they lead to a folder, or are empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* discoverBy((home) => ({ CLAUDE_CONFIG_DIR: `${home}/moved/` })), {
        losses: [],
        hooks: 1
      })
      const none = { losses: [], hooks: 0 }
      for (const name of names) assert.deepStrictEqual(yield* discoverBy(() => ({ [name]: "" })), none)
      assert.deepStrictEqual(yield* discoverBy((home) => ({ XDG_CONFIG_HOME: `${home}/none` })), none)
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )

  it.live("name the folder above for Gemini CLI", () =>
    Effect.gen(function* () {
      const hooks = { ...json.hooks, BeforeTool: json.hooks.PreToolUse }
      const { home, project } = yield* TestProject.make({ "~/below/.gemini/settings.json": { json: { hooks } } })
      const folders = NodeDiscovery.project(project, { HOME: home, GEMINI_CLI_HOME: `${home}/below` })
      const found = yield* Discoverer.use(({ discover }) => discover(folders))
      assert.include(
        found.hooks.map(({ source }) => source.file),
        `${home}/below/.gemini/settings.json`
      )
    }).pipe(Effect.scoped, Effect.provide(NodeDiscovery.layer))
  )
})
