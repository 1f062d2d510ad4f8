// Homes with plugins of every layout, installed and enabled in every way, beside a model of Claude Code's rules.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import * as ExcludeHostHooks from "@hookline/node/kit/node/ExcludeHostHooks"
import type { Catalog } from "@hookline/schema/Catalog"
import { textOf } from "@hookline/schema/Handler"
import { cases } from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ClaudeCode } from "../../src/claude/Dialect.ts"
import * as Dialects from "../../src/Dialects.ts"

type Files = Record<string, unknown>

const { home, project } = TestPipeline.project

const pluginsFolder = `${home}/.claude/plugins`

/** The layouts of a plugin, with the same hooks in each. `entry` is its entry in the list of the marketplace. */
const layouts: Readonly<
  Record<string, (root: string, hooks: unknown) => { readonly files: Files; readonly entry?: unknown }>
> = {
  "hooks/hooks.json": (root, hooks) => ({ files: { [`${root}/hooks/hooks.json`]: { description: "x", hooks } } }),
  "with a manifest": (root, hooks) => ({
    files: { [`${root}/hooks/hooks.json`]: { hooks }, [`${root}/.claude-plugin/plugin.json`]: { name: "any" } }
  }),
  "named again": (root, hooks) => ({
    files: {
      [`${root}/hooks/hooks.json`]: { hooks },
      [`${root}/.claude-plugin/plugin.json`]: { name: "any", hooks: "./hooks/hooks.json" }
    },
    entry: { hooks: ["./hooks/hooks.json"] }
  }),
  "another file": (root, hooks) => ({
    files: {
      [`${root}/more/my.json`]: { hooks },
      [`${root}/.claude-plugin/plugin.json`]: { name: "any", hooks: ["./more/my.json"] }
    }
  }),
  "in the manifest": (root, hooks) => ({
    files: { [`${root}/.claude-plugin/plugin.json`]: { name: "any", hooks } },
    entry: { hooks }
  }),
  "in the marketplace's list": (root, hooks) => ({
    files: { [`${root}/README.md`]: "x" },
    entry: { hooks, strict: false }
  }),
  "a file that the marketplace's list names": (root, hooks) => ({
    files: { [`${root}/my.json`]: { hooks }, [`${root}/.claude-plugin/plugin.json`]: { name: "any" } },
    entry: { hooks: "./my.json" }
  })
}

const Switch = Schema.Literals(["absent", "true", "false", "versions"])

const Plugin = Schema.Struct({
  name: Schema.Literals(["guard", "format"]),
  marketplace: Schema.Literals(["team", "other"]),
  layout: Schema.Literals(Object.keys(layouts)),
  version: Schema.Literals(["1.0.0", "2.1.3", "abc123"]),
  installed: Schema.Literals([
    "no",
    "first version",
    "user",
    "here",
    "here by another name",
    "elsewhere",
    "elsewhere, then user",
    "user, then here"
  ]),
  /** The contents of the plugin in its marketplace, which is on this machine. */
  source: Schema.Literals(["hooks", "no hooks", "elsewhere"]),
  user: Switch,
  project: Switch,
  local: Switch,
  /** Where `hookline install` or its user has put a copy. */
  copy: Schema.Literals(["no", "no", "project", "user"]),
  /** The copy's script is another one, although its command is equal. */
  isEdited: Schema.Boolean
})

type Plugin = typeof Plugin.Type

const Plugins = Arbitrary.array(Arbitrary.schema(Plugin), { minLength: 0, maxLength: 4 })

const idOf = ({ marketplace, name }: Plugin): string => `${name}@${marketplace}`

/** A plugin once, by its id, and one copy of each name, because folders have one of a name. */
const distinct = (all: ReadonlyArray<Plugin>): ReadonlyArray<Plugin> => {
  const once = [...new Map(all.map((one) => [idOf(one), one])).values()]
  const copied = new Set<string>()
  return once.map((one) => {
    const key = `${one.copy} ${one.name}`
    if (one.copy === "no" || copied.has(key)) return { ...one, copy: "no" as const }
    copied.add(key)
    return one
  })
}

const rootOf = (plugin: Plugin, version: string = plugin.version): string =>
  `${pluginsFolder}/cache/${plugin.marketplace}/${plugin.name}/${version}`

const layoutOf = ({ layout }: Plugin) => layouts[layout] ?? assert.fail()

/** The hooks of a plugin: those of two marketplaces differ. Every version has equal ones. */
const hooksOf = ({ marketplace, name }: Plugin) => ({
  PreToolUse: [
    {
      matcher: "Bash",
      hooks: [
        { type: "command", command: `"\${CLAUDE_PLUGIN_ROOT}/${marketplace}-${name}.sh"`, timeout: 5 },
        { type: "prompt", prompt: `${marketplace}-${name}` }
      ]
    }
  ]
})

const textsOf = ({ marketplace, name }: Plugin): ReadonlyArray<string> => [
  `"\${CLAUDE_PLUGIN_ROOT}/${marketplace}-${name}.sh"`,
  `${marketplace}-${name}`
]

const stale = "0.0.1-stale"

/** A link to the project's folder. */
const linked = "/link/to/project"

const recordOf = (plugin: Plugin): unknown => {
  const at = (scope: string, path: string, projectPath?: string) => ({
    scope,
    ...(projectPath !== undefined && { projectPath }),
    installPath: path,
    version: plugin.version,
    installedAt: "2026-01-01T00:00:00Z"
  })
  const path = rootOf(plugin)
  const old = rootOf(plugin, stale)
  switch (plugin.installed) {
    case "no":
      return undefined
    case "first version":
      return { version: plugin.version, installPath: path, isLocal: false }
    case "user":
      return [at("user", path)]
    case "here":
      return [at("project", path, project)]
    case "here by another name":
      return [at("project", old, "/elsewhere"), at("project", path, `${linked}/`)]
    case "elsewhere":
      return [at("project", path, "/elsewhere")]
    case "elsewhere, then user":
      return [at("project", old, "/elsewhere"), at("user", path)]
    case "user, then here":
      return [at("user", old), at("local", path, project)]
  }
}

const entriesOf = (all: ReadonlyArray<Plugin>, by: "user" | "project" | "local") =>
  Object.fromEntries(
    all.flatMap((one) => {
      const value = { absent: undefined, true: true, false: false, versions: ["^1.0.0"] }[one[by]]
      return value === undefined ? [] : [[idOf(one), value]]
    })
  )

const filesOf = (all: ReadonlyArray<Plugin>): Files => {
  const files: Files = {}
  const entries = new Map<string, Array<unknown>>()
  for (const plugin of all) {
    const { files: own, entry } = layoutOf(plugin)(rootOf(plugin), hooksOf(plugin))
    if (plugin.installed !== "no") Object.assign(files, own, { [`${rootOf(plugin)}/guard.sh`]: "exit 0" })
    // An older version that is still in the cache.
    files[`${rootOf(plugin, stale)}/hooks/hooks.json`] = {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "stale" }] }] }
    }
    const list = entries.get(plugin.marketplace) ?? []
    const inMarketplace = `${pluginsFolder}/marketplaces/${plugin.marketplace}/plugins/${plugin.name}`
    const source =
      plugin.source === "elsewhere" ? { source: "github", repo: "team/plugin" } : `./plugins/${plugin.name}`
    list.push({ name: plugin.name, source, ...(typeof entry === "object" ? entry : {}) })
    if (plugin.source === "no hooks") files[`${inMarketplace}/README.md`] = "x"
    if (plugin.source === "hooks") Object.assign(files, layoutOf(plugin)(inMarketplace, hooksOf(plugin)).files)
    entries.set(plugin.marketplace, list)
    const copy = { project: `${project}/.amplifier/hooks`, user: `${home}/.amplifier/hooks`, no: undefined }[
      plugin.copy
    ]
    if (copy !== undefined) {
      const folder = `${copy}/${plugin.name}`
      const copied = layoutOf(plugin)(folder, hooksOf(plugin))
      // `hookline install` writes the hooks of a marketplace's list into the plugin.
      const nested = { [`${folder}/hooks/hooks.json`]: { hooks: hooksOf(plugin) } }
      Object.assign(files, copied.files, plugin.layout.includes("marketplace") && nested)
      files[`${folder}/guard.sh`] = plugin.isEdited ? "exit 2" : "exit 0"
    }
  }
  for (const [name, list] of entries) {
    files[`${pluginsFolder}/marketplaces/${name}/.claude-plugin/marketplace.json`] = { name, plugins: list }
  }
  const known = [...entries.keys()].map((name) => [name, { installLocation: `${pluginsFolder}/marketplaces/${name}` }])
  files[`${pluginsFolder}/known_marketplaces.json`] = Object.fromEntries(known)
  const records = all.flatMap((one) => (recordOf(one) === undefined ? [] : [[idOf(one), recordOf(one)] as const]))
  files[`${pluginsFolder}/installed_plugins.json`] = { version: 2, plugins: Object.fromEntries(records) }
  files[`${home}/.claude/settings.json`] = {
    enabledPlugins: entriesOf(all, "user"),
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "user's" }] }] }
  }
  files[`${project}/.claude/settings.json`] = { enabledPlugins: entriesOf(all, "project") }
  files[`${project}/.claude/settings.local.json`] = {
    enabledPlugins: entriesOf(all, "local"),
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "local" }] }] }
  }
  return files
}

/** Claude Code's rules, and the one that a project disables nothing of the user's. */
const model = (all: ReadonlyArray<Plugin>) => {
  const order = [...new Set((["user", "project", "local"] as const).flatMap((by) => Object.keys(entriesOf(all, by))))]
  const on = { true: true, versions: true, false: false, absent: undefined } as const
  const byHost = (one: Plugin): boolean => on[one.local] ?? on[one.project] ?? on[one.user] ?? false
  const isEnabled = (one: Plugin): boolean => on[one.user] === true || (on[one.local] ?? on[one.project]) === true
  const isInstalled = (one: Plugin): boolean =>
    one.installed !== "no" && (one.installed !== "elsewhere" || on[one.user] === true)
  const ordered = order.flatMap((id) => all.filter((one) => idOf(one) === id))
  const running = ordered.filter((one) => isEnabled(one) && isInstalled(one))
  const missing = ordered.filter((one) => isEnabled(one) && !isInstalled(one))
  // A list that gives a plugin hooks counts as much as the plugin's own files.
  const isListed = (one: Plugin): boolean => layoutOf(one)("", {}).entry !== undefined
  const mayBeGuard = (one: Plugin): boolean => on[one.user] === true && (one.source !== "no hooks" || isListed(one))
  const isRunning = (copy: Plugin): boolean => running.includes(copy) && !copy.isEdited
  const copies = (by: Plugin["copy"]) =>
    all.filter(({ copy }) => copy === by).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    running,
    /** The commands in the order in which they run, where no host runs any itself. */
    texts: [
      ...[...copies("user"), ...copies("project")].filter((copy) => !isRunning(copy)).flatMap(textsOf),
      "user's",
      "local",
      ...running.flatMap(textsOf)
    ],
    /** The commands that are left to run where Claude Code is the host. */
    beside: [
      ...[...copies("user"), ...copies("project")].filter((copy) => !isRunning(copy)).flatMap(textsOf),
      ...running.filter((one) => !byHost(one)).flatMap(textsOf)
    ],
    notInstalled: missing.filter((one) => !mayBeGuard(one)).map(idOf),
    missing: missing.filter(mayBeGuard).map(idOf),
    refused: ordered
      .filter((one) => on[one.user] === true)
      .flatMap((one) => [one.project, one.local].filter((value) => value === "false").map(() => idOf(one)))
  }
}

/** Files in memory, and one link. */
const disk = (files: Files): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) =>
      ConfigFiles.of({ ...own, realPath: (path) => own.realPath(path.replace(linked, project)) })
    )
  ).pipe(Layer.provide(TestPipeline.memory(files)))

const discover = (files: Files): Effect.Effect<Catalog> =>
  Effect.provide(
    Discoverer.use(({ discover }) => discover(TestPipeline.project)),
    Layer.provide(Discoverer.layerNoDeps, [disk(files), HookDialects.layer(Dialects.all)]),
    { local: true }
  )

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })

const running = ({ hooks }: Catalog) => hooks.filter(({ off }) => off === undefined)

const texts = (catalog: Catalog): ReadonlyArray<string> => running(catalog).map(({ handler }) => textOf(handler))

describe("plugins that Claude Code has enabled", () => {
  // proves: docs/failure-policy.md
  it.effect.prop(
    "run as Claude Code's rules have it, in its order, once beside a copy, as the user's",
    [Plugins],
    ([some]) =>
      Effect.gen(function* () {
        const all = distinct(some)
        const wanted = model(all)
        const catalog = yield* discover(filesOf(all))
        assert.deepStrictEqual(texts(catalog), wanted.texts)
        assert.deepStrictEqual(texts(ExcludeHostHooks.without(catalog, ClaudeCode)), wanted.beside)

        const installed = catalog.hooks.filter(({ source }) => source.pluginName !== undefined)
        for (const { id, source } of installed) {
          assert.strictEqual(source.scope, "user")
          assert.match(id, /^user:(?:guard|format)@(?:team|other)\/PreToolUse\//)
          assert.isFalse(/1\.0\.0|2\.1\.3|abc123/.test(id), id)
          assert.match(
            String(source.pluginData),
            /^\/home\/me\/\.claude\/plugins\/data\/(?:guard|format)-(?:team|other)$/
          )
          assert.strictEqual(
            ClaudeCode.env({ projectDir: project, source, event })["CLAUDE_PLUGIN_ROOT"],
            source.folder
          )
        }
        assert.strictEqual(new Set(catalog.hooks.map(({ id }) => id)).size, catalog.hooks.length)

        const ids = (code: string) =>
          catalog.diagnostics.flatMap(({ at, code: one }) => (one === code ? [String(at.at(-1))] : []))
        assert.deepStrictEqual(ids("plugin-not-installed"), wanted.notInstalled)
        assert.deepStrictEqual(ids("plugin-missing"), wanted.missing)
        assert.deepStrictEqual(ids("setting-refused"), wanted.refused)
        assert.deepStrictEqual(
          catalog.diagnostics.flatMap(({ code, lost }) => (lost === undefined ? [] : [code])),
          wanted.missing.map(() => "plugin-missing")
        )
      }),
    { arbitrary: { runs: 300 } }
  )

  it.effect("have the same ids after an update", () =>
    Effect.gen(function* () {
      const plugin: Plugin = {
        name: "guard",
        marketplace: "team",
        layout: "hooks/hooks.json",
        version: "1.0.0",
        installed: "user",
        user: "true",
        project: "absent",
        local: "absent",
        source: "hooks",
        copy: "no",
        isEdited: false
      }
      const idsOf = Effect.fnUntraced(function* (version: Plugin["version"]) {
        const { hooks } = yield* discover(filesOf([{ ...plugin, version }]))
        return hooks.map(({ id }) => id)
      })
      assert.deepStrictEqual(yield* idsOf("2.1.3"), yield* idsOf("1.0.0"))
    })
  )
})

describe("a guard in such a plugin is not lost silently", () => {
  const settings = { [`${home}/.claude/settings.json`]: { enabledPlugins: { "guard@team": true } } }
  const record = `${pluginsFolder}/installed_plugins.json`
  const at = `${pluginsFolder}/cache/team/guard/1.0.0`

  for (const [how, files] of Object.entries<Files>({
    "its record is no JSON": { [record]: "{" },
    "its record has no plugins": { [record]: { version: 2 } },
    "its record is a list": { [record]: [] },
    "its record names no folder": { [record]: { version: 2, plugins: { "guard@team": [{ scope: "user" }] } } },
    "nothing is recorded": {},
    "its record is empty": { [record]: { version: 2, plugins: {} } },
    "its folder is gone": { [record]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } } },
    "its hooks are no JSON": {
      [record]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
      [`${at}/hooks/hooks.json`]: "{"
    },
    "its manifest names a missing file": {
      [record]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
      [`${at}/.claude-plugin/plugin.json`]: { name: "guard", hooks: "./gone.json" }
    },
    "its manifest leads out of it": {
      [record]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
      [`${at}/.claude-plugin/plugin.json`]: { name: "guard", hooks: "../../gone.json" }
    }
  })) {
    it.effect(`where ${how}`, () =>
      Effect.gen(function* () {
        const { diagnostics } = yield* discover({ ...settings, ...files })
        assert.deepStrictEqual(
          diagnostics.map(({ dialect, level, lost }) => [dialect, level, lost]),
          [["claude", "error", { entries: 1, events: "all" }]]
        )
      })
    )
  }

  it.effect("where settings have comments", () =>
    Effect.gen(function* () {
      const catalog = yield* discover({
        [`${home}/.claude/settings.json`]: `{ // mine\n "enabledPlugins": { "guard@team": true, }, }`,
        [record]: { version: 2, plugins: { "guard@team": [{ installPath: `${at}/` }] } },
        [`${at}/hooks/hooks.json`]: { hooks: { Stop: [{ hooks: [{ type: "command", command: "guard" }] }] } }
      })
      assert.deepStrictEqual(texts(catalog), ["guard"])
    })
  )

  it.effect("and disableAllHooks disables it, as in Claude Code, with its line", () =>
    Effect.gen(function* () {
      const { hooks } = yield* discover({
        [`${home}/.claude/settings.json`]: { enabledPlugins: { "guard@team": true }, disableAllHooks: true },
        [record]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
        [`${at}/hooks/hooks.json`]: { hooks: { Stop: [{ hooks: [{ type: "command", command: "guard" }] }] } }
      })
      assert.deepStrictEqual(
        hooks.map(({ off }) => off),
        [{ _tag: "Disabled", file: `${home}/.claude/settings.json`, line: 5 }]
      )
    })
  )
})

describe("a switch of a plugin that does not count", () => {
  const at = `${pluginsFolder}/cache/team/guard/1.0.0`
  const installed: Files = {
    [`${pluginsFolder}/installed_plugins.json`]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
    [`${at}/hooks/hooks.json`]: { hooks: { Stop: [{ hooks: [{ type: "command", command: "guard" }] }] } }
  }
  const found = (files: Files) =>
    Effect.map(discover({ ...installed, ...files }), ({ diagnostics }) =>
      diagnostics.map(({ at, code, lost }) => [code, at.join("/"), lost?.events])
    )
  const place = { user: `${home}/.claude/settings.json`, project: `${project}/.claude/settings.json` }

  const on: Readonly<Record<string, readonly [text: string, code: string, at: string]>> = {
    "a text": ['{"enabledPlugins": {"guard@team": "true"}}', "setting-invalid", "enabledPlugins/guard@team"],
    "a number": ['{"enabledPlugins": {"guard@team": 1}}', "setting-invalid", "enabledPlugins/guard@team"],
    "an object": [
      '{"enabledPlugins": {"guard@team": {"enabled": true}}}',
      "setting-invalid",
      "enabledPlugins/guard@team"
    ],
    "a list of plugins": ['{"enabledPlugins": ["guard@team"]}', "setting-invalid", "enabledPlugins"],
    "one plugin as a text": ['{"enabledPlugins": "guard@team"}', "setting-invalid", "enabledPlugins"],
    "true, and then false": [
      '{"enabledPlugins": {"guard@team": true, "guard@team": false}}',
      "duplicate-key",
      "enabledPlugins/guard@team"
    ],
    "a key in the singular": ['{"enabledPlugin": {"guard@team": true}}', "setting-unknown", "enabledPlugin"],
    "a key in capitals": ['{"EnabledPlugins": {"guard@team": true}}', "setting-unknown", "EnabledPlugins"],
    "a key with hyphens": ['{"enabled-plugins": {"guard@team": true}}', "setting-unknown", "enabled-plugins"],
    "a key with a letter that looks like another": [
      '{"enabledPlugіns": {"guard@team": true}}',
      "setting-unknown",
      "enabledPlugіns"
    ],
    "a key within another": [
      '{"permissions": {"enabledPlugins": {"guard@team": true}}}',
      "setting-unknown",
      "permissions/enabledPlugins"
    ]
  }
  for (const [way, [text, code, path]] of Object.entries(on))
    // proves: docs/plugins.md
    it.effect(`is a loss where it enables one that is installed: ${way}`, () =>
      Effect.gen(function* () {
        for (const file of [place.user, place.project]) {
          assert.deepStrictEqual(yield* found({ [file]: text }), [[code, path, "all"]], file)
        }
        const other = { [place.user]: { enabledPlugins: { "guard@team": true } }, [place.project]: text }
        assert.deepStrictEqual(
          (yield* found(other)).filter(([each]) => each !== "setting-refused"),
          [[code, path, undefined]],
          "another file enables it"
        )
      })
    )

  it.effect("is none where it enables nothing, and is reported if it is no switch", () =>
    Effect.gen(function* () {
      for (const [text, codes] of [
        ['{"enabledPlugins": {"guard@team": "false"}}', ["setting-invalid"]],
        ['{"enabledPlugins": {"guard@team": 0}}', ["setting-invalid"]],
        ['{"enabledPlugins": {"guard@team": null}}', []],
        ['{"enabledPlugins": []}', []],
        ['{"enabledPlugins": null}', []],
        ['{"enabledPlugin": {"guard@team": false}}', []],
        ['{"_enabledPlugins": {"guard@team": true}}', ["setting-unknown"]],
        ['{"enabledPlugins": {"guard@team": false, "guard@team": true}}', ["duplicate-key"]],
        ['{"plugins": {"guard@team": true}, "enabledMcpjsonServers": ["x"]}', []]
      ] as const) {
        assert.deepStrictEqual(
          (yield* found({ [place.user]: text })).map(([code, , lost]) => [code, lost]),
          codes.map((code) => [code, undefined]),
          text
        )
      }
    })
  )

  it.effect("is no loss in a project's file where the plugin is not installed", () =>
    Effect.gen(function* () {
      const files = { [place.project]: { enabledPlugins: { "other@team": "true" } } }
      assert.deepStrictEqual(yield* found(files), [["setting-invalid", "enabledPlugins/other@team", undefined]])
    })
  )
})

describe("a copy of such a plugin", () => {
  const plugin = (extra: object) => ({
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "guard", ...extra }] }] }
  })
  const at = `${pluginsFolder}/cache/team/guard/1.0.0`
  const base: Files = {
    [`${home}/.claude/settings.json`]: { enabledPlugins: { "guard@team": true } },
    [`${pluginsFolder}/installed_plugins.json`]: { version: 2, plugins: { "guard@team": [{ installPath: at }] } },
    [`${at}/hooks/hooks.json`]: plugin({})
  }
  const copy = (extra: object) => ({ [`${project}/.amplifier/hooks/guard/hooks/hooks.json`]: plugin(extra) })

  for (const [how, extra] of Object.entries({
    "fails closed": { onFailure: "block" },
    "has a rule": { if: "Bash(rm *)" },
    "runs another command": { command: "other" },
    "is awaited": { async: true }
  })) {
    it.effect(`runs too where it ${how} and the other does not`, () =>
      Effect.map(discover({ ...base, ...copy(extra) }), (catalog) => assert.strictEqual(running(catalog).length, 2))
    )
  }

  it.effect("runs where the user's plugin is not allowed or disabled", () =>
    Effect.gen(function* () {
      for (const settings of [{ allow_user_hooks: false }, { disabled: ["guard@team"] }]) {
        const catalog = yield* discover({ ...base, ...copy({}), [`${home}/.hookline/settings.json`]: settings })
        assert.deepStrictEqual(
          running(catalog).map(({ source }) => source.scope),
          ["project"]
        )
      }
    })
  )
})
