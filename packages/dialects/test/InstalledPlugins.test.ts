import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import { textOf } from "@hookline/schema/Handler"
import { cases } from "@hookline/schema/HookEvent"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Amcp } from "../src/amcp/Dialect.ts"
import { Amplifier } from "../src/amplifier/Dialect.ts"
import { ClaudeCode } from "../src/claude/Dialect.ts"

type Files = Readonly<Record<string, unknown>>

const folder = ".amplifier/hooks/guard"
const manifest = { name: "guard", version: "1.0.0" }

/** All ways in which a plugin of Claude Code may lie in a folder of plugins. */
const plugins: Readonly<Record<string, (hooks: unknown) => Files>> = {
  "hooks/hooks.json": (hooks) => ({ [`${folder}/hooks/hooks.json`]: { hooks } }),
  "hooks/hooks.json and a manifest": (hooks) => ({
    [`${folder}/hooks/hooks.json`]: { hooks },
    [`${folder}/.claude-plugin/plugin.json`]: manifest
  }),
  "a file that the manifest names": (hooks) => ({
    [`${folder}/my.json`]: { hooks },
    [`${folder}/.claude-plugin/plugin.json`]: { ...manifest, hooks: "./my.json" }
  }),
  "hooks.json, which the manifest names": (hooks) => ({
    [`${folder}/hooks.json`]: { hooks },
    [`${folder}/.claude-plugin/plugin.json`]: { ...manifest, hooks: ["./hooks.json"] }
  }),
  "hooks in the manifest": (hooks) => ({ [`${folder}/.claude-plugin/plugin.json`]: { ...manifest, hooks } }),
  "hooks.json beside a manifest": (hooks) => ({
    [`${folder}/hooks.json`]: { hooks },
    [`${folder}/.claude-plugin/plugin.json`]: manifest
  }),
  "hooks.json beside a folder of metadata": (hooks) => ({
    [`${folder}/hooks.json`]: { hooks },
    [`${folder}/.claude-plugin/marketplace.json`]: {}
  }),
  "hooks.json beside a manifest that can't be read": (hooks) => ({
    [`${folder}/hooks.json`]: { hooks },
    [`${folder}/.claude-plugin/plugin.json`]: "{"
  })
}

const ofHost = { amplifier: Amplifier, claude: ClaudeCode, amcp: Amcp } as const

const matchers = [
  "",
  "*",
  "Bash",
  "bash",
  "Ba",
  "B.*h",
  "mcp__x__",
  "^mcp__x__",
  "Edit|Write",
  "Edit, Bash",
  "(",
  "sh$"
]

const Group = Schema.Struct({
  matcher: Schema.optionalKey(Schema.Literals(matchers)),
  parallel: Schema.optionalKey(Schema.Boolean),
  timeout: Schema.optionalKey(Schema.Literals([1, 299, 301, 900])),
  reply: Schema.Literals(["silent", "approve", "block", "ask", "exit 2"])
})

const Groups = Arbitrary.array(Arbitrary.schema(Group), { minLength: 1, maxLength: 4 })

const acts: Readonly<Record<string, TestRunner.Act>> = {
  silent: {},
  approve: { json: { decision: "approve" } },
  block: { json: { decision: "block", reason: "no" } },
  ask: { json: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } } },
  "exit 2": { exit: 2, stderr: "no" }
}

const hooksOf = (groups: ReadonlyArray<typeof Group.Type>) => ({
  PreToolUse: groups.map(({ reply, timeout, ...group }, index) => ({
    ...group,
    hooks: [{ type: "command", command: `${index} ${reply}`, ...(timeout !== undefined && { timeout }) }]
  }))
})

const script = Object.fromEntries(
  [0, 1, 2, 3].flatMap((index) => Object.entries(acts).map(([reply, act]) => [`${index} ${reply}`, act]))
)

const events = ["Bash", "mcp__x__run", "Write"].map((toolName) =>
  cases.PreToolUse.make({ toolName, toolInput: { command: "ls" } })
)

/** Everything in which dialects differ: what runs, in which order and groups, how long, and what comes of it. */
const behaviour = Effect.fnUntraced(function* (files: Files, host: Dialect) {
  const seen = TestRunner.record()
  const run = Effect.gen(function* () {
    const pipeline = yield* Pipeline
    return yield* Effect.forEach(events, (event) =>
      Effect.gen(function* () {
        const before = seen.started.length
        const { outcome } = yield* pipeline.answer(event)
        const plan = yield* pipeline.plan(event)
        const started = seen.started.slice(before)
        return {
          verdict: outcome.verdict._tag,
          started: started.map((work: Work) => [textOf(work.handler), work.limitMillis, work.dialect.name]),
          groups: plan.groups.map(({ hooks, parallel }) => [hooks.length, parallel])
        }
      })
    )
  })
  return yield* Effect.provide(run, TestPipeline.layer(files, script, { host, seen }), { local: true })
})

describe("a plugin of Claude Code that is installed", () => {
  for (const [how, files] of Object.entries(plugins)) {
    // proves: docs/failure-policy.md
    it.effect.prop(
      `as ${how} runs as from Claude Code's settings, under every host`,
      [Groups],
      ([groups]) =>
        Effect.gen(function* () {
          const hooks = hooksOf(groups)
          const settings = { ".claude/settings.json": { hooks } }
          // Claude Code itself runs the hooks of its settings, and not those of another host's plugins.
          const wanted = yield* behaviour(settings, Amplifier)
          for (const host of Object.values(ofHost)) {
            assert.deepStrictEqual(yield* behaviour(files(hooks), host), wanted, host.name)
          }
        }),
      { arbitrary: { runs: 15 } }
    )
  }
})

describe("a bare folder of hooks", () => {
  it.effect.prop(
    "runs by Amplifier's rules",
    [Groups],
    ([groups]) =>
      Effect.gen(function* () {
        const hooks = hooksOf(groups)
        const wanted = yield* behaviour({ ".amplifier/hooks/hooks.json": { hooks } }, Amplifier)
        assert.deepStrictEqual(yield* behaviour({ [`${folder}/hooks.json`]: { hooks } }, Amplifier), wanted)
        for (const { started } of wanted) for (const [, , dialect] of started) assert.strictEqual(dialect, "amplifier")
      }),
    { arbitrary: { runs: 15 } }
  )
})

describe("the catalog of an installed plugin", () => {
  const path = ".amplifier/hooks/guard/hooks/hooks.json"
  const text = JSON.stringify({ disableAllHooks: true, hooks: hooksOf([{ reply: "block" }]) })

  const discover = (project: string, dialects: ReadonlyArray<Dialect>) =>
    Effect.provide(
      Discoverer.use(({ discover }) => discover({ project, home: "/home/me", config: "/home/me/.config" })),
      Layer.provide(Discoverer.layerNoDeps, [
        ConfigFiles.layerMemory({ [`${project}/${path}`]: text, [`/home/me/${path}`]: text }),
        HookDialects.layer(dialects)
      ]),
      { local: true }
    )

  it.effect("has the rules of the dialect that found it, where Claude Code's hooks are not looked for", () =>
    Effect.gen(function* () {
      const { hooks } = yield* discover("/project", [Amplifier])
      assert.deepStrictEqual(
        hooks.map(({ off, source: { dialect, foundBy } }) => [dialect, foundBy, off]),
        [
          ["amplifier", undefined, undefined],
          ["amplifier", undefined, undefined]
        ]
      )
    })
  )

  it.effect("names a folder for data that no two projects share, outside of the plugin", () =>
    Effect.gen(function* () {
      const projects = ["/a/x", "/b/x", "/a-x", "/a/x y", "/a/x-y"]
      const found = yield* Effect.forEach(projects, (project) => discover(project, [Amplifier, ClaudeCode]))
      const folders = found.map(({ hooks }) => hooks.map(({ source }) => source.pluginData))
      const [users] = folders[0] ?? []
      for (const [user, own] of folders) {
        assert.strictEqual(user, users)
        for (const folder of [user, own])
          assert.match(String(folder), /^\/home\/me\/\.hookline\/plugins\/[^/]+\/guard$/)
      }
      assert.strictEqual(new Set(folders.flat()).size, projects.length + 1)
      for (const { hooks } of found) for (const { off } of hooks) assert.isUndefined(off)
    })
  )
})
