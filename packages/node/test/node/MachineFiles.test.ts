// The files that an administrator writes for everybody on a machine: in force in every agent, first of all, and for good.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import * as Dialects from "@hookline/dialects/Dialects"
import { machineVariables } from "@hookline/dialects/kit/settingsPaths"
import { Hookline } from "@hookline/node"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { cases } from "@hookline/schema/HookEvent"
import { TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as ExcludeHostHooks from "../../src/node/ExcludeHostHooks.ts"

const folders = { project: "/project", home: "/home/me", config: "/home/me/.config", system: "linux" }

const groups = (event: string) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: "command", command: "guard" }] }] } })

/** A guard before tools in the words of each agent that has such files. */
const texts: Readonly<Record<string, string>> = {
  claude: groups("PreToolUse"),
  codex: groups("PreToolUse"),
  copilot: groups("PreToolUse"),
  cursor: JSON.stringify({ version: 1, hooks: { preToolUse: [{ command: "guard" }] } }),
  gemini: groups("BeforeTool"),
  qwen: groups("PreToolUse")
}

/** The same in TOML. */
const toml = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "guard"\n'

const textOf = (dialect: string, file: string): string => (file.endsWith(".toml") ? toml : (texts[dialect] ?? ""))

const withFiles = Dialects.all.flatMap((dialect) =>
  (dialect.machineFiles?.["linux"] ?? []).map((path) => ({
    dialect,
    file: path.endsWith("/") ? `${path}10-guards.json` : path
  }))
)

const byVariables = Dialects.all.flatMap((dialect) =>
  Object.entries(dialect.machineVariables ?? {}).map(([variable, beside]) => ({ dialect, variable, beside }))
)

const discovered = (
  files: Readonly<Record<string, string>>,
  system = "linux",
  machine?: Readonly<Record<string, string>>
) =>
  Effect.provide(
    Discoverer.use(({ discover }) => discover({ ...folders, system, ...(machine !== undefined && { machine }) })),
    NodeDiscovery.layerIn(ConfigFiles.layerMemory(files))
  )

const hostOf = (name: string): Dialect => Dialects.all.find((dialect) => dialect.name === name) ?? assert.fail(name)

describe("a file of the machine", () => {
  it("is known of each agent that has some", () => {
    assert.sameMembers([...new Set(withFiles.map(({ dialect }) => dialect.name))], Object.keys(texts))
  })

  // proves: docs/which-hooks-fire.md
  it.effect.each(withFiles)("is in force, first and for good: $file", ({ dialect, file }) =>
    Effect.gen(function* () {
      const off = { disabled: [`managed:${dialect.name}`], enabled: false, allow_user_hooks: false }
      const own = groups("PreToolUse").replace("guard", "own")
      const { diagnostics, hooks } = yield* discovered({
        [file]: textOf(dialect.name, file),
        "/home/me/.hookline/settings.json": JSON.stringify(off),
        "/home/me/.claude/settings.json": JSON.stringify({ ...(JSON.parse(own) as object), disableAllHooks: true }),
        "/project/.claude/settings.json": own
      })
      const [first, ...others] = hooks
      assert.deepStrictEqual(
        [first?.event, first?.off, first?.source.file, first?.source.dialect],
        ["PreToolUse", undefined, file, dialect.name]
      )
      assert.isTrue(others.every((hook) => hook.off !== undefined))
      assert.isEmpty(diagnostics.filter((found) => found.file === file))
    })
  )

  it.effect.each(withFiles)("is left to its own agent, and to no other: $file", ({ dialect, file }) =>
    Effect.gen(function* () {
      const catalog = yield* discovered({ [file]: textOf(dialect.name, file) })
      const other = dialect.name === "claude" ? "gemini" : "claude"
      assert.lengthOf(ExcludeHostHooks.without(catalog, hostOf(other)).hooks, 1)
      assert.isEmpty(ExcludeHostHooks.without(catalog, dialect).hooks.filter((hook) => hook.off === undefined))
    })
  )

  it.effect("is named where it is broken, and costs its events", () =>
    Effect.gen(function* () {
      for (const { file } of withFiles) {
        const { diagnostics } = yield* discovered({ [file]: file.endsWith(".toml") ? "[hooks" : "{" })
        assert.deepStrictEqual(
          diagnostics.map((found) => [found.file, found.lost?.events]),
          [[file, "all"]]
        )
      }
    })
  )

  it.effect("of Codex's requirements has no event for the folder of scripts", () =>
    Effect.gen(function* () {
      const text = `[hooks]\nmanaged_dir = "/opt/hooks"\nwindows_managed_dir = 'C:\\hooks'\n${toml}`
      const { diagnostics, hooks } = yield* discovered({ "/etc/codex/requirements.toml": text })
      assert.deepStrictEqual([diagnostics, hooks.length], [[], 1])
    })
  )

  it("is known by each variable that may name one", () => {
    const variables = Dialects.all.flatMap(({ machineVariables = {} }) => Object.keys(machineVariables))
    assert.sameMembers(variables, [...machineVariables])
    for (const variable of variables) {
      const named = { [variable]: "/srv/settings.json" }
      assert.deepStrictEqual(NodeDiscovery.project("/project", { HOME: "/home/me", ...named }).machine, named)
    }
  })

  // proves: docs/which-hooks-fire.md
  it.effect.each(byVariables)(
    "is in force where $variable names it, beside the usual one",
    ({ beside, dialect, variable }) =>
      Effect.gen(function* () {
        const [usual = ""] = dialect.machineFiles?.["linux"] ?? []
        const text = textOf(dialect.name, usual)
        const machine = { [variable]: "/srv/policy/settings.json" }
        const others = beside.map((name) => `/srv/policy/${name}`)
        const moved = [...others, "/srv/policy/settings.json"]
        const own = { "/home/me/.claude/settings.json": groups("PreToolUse").replace("guard", "own") }
        const files = Object.fromEntries(
          [usual, ...moved].map((file, at) => [file, text.replace("guard", `guard${at}`)])
        )
        const { diagnostics, hooks } = yield* discovered({ ...own, ...files }, "linux", machine)
        assert.isEmpty(diagnostics)
        assert.deepStrictEqual(
          hooks.slice(0, -1).map(({ source }) => source.file),
          [usual, ...moved]
        )
        assert.isTrue(hooks.slice(0, -1).every(({ source }) => source.managed !== undefined))
        for (const path of ["/srv/none.json", "policy/settings.json"]) {
          const lost = yield* discovered({ [usual]: text }, "linux", { [variable]: path })
          assert.deepStrictEqual(
            lost.diagnostics.map((found) => [found.code, found.file, found.lost?.events]),
            [["folder-misnamed", variable, "all"]]
          )
          assert.lengthOf(lost.hooks, 1)
        }
      })
  )

  it.effect("is that of this system", () =>
    Effect.gen(function* () {
      const files = { "/etc/claude-code/managed-settings.json": texts["claude"] ?? "" }
      assert.isEmpty((yield* discovered(files, "darwin")).hooks)
      assert.lengthOf((yield* discovered(files, "linux")).hooks, 1)
    })
  )

  it.effect("denies in an agent of another kind", () => {
    const files = ConfigFiles.layerMemory({ "/etc/claude-code/managed-settings.json": texts["claude"] ?? "" })
    const runner = TestRunner.layer({ guard: { exit: 2, stderr: "The administrator says no" } })
    return Hookline.use((hooks) =>
      hooks.emit(cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } }))
    ).pipe(
      Effect.map(({ outcome }) => {
        // The test runs on any system.
        const isRead = process.platform === "linux"
        assert.strictEqual(outcome.verdict._tag, isRead ? "Deny" : "Pass")
      }),
      Effect.provide(Hookline.layer({ project: "/project", files, provide: [runner] }))
    )
  })
})
