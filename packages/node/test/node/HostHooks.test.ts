import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import { Arbitraries, HookEvents, TestDialects } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ExcludeHostHooks from "../../src/node/ExcludeHostHooks.ts"

const { Amcp, ClaudeCode } = TestDialects

const folders = { project: "/project", home: "/home/me", config: "/home/me/.config" }

const readAs = (host: Dialect, files: Readonly<Record<string, string>>) =>
  Effect.provide(
    Effect.map(
      Discoverer.use(({ discover }) => discover(folders)),
      (catalog) => ExcludeHostHooks.without(catalog, host)
    ),
    Layer.provide(Discoverer.layerNoDeps, [ConfigFiles.layerMemory(files), HookDialects.layer(TestDialects.all)]),
    { local: true }
  )

/** Claude Code, as it was seen to read a settings file: all of its handlers are sound, or the file counts for nothing. */
const isSoundForClaude = (root: unknown): boolean => {
  const needed: Readonly<Record<string, ReadonlyArray<string>>> = {
    command: ["command"],
    http: ["url"],
    prompt: ["prompt"],
    agent: ["prompt"],
    mcp_tool: ["server", "tool"]
  }
  const isHandler = (value: unknown): boolean => {
    if (!isJson(value)) return false
    const { timeout = 1, type } = value
    const fields = typeof type === "string" && Object.hasOwn(needed, type) ? needed[type] : undefined
    const has = fields?.every((field) => typeof value[field] === "string" && value[field] !== "") === true
    return has && typeof timeout === "number" && timeout > 0
  }
  const isGroup = (value: unknown): boolean =>
    isJson(value) &&
    // Claude Code was not seen to refuse a matcher that is null.
    (value["matcher"] === undefined || value["matcher"] === null || typeof value["matcher"] === "string") &&
    Array.isArray(value["hooks"]) &&
    value["hooks"].every(isHandler)
  const hooks = isJson(root) ? root["hooks"] : undefined
  if (hooks === undefined) return true
  // Nor an event that is null.
  return (
    isJson(hooks) &&
    Object.values(hooks).every((value) => value === null || (Array.isArray(value) && value.every(isGroup)))
  )
}

const Handler = Schema.Union([
  Schema.Struct({ type: Schema.Literal("command"), command: Schema.Literals(["./a.sh", "./b.sh"]) }),
  Schema.Struct({ type: Schema.Literal("http"), url: Schema.Literal("http://localhost/a") }),
  Schema.Struct({ type: Schema.Literal("prompt"), prompt: Schema.Literal("May it?") }),
  Schema.Struct({ type: Schema.Literal("mcp_tool"), server: Schema.Literal("s"), tool: Schema.Literal("t") })
])

/** Handlers by which a host was seen to refuse a file, or which it does not know. */
const Odd = Schema.Union([
  Schema.Struct({ type: Schema.Literal("python"), script: Schema.Literal("guard.py") }),
  Schema.Struct({ type: Schema.Literal("module"), path: Schema.Literal("guard.ts") }),
  Schema.Struct({ type: Schema.Literals(["script", "pyton", ""]), command: Schema.Literal("./c.sh") }),
  Schema.Struct({ command: Schema.Literal("./c.sh") }),
  Schema.Struct({ type: Schema.Literal("command") }),
  Schema.Struct({
    type: Schema.Literal("command"),
    command: Schema.Literal("./c.sh"),
    timeout: Schema.Literals([0, "5", -1])
  }),
  Schema.Literal("./c.sh")
])

const Group = Schema.Struct({
  matcher: Schema.optionalKey(Schema.Literals(["Bash", "*"])),
  hooks: Schema.Array(Schema.Union([Handler, Handler, Handler, Odd]))
})

const Settings = Schema.Struct({
  hooks: Schema.Struct({
    PreToolUse: Schema.Array(
      Schema.Union([
        Group,
        Group,
        Group,
        Handler,
        Schema.Struct({ matcher: Schema.Array(Schema.String), hooks: Schema.Array(Handler) })
      ])
    ),
    Stop: Schema.optionalKey(Schema.Array(Group))
  })
})

describe("the hooks of Claude Code's own settings, under Claude Code,", () => {
  const path = "/project/.claude/settings.json"

  for (const comments of [false, true]) {
    it.effect.prop(
      `run where Claude Code does not run them${comments ? ", in a file with comments" : ""}`,
      [Arbitrary.schema(Settings)],
      ([settings]) =>
        Effect.gen(function* () {
          const text = `${comments ? "// Ours.\n" : ""}${JSON.stringify(settings)}`
          const { hooks } = yield* readAs(ClaudeCode, { [path]: text })
          const isRead = !comments && isSoundForClaude(settings)
          for (const hook of hooks.filter(({ off }) => off?._tag !== "SameAs")) {
            assert.strictEqual(hook.off?._tag === "RunByHost", isRead, JSON.stringify(hook.written))
          }
        }),
      { arbitrary: { runs: 300, size: 6 } }
    )
  }

  // proves: docs/failure-policy.md
  it.effect.prop(
    "run where any part of a file is broken, if Claude Code was seen to refuse it",
    [Arbitraries.brokenConfig(ClaudeCode)],
    ([root]) =>
      Effect.gen(function* () {
        const { hooks } = yield* readAs(ClaudeCode, { [path]: JSON.stringify(root) })
        if (isSoundForClaude(root)) return
        assert.deepStrictEqual(
          hooks.filter(({ off }) => off?._tag === "RunByHost").map(({ written }) => written),
          []
        )
      }),
    Arbitraries.files
  )

  it.effect("of another file are left to it", () =>
    Effect.gen(function* () {
      const command = (name: string) => ({ type: "command", command: name })
      const file = (...hooks: ReadonlyArray<unknown>) => JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } })
      const { hooks } = yield* readAs(ClaudeCode, {
        [path]: file(command("one"), { type: "python", script: "guard.py" }),
        "/home/me/.claude/settings.json": file(command("two")),
        "/project/.amplifier/hooks/guard/hooks/hooks.json": file(command("three"), { type: "python", script: "g.py" })
      })
      const left = hooks.filter(({ off }) => off?._tag === "RunByHost").map(({ handler }) => handler)
      assert.deepStrictEqual(left, [{ _tag: "Command", command: "two" }])
    })
  )
})

describe("the hooks of Claude Code's settings, under Copilot CLI,", () => {
  const guard = { type: "command", command: "./a.sh" }
  const Copilot = TestDialects.all.find(({ name }) => name === "copilot") ?? assert.fail("it has no dialect")

  /** Returns for each hook of a file whether it is left to Copilot. */
  const left = (file: string, event: string, ...groups: ReadonlyArray<object>) => {
    const text = JSON.stringify({ hooks: { [event]: groups } })
    return leftIn({ [file]: text })
  }
  const leftIn = (files: Readonly<Record<string, string>>) =>
    Effect.map(readAs(Copilot, files), ({ hooks }) => hooks.map(({ off }) => off?._tag === "RunByHost"))

  const all = { hooks: [guard] }
  const path = "/project/.claude/settings.json"

  it.effect("do not run twice where its own run does the same: those of the project, and not of the user", () =>
    Effect.gen(function* () {
      for (const event of ["SessionEnd", "Notification", "PreCompact", "SubagentStart"]) {
        assert.deepStrictEqual(yield* left(path, event, all), [true], event)
        assert.deepStrictEqual(yield* left("/project/.claude/settings.local.json", event, all), [true], event)
        assert.deepStrictEqual(yield* left("/home/me/.claude/settings.json", event, all), [false], event)
      }
      assert.deepStrictEqual(yield* left(path, "Notification", { ...all, matcher: "a|b" }), [true])
    })
  )

  it.effect("run where it would lose their answer, as each that may deny or give a context", () =>
    Effect.gen(function* () {
      for (const event of HookEvent.names.filter((name) => Copilot.event.fires?.includes(name) === true)) {
        const [sample] = yield* Effect.orDie(Arbitrary.sampleEffect(HookEvents.of(event), { count: 1, seed: 1 }))
        const { changes, context, halts, verdicts } = Copilot.capabilities(sample ?? assert.fail(event))
        const isRead = verdicts.length + changes.length > 0 || context || halts
        assert.deepStrictEqual(yield* left(path, event, all), [!isRead], event)
      }
    })
  )

  it.effect("run where it would not run them", () =>
    Effect.gen(function* () {
      const others = [
        { ...guard, args: ["-x"] },
        { type: "http", url: "http://localhost/a" },
        { type: "prompt", prompt: "May it?" }
      ]
      for (const hook of others) {
        assert.deepStrictEqual(yield* left(path, "SessionEnd", { hooks: [hook] }), [false], hook.type)
      }
      for (const matcher of ["a, b", "a.*", "(a"]) {
        assert.deepStrictEqual(yield* left(path, "Notification", { ...all, matcher }), [false], matcher)
      }
      const commented = `// Ours.\n${JSON.stringify({ hooks: { SessionEnd: [all] } })}`
      assert.deepStrictEqual(yield* leftIn({ [path]: commented }), [false])
      const amcp = JSON.stringify({ hooks: { SessionEnd: { handlers: [guard] } } })
      assert.deepStrictEqual(yield* leftIn({ "/project/.amcp/hooks.json": amcp }), [false])
    })
  )
})

describe("the hooks of AMCP's own files, under AMCP,", () => {
  const entry = {
    command: "./a.sh",
    script: "a.py",
    url: "http://x",
    prompt: "p",
    path: "a.ts",
    server: "s",
    tool: "t"
  }
  const types = ["command", "http", "prompt", "agent", "mcp_tool", "python", "module"]

  it.effect("run where AMCP does not know their type, or does not read their file", () =>
    Effect.gen(function* () {
      const text = JSON.stringify({
        hooks: { PreToolUse: { handlers: types.map((type) => ({ ...entry, type, timeout: 5 })) } }
      })
      for (const [file, left] of [
        ["/project/.amcp/hooks.json", ["Command", "Python"]],
        ["/home/me/.config/amcp/hooks.json", [] as ReadonlyArray<string>]
      ] as const) {
        const { hooks } = yield* readAs(Amcp, { [file]: text })
        assert.strictEqual(hooks.length, types.length)
        const hosts: ReadonlyArray<string> = hooks
          .filter(({ off }) => off?._tag === "RunByHost")
          .map(({ handler }) => handler._tag)
        assert.deepStrictEqual(hosts, [...left], file)
      }
    })
  )
})
