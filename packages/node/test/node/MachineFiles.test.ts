// The files that an administrator writes for everybody on a machine: in force in every agent, first of all, and for good.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import * as Dialects from "@hookline/dialects/Dialects"
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

const withFiles = Dialects.all.flatMap((dialect) =>
  (dialect.machineFiles?.["linux"] ?? []).map((path) => ({
    dialect,
    file: path.endsWith("/") ? `${path}10-guards.json` : path
  }))
)

const discovered = (files: Readonly<Record<string, string>>, system = "linux") =>
  Effect.provide(
    Discoverer.use(({ discover }) => discover({ ...folders, system })),
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
        [file]: texts[dialect.name] ?? assert.fail(),
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
      const catalog = yield* discovered({ [file]: texts[dialect.name] ?? "" })
      const other = dialect.name === "claude" ? "gemini" : "claude"
      assert.lengthOf(ExcludeHostHooks.without(catalog, hostOf(other)).hooks, 1)
      assert.isEmpty(ExcludeHostHooks.without(catalog, dialect).hooks.filter((hook) => hook.off === undefined))
    })
  )

  it.effect("is named where it is broken, and costs its events", () =>
    Effect.gen(function* () {
      for (const { file } of withFiles) {
        const { diagnostics } = yield* discovered({ [file]: "{" })
        assert.deepStrictEqual(
          diagnostics.map((found) => [found.file, found.lost?.events]),
          [[file, "all"]]
        )
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
