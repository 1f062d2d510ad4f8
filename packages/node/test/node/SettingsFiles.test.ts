// What settings, switches and copies do to the hooks that discovery finds.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import type { Options } from "@hookline/core/kit/discover/SettingsFiles"
import type { WhyNot } from "@hookline/schema/WhyNot"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"

const hook = (command: string, rest: object = {}) => ({ type: "command", command, ...rest })
const stop = (...hooks: ReadonlyArray<object>) => ({ Stop: [{ hooks }] })
const hooks = (...commands: ReadonlyArray<string>) => ({ json: { hooks: stop(...commands.map((text) => hook(text))) } })

const short = (why: WhyNot | undefined): string => {
  if (why === undefined) return "runs"
  if (why._tag === "Disabled") return `off by ${why.file.split("/").at(-1)}:${why.line}`
  if (why._tag === "SourceNotAllowed") return why.setting
  return why._tag === "SameAs" ? `same as ${why.hook}` : why._tag
}

const discover = (files: TestProject.Files, options?: Options) =>
  Effect.gen(function* () {
    // Their trust in a project is a setting, too.
    const project = yield* TestProject.make(files, { trusted: false })
    const catalog = yield* (yield* Discoverer).discover(project, options)
    const standing = catalog.hooks.map(({ handler, off }) => [
      handler._tag === "Command" ? handler.command : handler._tag,
      short(off)
    ])
    return {
      ...catalog,
      off: Object.fromEntries(standing) as Readonly<Record<string, string>>,
      problems: catalog.diagnostics.map(
        ({ code, file, line }) => `${code} ${file.replace(/.*\/(?=[^/]*\/[^/]*$)/, "")}:${line}`
      )
    }
  }).pipe(Effect.provide(NodeDiscovery.layer))

const both = {
  "~/.claude/settings.json": hooks("mine"),
  ".claude/settings.json": hooks("ours"),
  ".amplifier/hooks/guards/hooks.json": hooks("plugin"),
  "~/.amplifier/hooks/guards/hooks.json": hooks("my-plugin")
}

describe("settings", () => {
  it.live("come from the user, the project, the environment and the program, the later the stronger", () =>
    Effect.gen(function* () {
      const files = {
        "~/.hookline/settings.json": {
          json: { shell: "user", fast_model: "user", default_timeout: 1, max_timeout: 9 }
        },
        ".hookline/settings.json": { json: { failure_policy: "ask" } },
        ".hookline/settings.local.json": { json: { failure_policy: "closed" } }
      }
      const env = { HOOKLINE_FAST_MODEL: "env", HOOKLINE_DEFAULT_TIMEOUT: "2" }
      const { problems, settings } = yield* discover(files, { env, settings: { defaultTimeoutMillis: 3 } })
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(settings, {
        shell: "user",
        fastModel: "env",
        defaultTimeoutMillis: 3,
        maxTimeoutMillis: 9000,
        failurePolicy: "closed"
      })
      const { settings: loose } = yield* discover(files, { env: { HOOKLINE_FAILURE_POLICY: "open" } })
      assert.strictEqual(loose.failurePolicy, "open")
    })
  )

  it.live("of a project loosen nothing, and it is told what they try", () =>
    Effect.gen(function* () {
      const { off, problems, settings } = yield* discover({
        ...both,
        "~/.hookline/settings.json": { json: { max_timeout: 10, failure_policy: "ask" } },
        ".hookline/settings.json": `{
  "enabled": false,
  "allow_user_hooks": false,
  "allow_project_modules": true,
  "failure_policy": "open",
  "max_timeout": 20,
  "env": { "PATH": "/evil" },
  "disabled": [
    "plugin-of-nobody",
    "user:guards"
  ]
}`,
        ".hookline/settings.local.json": `{ "enabled": false }`
      })
      assert.deepStrictEqual(off, { mine: "runs", ours: "runs", plugin: "runs", "my-plugin": "runs" })
      assert.deepStrictEqual(problems, [
        ...[2, 3, 4, 5, 6, 7, 10].map((line) => `setting-refused .hookline/settings.json:${line}`).toSorted(order),
        "setting-refused .hookline/settings.local.json:1"
      ])
      assert.deepStrictEqual(settings, {
        maxTimeoutMillis: 10_000,
        failurePolicy: "ask",
        disabled: ["plugin-of-nobody"]
      })
    })
  )

  it.live("of a project can't loosen each other", () =>
    Effect.gen(function* () {
      const { problems, settings } = yield* discover({
        ".hookline/settings.json": { json: { failure_policy: "closed" } },
        ".hookline/settings.local.json": { json: { failure_policy: "open" } }
      })
      assert.strictEqual(settings.failurePolicy, "closed")
      assert.deepStrictEqual(problems, ["setting-refused .hookline/settings.local.json:2"])
    })
  )

  it.live("of a project that say how hooks run reach its own hooks and no others", () =>
    Effect.gen(function* () {
      const slow = {
        json: { hooks: stop(hook("slow", { timeout: 60 }), hook("plain"), hook("zsh", { shell: "zsh" })) }
      }
      const { hooks: found, settings } = yield* discover({
        "~/.claude/settings.json": slow,
        ".amplifier/hooks/hooks.json": slow,
        ".hookline/settings.json": { json: { max_timeout: 10, default_timeout: 5, shell: "bash" } },
        ".hookline/settings.local.json": { json: { max_timeout: 20 } }
      })
      assert.deepStrictEqual(settings, {})
      assert.deepStrictEqual(
        found.map(({ handler, source, timeoutMillis }) => [
          source.scope,
          timeoutMillis,
          handler._tag === "Command" && handler.shell
        ]),
        [
          ["project", 10_000, "bash"],
          ["project", 5000, "bash"],
          ["project", 5000, "zsh"],
          ["user", 60_000, undefined],
          ["user", undefined, undefined],
          ["user", undefined, "zsh"]
        ]
      )
    })
  )

  it.live("of a project can keep its own hooks from sending anywhere else", () =>
    Effect.gen(function* () {
      const urls = ["https://a.example/x", "https://b.example/", "https://c.example/hooks/1/end"]
      const http = { json: { hooks: stop(...urls.map((url) => ({ type: "http", url }))) } }
      const { hooks: found } = yield* discover({
        "~/.claude/settings.json": http,
        ".amplifier/hooks/hooks.json": http,
        ".hookline/settings.json": { json: { allowed_http_urls: ["https://a.example/*", "https://c.*/hooks/*/end"] } }
      })
      const runs = ["runs", "runs", "runs"]
      assert.deepStrictEqual(
        found.map(({ off }) => short(off)),
        ["runs", "allowed_http_urls", "runs", ...runs]
      )
    })
  )

  it.live("that are broken cost only themselves, and are told with their line", () =>
    Effect.gen(function* () {
      const { diagnostics, off, problems, settings } = yield* discover({
        ...both,
        "~/.hookline/settings.json": `{\n  "enabled": "no",\n  "tiemout": 3,\n  "shell": "bash"\n}`,
        ".hookline/settings.json": `{\n  "failure_policy": "closed",\n  oops\n}`,
        ".hookline/settings.local.json": `[]`
      })
      assert.deepStrictEqual(settings, { shell: "bash" })
      assert.strictEqual(off["mine"], "runs")
      assert.deepStrictEqual(problems, [
        "setting-invalid .hookline/settings.json:2",
        "setting-unknown .hookline/settings.json:3",
        "json-invalid .hookline/settings.json:3",
        "root-not-object .hookline/settings.local.json:1"
      ])
      // Nobody knows what they would have tightened.
      assert.deepStrictEqual(
        diagnostics.map(({ level, lost }) => [level, lost?.events]),
        [
          ["error", undefined],
          ["warning", undefined],
          ["error", "all"],
          ["error", "all"]
        ]
      )
    })
  )

  it.live("count with comments and loose commas in them, and that is told", () =>
    Effect.gen(function* () {
      const { problems, settings } = yield* discover({
        "~/.hookline/settings.json": `{\n  // mine, "}]\n  "shell": "bash", /* , */\n  "env": { "URL": "a//b,]" },\n}`,
        ".hookline/settings.json": `{\n  "failure_policy": "closed" // all\n  ,\n  "tiemout": 3\n}`
      })
      assert.deepStrictEqual(settings, { shell: "bash", env: { URL: "a//b,]" }, failurePolicy: "closed" })
      assert.deepStrictEqual(problems, [
        "json-comments .hookline/settings.json:2",
        "json-comments .hookline/settings.json:2",
        "setting-unknown .hookline/settings.json:4"
      ])
      for (const broken of ["{ /* no end }", "{,}", `{"shell": "sh",,}`, `{"shell": ,}`, "// nothing"]) {
        const { problems: told, settings: none } = yield* discover({ ".hookline/settings.json": broken })
        assert.deepStrictEqual([told.length, none], [1, {}], broken)
        assert.match(told[0] ?? "", /^json-invalid /)
      }
    })
  )

  it.live("in a home folder that is the project are the user's own, and are read once", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        "~/.hookline/settings.json": { json: { enabled: false, env: { A: "a" } } },
        "~/.amplifier/hooks/hooks.json": hooks("once")
      })
      const catalog = yield* (yield* Discoverer).discover({ ...project, project: project.home })
      assert.deepStrictEqual(catalog.diagnostics, [])
      assert.deepStrictEqual(
        catalog.hooks.map(({ off }) => short(off)),
        ["off by settings.json:2"]
      )
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )
})

/** Files are told first by what is refused in which order: by setting. */
const order = (one: string, other: string): number => lineOf(one) - lineOf(other)
const lineOf = (text: string): number => Number(text.slice(text.lastIndexOf(":") + 1))

describe("what is switched off", () => {
  it.live("is everything, by whoever may say so", () =>
    Effect.gen(function* () {
      const all = (where: string) => ({ mine: where, ours: where, plugin: where, "my-plugin": where })
      const user = { "~/.hookline/settings.json": `{\n\n"enabled": false }` }
      assert.deepStrictEqual((yield* discover({ ...both, ...user })).off, all("off by settings.json:3"))
      const env = { HOOKLINE_ENABLED: "false" }
      assert.deepStrictEqual((yield* discover(both, { env })).off, all("off by HOOKLINE_ENABLED:1"))
      assert.deepStrictEqual(
        (yield* discover({ ...both, ...user }, { env: { HOOKLINE_ENABLED: "true" } })).off,
        all("runs")
      )
      const { off } = yield* discover(both, { env: { HOOKLINE_ENABLED: "true" }, settings: { enabled: false } })
      assert.match(off["mine"] ?? "", /^off by /)
    })
  )

  // proves: docs/security.md
  it.live("is a person's, or a project's, where settings don't allow them", () =>
    Effect.gen(function* () {
      const of = (json: object) => discover({ ...both, "~/.hookline/settings.json": { json } })
      const user = "allow_user_hooks"
      const project = "allow_project_hooks"
      assert.deepStrictEqual((yield* of({ [user]: false })).off, {
        mine: user,
        ours: "runs",
        plugin: "runs",
        "my-plugin": user
      })
      assert.deepStrictEqual((yield* of({ [project]: false })).off, {
        mine: "runs",
        ours: project,
        plugin: project,
        "my-plugin": "runs"
      })
    })
  )

  it.live("is what a list names: a hook, or a plugin", () =>
    Effect.gen(function* () {
      const known = yield* discover(both)
      const id = known.hooks.find(({ source }) => source.dialect === "claude" && source.scope === "user")?.id ?? ""
      const { off } = yield* discover({ ...both, "~/.hookline/settings.json": { json: { disabled: [id, "guards"] } } })
      assert.deepStrictEqual(off, {
        mine: "off by settings.json:3",
        ours: "runs",
        plugin: "off by settings.json:4",
        "my-plugin": "off by settings.json:4"
      })
      const { off: told } = yield* discover(both, { env: { HOOKLINE_DISABLED: "user:guards" } })
      assert.deepStrictEqual(told, {
        mine: "runs",
        ours: "runs",
        plugin: "runs",
        "my-plugin": "off by HOOKLINE_DISABLED:1"
      })
    })
  )

  it.live("by a project's list is the project's own, and a list that reaches nothing is told", () =>
    Effect.gen(function* () {
      const list = { ".hookline/settings.local.json": { json: { disabled: ["guards"] } } }
      const { off, problems } = yield* discover({ ...both, ...list })
      assert.deepStrictEqual([off["plugin"], off["my-plugin"]], ["off by settings.local.json:3", "runs"])
      assert.deepStrictEqual(problems, [])
      const { ".amplifier/hooks/guards/hooks.json": _, ...without } = both
      const vain = yield* discover({ ...without, ...list })
      assert.strictEqual(vain.off["my-plugin"], "runs")
      assert.deepStrictEqual(vain.problems, ["setting-refused .hookline/settings.local.json:3"])
    })
  )

  it.live("stays off for the stronger lists that say so, and comes back by those that don't", () =>
    Effect.gen(function* () {
      const files = { ...both, "~/.hookline/settings.json": { json: { disabled: ["guards"] } } }
      const { off } = yield* discover(files, { settings: { disabled: [] } })
      assert.strictEqual(off["plugin"], "runs")
      const project = { ...files, ".hookline/settings.json": { json: { disabled: [] } } }
      assert.strictEqual((yield* discover(project)).off["plugin"], "off by settings.json:3")
    })
  )

  it.live("is an entry by its own word, in JSON and in TOML", () =>
    Effect.gen(function* () {
      const { off } = yield* discover({
        ".claude/settings.json": `{"hooks": {"Stop": [{"hooks": [\n{"type": "command", "command": "json",\n"enabled": false}]}]}}`,
        ".amcp/hooks.toml": `[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "toml"\n\nenabled = false\n`
      })
      assert.deepStrictEqual(off, { json: "off by settings.json:3", toml: "off by hooks.toml:5" })
    })
  )

  it.live("is a dialect's own hooks by its own switch, as its strongest file has it", () =>
    Effect.gen(function* () {
      const of = (user?: boolean, project?: boolean, local?: boolean) => {
        const file = (command: string, disableAllHooks?: boolean) => ({
          json: { ...hooks(command).json, ...(disableAllHooks !== undefined && { disableAllHooks }) }
        })
        return Effect.map(
          discover({
            "~/.claude/settings.json": file("mine", user),
            ".claude/settings.json": file("ours", project),
            ".claude/settings.local.json": file("local", local),
            ".amplifier/hooks/hooks.json": hooks("other")
          }),
          ({ off }) => [off["mine"], off["ours"], off["local"], off["other"]]
        )
      }
      const line = 14
      const by = `off by settings.json:${line}`
      assert.deepStrictEqual(yield* of(), ["runs", "runs", "runs", "runs"])
      assert.deepStrictEqual(yield* of(true), [by, by, by, "runs"])
      assert.deepStrictEqual(yield* of(false, undefined, true), [
        "runs",
        ...Array.from({ length: 2 }, () => `off by settings.local.json:${line}`),
        "runs"
      ])
      assert.deepStrictEqual(yield* of(undefined, true), ["runs", by, by, "runs"])
      assert.deepStrictEqual(yield* of(undefined, true, false), ["runs", "runs", "runs", "runs"])
    })
  )

  // proves: docs/security.md
  it.live("is no hook of a user by a project's switch, nor is one on that the user has switched off", () =>
    Effect.gen(function* () {
      const said = [undefined, true, false]
      const file = (command: string, disableAllHooks: boolean | undefined) => ({
        json: { ...hooks(command).json, ...(disableAllHooks !== undefined && { disableAllHooks }) }
      })
      const mine = (user: boolean | undefined, project?: TestProject.Files) =>
        Effect.map(discover({ "~/.claude/settings.json": file("mine", user), ...project }), ({ off }) => off)
      for (const user of said) {
        const { mine: alone } = yield* mine(user)
        for (const project of said) {
          for (const local of said) {
            const off = yield* mine(user, {
              ".claude/settings.json": file("ours", project),
              ".claude/settings.local.json": file("local", local)
            })
            assert.strictEqual(off["mine"], alone, `${user} ${project} ${local}`)
            const isOff = user === true || (local ?? project) === true
            assert.deepStrictEqual([off["ours"] === "runs", off["local"] === "runs"], [!isOff, !isOff])
          }
        }
      }
    })
  )

  it.live("is our own dispatch, wherever it stands", () =>
    Effect.gen(function* () {
      const { off } = yield* discover({
        ".claude/settings.json": hooks("npx hookline dispatch --host claude", "guard")
      })
      assert.deepStrictEqual(off, { "npx hookline dispatch --host claude": "SelfReference", guard: "runs" })
    })
  )

  // proves: docs/security.md
  it.live("is a project's module, unless its user allows it", () =>
    Effect.gen(function* () {
      const module = { json: { hooks: stop({ type: "module", path: "./x.js" }) } }
      const files = { "x.js": "", ".claude/settings.json": module, "~/.claude/settings.json": module }
      const of = (more: TestProject.Files, options?: Options) =>
        Effect.map(discover({ ...files, ...more }, options), ({ hooks: found }) => found.map(({ off }) => short(off)))
      const allowed = { json: { allow_project_modules: true } }
      assert.deepStrictEqual(yield* of({}), ["runs", "allow_project_modules"])
      assert.deepStrictEqual(yield* of({ ".hookline/settings.json": allowed }), ["runs", "allow_project_modules"])
      assert.deepStrictEqual(yield* of({ "~/.hookline/settings.json": allowed }), ["runs", "runs"])
      assert.deepStrictEqual(yield* of({}, { settings: { allowProjectModules: true } }), ["runs", "runs"])
      const forbidden = {
        "~/.hookline/settings.json": allowed,
        ".hookline/settings.json": { json: { allow_project_modules: false } }
      }
      assert.deepStrictEqual(yield* of(forbidden), ["runs", "allow_project_modules"])
    })
  )
})

describe("copies", () => {
  it.live("in Claude Code's settings run once per event and matcher, as strictly as the strictest", () =>
    Effect.gen(function* () {
      const pre = (matcher: string, ...entries: ReadonlyArray<object>) => ({ matcher, hooks: entries })
      const { hooks: found } = yield* discover({
        "~/.claude/settings.json": { json: { hooks: { PreToolUse: [pre("Bash", hook("guard", { timeout: 5 }))] } } },
        ".claude/settings.json": {
          json: {
            hooks: {
              PreToolUse: [
                pre("Bash", hook("guard", { timeout: 9, onFailure: "block" }), hook("guard", { args: [] })),
                pre("Edit", hook("guard"))
              ]
            }
          }
        },
        ".amplifier/hooks/p/hooks.json": { json: { hooks: { PreToolUse: [pre("Bash", hook("guard"))] } } },
        ".amplifier/hooks/q/hooks.json": { json: { hooks: { PreToolUse: [pre("Bash", hook("guard"))] } } }
      })
      const claude = found.filter(({ source }) => source.dialect === "claude")
      assert.deepStrictEqual(
        claude.map(({ off, onFailure, timeoutMillis }) => [short(off), onFailure, timeoutMillis]),
        [
          ["runs", "closed", 5000],
          [`same as ${claude[0]?.id}`, "closed", 9000],
          ["runs", undefined, undefined],
          ["runs", undefined, undefined]
        ]
      )
      assert.deepStrictEqual(
        found.filter(({ source }) => source.dialect === "amplifier").map(({ off }) => short(off)),
        ["runs", "runs"]
      )
    })
  )

  it.live("run where the first of them is switched off", () =>
    Effect.gen(function* () {
      const { hooks: found } = yield* discover({
        "~/.claude/settings.json": { json: { hooks: stop(hook("guard", { enabled: false })) } },
        ".claude/settings.json": hooks("guard")
      })
      assert.deepStrictEqual(
        found.map(({ off }) => short(off)),
        ["off by settings.json:9", "runs"]
      )
    })
  )

  it.live("in AMCP's files of a project take the place of the user's, and of no others", () =>
    Effect.gen(function* () {
      const handlers = (...all: ReadonlyArray<object>) => ({ json: { hooks: { PreToolUse: { handlers: all } } } })
      const { hooks: found } = yield* discover({
        "~/.config/amcp/hooks.json": handlers(
          { matcher: "bash", ...hook("same") },
          { matcher: "edit", ...hook("same") },
          hook("mine"),
          { type: "python", script: "a.py" },
          { type: "python", function: "a.py" }
        ),
        ".amcp/hooks.json": handlers(
          { matcher: "bash", ...hook("same", { timeout: 1 }) },
          { type: "python", script: "a.py" },
          hook("mine", { enabled: false })
        )
      })
      assert.deepStrictEqual(
        found.map(({ off, source }) => [source.scope, short(off)]),
        [
          ["user", `same as ${found[5]?.id}`],
          ["user", "runs"],
          ["user", "runs"],
          ["user", `same as ${found[6]?.id}`],
          ["user", "runs"],
          ["project", "runs"],
          ["project", "runs"],
          ["project", "off by hooks.json:18"]
        ]
      )
    })
  )
})
