import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Codex } from "@hookline/dialects/kit/codex/Dialect"
import { CopilotCli } from "@hookline/dialects/kit/copilot/Dialect"
import { QwenCode } from "@hookline/dialects/kit/qwen/Dialect"
import * as Locations from "@hookline/core/kit/discover/Locations"
import { pathOf, type Project } from "@hookline/core/kit/discover/ConfigLocations"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { stateHome } from "@hookline/node/kit/node/xdg"
import { execFileSync } from "node:child_process"
import { mkdirSync, symlinkSync } from "node:fs"
import * as os from "node:os"
import { join } from "node:path"

const hook = (command: string) => ({ type: "command", command })
const group = (...commands: ReadonlyArray<string>) => ({ json: { hooks: { Stop: [{ hooks: commands.map(hook) }] } } })

const discover = (files: TestProject.Files, prepare: (project: Project) => void = () => undefined) =>
  Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    prepare(project)
    const discoverer = yield* Discoverer
    const catalog = yield* discoverer.discover(project)
    return {
      ...catalog,
      project,
      commands: catalog.hooks.map(({ handler }) => (handler._tag === "Command" ? handler.command : handler._tag)),
      problems: catalog.diagnostics.map(({ code }) => code)
    }
  }).pipe(Effect.provide(NodeDiscovery.layer))

describe("discovery", () => {
  it.live("takes all files of a folder that end as hooks do, by their names, and reports what can't be read", () =>
    Effect.gen(function* () {
      const listed = (text: string) => ({ json: { hooks: { Stop: [hook(text)] } } })
      const { commands, diagnostics, problems } = yield* discover(
        {
          ".github/hooks/b.json": listed("b"),
          ".github/hooks/a.json": listed("a"),
          ".github/hooks/notes.md": "no hooks",
          ".github/hooks/deeper/c.json": listed("c"),
          "~/.copilot/hooks/mine.json": listed("mine"),
          ".github/copilot/settings.json": listed("settings")
        },
        ({ project }) => symlinkSync(join(project, "gone.json"), join(project, ".github/hooks/dangling.json"))
      )
      assert.deepStrictEqual(commands, ["mine", "a", "b", "settings"])
      assert.deepStrictEqual(problems, ["file-unreadable"])
      assert.strictEqual(diagnostics[0]?.lost?.events, "all")
    })
  )

  it("has the folders that variables name, in the place of those in the home folder, unless they are relative", () => {
    const places = (env: Readonly<Record<string, string>>) => {
      const folders = NodeDiscovery.project("/p", { HOME: "/home/me", ...env })
      return [ClaudeCode, Codex, CopilotCli, QwenCode].flatMap(({ files }) =>
        files.filter(({ scope }) => scope === "user").map((spec) => pathOf(spec, folders))
      )
    }
    const usual = [
      "/home/me/.claude/settings.json",
      "/home/me/.codex/hooks.json",
      "/home/me/.codex/config.toml",
      "/home/me/.copilot/hooks",
      "/home/me/.copilot/settings.json",
      "/home/me/.qwen/settings.json"
    ]
    assert.deepStrictEqual(places({}), usual)
    const relative = { CLAUDE_CONFIG_DIR: "claude", CODEX_HOME: "codex", COPILOT_HOME: "", QWEN_HOME: "./qwen" }
    assert.deepStrictEqual(places(relative), usual)
    const absolute = { CLAUDE_CONFIG_DIR: "/a", CODEX_HOME: "/c", COPILOT_HOME: "/x/copilot/", QWEN_HOME: "/q" }
    assert.deepStrictEqual(places(absolute), [
      "/a/settings.json",
      "/c/hooks.json",
      "/c/config.toml",
      "/x/copilot/hooks",
      "/x/copilot/settings.json",
      "/q/settings.json"
    ])
  })

  it.live("takes all files, in an order that is the same everywhere", () =>
    Effect.gen(function* () {
      const { commands, problems } = yield* discover({
        ".claude/settings.local.json": group("local"),
        ".claude/settings.json": group("shared"),
        "~/.claude/settings.json": group("mine"),
        ".amcp/hooks.json": { json: { hooks: { Stop: { handlers: [hook("amcp-json")] } } } },
        ".amcp/hooks.toml": `[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "amcp-toml"\n`,
        "~/.config/amcp/hooks.toml": `[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "amcp-mine"\n`,
        ".amplifier/hooks/b/hooks.json": group("plugin-b"),
        ".amplifier/hooks/a/hooks.json": group("plugin-a"),
        ".amplifier/hooks/B/hooks.json": group("plugin-B"),
        ".amplifier/hooks/hooks.json": group("project"),
        "~/.amplifier/hooks/hooks.json": group("amplifier-mine")
      })
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(commands, [
        "amplifier-mine",
        "project",
        "plugin-B",
        "plugin-a",
        "plugin-b",
        "amcp-mine",
        "amcp-toml",
        "amcp-json",
        "mine",
        "shared",
        "local"
      ])
    })
  )

  it.live("finds nothing in an empty project, and has nothing to say", () =>
    Effect.gen(function* () {
      const { diagnostics, files, hooks } = yield* discover({})
      assert.deepStrictEqual([diagnostics, files, hooks], [[], [], []])
    })
  )

  it.live("reads a plugin's nested file and its own one", () =>
    Effect.gen(function* () {
      const { commands, hooks } = yield* discover({
        ".amplifier/hooks/both/hooks.json": group("own"),
        ".amplifier/hooks/both/hooks/hooks.json": group("inside"),
        ".amplifier/hooks/nested/hooks/hooks.json": group("nested")
      })
      assert.deepStrictEqual(commands, ["inside", "own", "nested"])
      assert.deepStrictEqual(
        hooks.map(({ source }) => [
          source.plugin,
          source.folder.split("/").slice(-2),
          source.pluginFolder?.split("/").at(-1)
        ]),
        [
          ["both", [".amplifier", "hooks"], "both"],
          ["both", [".amplifier", "hooks"], "both"],
          ["nested", [".amplifier", "hooks"], "nested"]
        ]
      )
    })
  )

  it.live("takes what a plugin's manifest names, and the nested file once", () =>
    Effect.gen(function* () {
      const { commands, problems } = yield* discover({
        ".amplifier/hooks/p/hooks/hooks.json": group("nested"),
        ".amplifier/hooks/p/extra/more.json": group("more"),
        ".amplifier/hooks/p/.claude-plugin/plugin.json": { json: { hooks: ["./hooks/hooks.json", "extra/more.json"] } },
        ".amplifier/hooks/q/.claude-plugin/plugin.json": { json: { name: "q", ...group("inline").json } }
      })
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(commands, ["nested", "more", "inline"])
    })
  )

  it.live("tells what a manifest names and nobody finds, and never leaves the plugin", () =>
    Effect.gen(function* () {
      const { commands, diagnostics, problems } = yield* discover({
        "outside.json": group("outside"),
        ".amplifier/hooks/p/.claude-plugin/plugin.json": { json: { hooks: ["gone.json", "../../../outside.json"] } },
        ".amplifier/hooks/q/.claude-plugin/plugin.json": "{ hooks: "
      })
      assert.deepStrictEqual(commands, [])
      assert.deepStrictEqual(problems, ["file-missing", "file-outside", "manifest-invalid"])
      for (const { lost } of diagnostics) assert.strictEqual(lost?.events, "all")
    })
  )

  it.live("never leaves the plugin through a link that a manifest names", () =>
    Effect.gen(function* () {
      const { commands, problems } = yield* discover(
        {
          "outside/hooks.json": group("outside"),
          ".amplifier/hooks/p/inner/hooks.json": group("inside"),
          ".amplifier/hooks/p/.claude-plugin/plugin.json": {
            json: { hooks: ["file.json", "folder/hooks.json", "within.json", "dangling.json"] }
          }
        },
        ({ project }) => {
          const plugin = join(project, ".amplifier", "hooks", "p")
          symlinkSync(join(project, "outside", "hooks.json"), join(plugin, "file.json"))
          symlinkSync(join(project, "outside"), join(plugin, "folder"))
          symlinkSync(join(plugin, "inner", "hooks.json"), join(plugin, "within.json"))
          symlinkSync(join(project, "nowhere"), join(plugin, "dangling.json"))
        }
      )
      assert.deepStrictEqual(commands, ["inside"])
      assert.deepStrictEqual(problems, ["file-outside", "file-outside", "file-unreadable"])
    })
  )

  it.live("finds the project from a folder in it, and by what its host tells", () =>
    Effect.gen(function* () {
      const { config, home, project } = yield* TestProject.make({ ".amcp/hooks.json": group("x"), "src/deep/x.ts": "" })
      const cwd = join(project, "src", "deep")
      const env = { HOME: home }
      const here = (said: Parameters<typeof NodeDiscovery.here>[0], more: NodeJS.ProcessEnv = {}) =>
        NodeDiscovery.here({ cwd, ...said }, { ...env, ...more })
      const found = { folder: project, passedOver: [] }
      assert.deepStrictEqual(yield* here({}), { config, home, project, found, system: process.platform })
      const both = {
        AMPLIFIER_PROJECT_DIR: "/told/by/amplifier",
        CLAUDE_PROJECT_DIR: "/told/by/claude",
        GEMINI_PROJECT_DIR: "/told/by/gemini"
      }
      // Gemini, Qwen and Cursor set Claude Code's variable, too, and an agent inherits those of the shell it is started from.
      assert.strictEqual((yield* here({}, both)).project, project)
      assert.strictEqual((yield* here({ host: ClaudeCode }, both)).project, "/told/by/claude")
      assert.strictEqual((yield* here({ host: Amplifier }, both)).project, "/told/by/amplifier")
      assert.strictEqual((yield* here({ host: Amcp }, both)).project, project)
      assert.strictEqual((yield* here({ project: ".." }, both)).project, join(project, "src"))
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )

  // proves: docs/security.md
  it("refuses relative folders of variables, which would be folders of the project", () => {
    for (const relative of ["", ".", "x", "./x", "../x", "~/x"]) {
      const own = { HOME: relative }
      assert.strictEqual(NodeDiscovery.project("/project", own).home, os.homedir())
      assert.strictEqual(stateHome(own), join(os.homedir(), ".local/state"))
      const env = { HOME: "/home/me", XDG_CONFIG_HOME: relative, XDG_STATE_HOME: relative }
      assert.strictEqual(NodeDiscovery.project("/project", env).config, "/home/me/.config")
      assert.strictEqual(stateHome(env), "/home/me/.local/state")
    }
    const env = { HOME: "/home/me", XDG_CONFIG_HOME: "/config", XDG_STATE_HOME: "/state" }
    assert.strictEqual(NodeDiscovery.project("/project", env).config, "/config")
    assert.strictEqual(stateHome(env), "/state")
  })

  it.live("follows links to folders", () =>
    Effect.gen(function* () {
      const { commands } = yield* discover({ "elsewhere/hooks.json": group("linked") }, ({ project }) => {
        mkdirSync(join(project, ".amplifier", "hooks"), { recursive: true })
        symlinkSync(join(project, "elsewhere"), join(project, ".amplifier", "hooks", "linked"))
      })
      assert.deepStrictEqual(commands, ["linked"])
    })
  )

  it.live("tells a file that is there and can't be read", () =>
    Effect.gen(function* () {
      const { commands, diagnostics } = yield* discover(
        { ".amplifier/hooks/p/hooks.json": group("kept") },
        ({ project }) => mkdirSync(join(project, ".claude", "settings.json"), { recursive: true })
      )
      assert.deepStrictEqual(commands, ["kept"])
      assert.deepStrictEqual(
        diagnostics.map(({ code, file, lost }) => [code, file.split("/").at(-1), lost?.events]),
        [["file-unreadable", "settings.json", "all"]]
      )
    })
  )

  it.live("loses a link that turns in a circle, or leads nowhere, and nothing else", () =>
    Effect.gen(function* () {
      const { commands, diagnostics } = yield* discover(
        { ".amplifier/hooks/a/hooks.json": group("kept") },
        ({ project }) => {
          symlinkSync("loop", join(project, ".amplifier", "hooks", "loop"))
          symlinkSync("nowhere", join(project, ".amplifier", "hooks", "gone"))
          mkdirSync(join(project, ".claude"))
          symlinkSync("nowhere.json", join(project, ".claude", "settings.json"))
        }
      )
      assert.deepStrictEqual(commands, ["kept"])
      assert.deepStrictEqual(
        diagnostics.map(({ code, file }) => [code, file.split("/").at(-1)]),
        [
          ["file-missing", "gone"],
          ["file-unreadable", "hooks.json"],
          ["file-unreadable", "settings.json"]
        ]
      )
    })
  )

  it.live("does not wait for a file that is a pipe", () =>
    Effect.gen(function* () {
      const { problems } = yield* discover({ ".claude/hooks/a.sh": "" }, ({ project }) => {
        execFileSync("mkfifo", [join(project, ".claude", "settings.json")])
      })
      assert.deepStrictEqual(problems, ["json-invalid"])
    })
  )

  it.live("tells a file that stands where the folder of hooks belongs", () =>
    Effect.gen(function* () {
      const { problems } = yield* discover({ ".amplifier/hooks": "../elsewhere" })
      assert.deepStrictEqual(problems, ["file-unreadable"])
    })
  )

  it.live("tells manifests that nobody can follow", () =>
    Effect.gen(function* () {
      const manifest = (json: unknown) => ({ json })
      const { commands, problems } = yield* discover({
        ".amplifier/hooks/a/.claude-plugin/plugin.json": manifest({ hooks: "./hooks/hooks.json" }),
        ".amplifier/hooks/b/.claude-plugin/plugin.json": manifest({ hooks: 5 }),
        ".amplifier/hooks/c/.claude-plugin/plugin.json": manifest([]),
        ".amplifier/hooks/d/.claude-plugin/plugin.json": manifest({ hooks: ["./x.json", group("inline").json] }),
        ".amplifier/hooks/e/.claude-plugin/plugin.json": `\uFEFF${JSON.stringify({ name: "e" })}`
      })
      assert.deepStrictEqual(commands, [])
      assert.deepStrictEqual(problems, ["file-missing", "manifest-invalid", "manifest-invalid", "manifest-invalid"])
    })
  )

  it.live("loses a broken file, and none of its neighbours", () =>
    Effect.gen(function* () {
      const { commands, problems } = yield* discover({
        ".amplifier/hooks/a/hooks.json": "[]",
        ".amplifier/hooks/b/hooks.json": "{ broken",
        ".amplifier/hooks/c/hooks.json": group("kept")
      })
      assert.deepStrictEqual(commands, ["kept"])
      assert.deepStrictEqual(problems, ["root-not-object", "json-invalid"])
    })
  )

  it.live("tells scripts that are not there, or can't be started", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* discover({
        "scripts/no-run-bit.sh": "exit 0",
        "scripts/runs.sh": { script: "exit 0" },
        ".claude/settings.json": group(
          "scripts/runs.sh",
          "scripts/no-run-bit.sh --strict",
          "sh scripts/no-run-bit.sh",
          '"$CLAUDE_PROJECT_DIR"/scripts/gone.sh',
          "python3 scripts/gone.py",
          "$SOMEWHERE/unknown.sh"
        ),
        ".amcp/hooks.toml": `[[hooks.Stop.handlers]]\ntype = "python"\nscript = "beside.py"\n\n[[hooks.Stop.handlers]]\ntype = "python"\nscript = "gone.py"\n`,
        ".amcp/beside.py": "print()"
      })
      assert.deepStrictEqual(
        diagnostics.map(({ code, file, line }) => [code, file.split("/").at(-1), line]),
        [
          ["script-missing", "hooks.toml", 7],
          ["script-not-executable", "settings.json", 12],
          ["script-missing", "settings.json", 20],
          ["script-missing", "settings.json", 24]
        ]
      )
    })
  )

  it.live("finds a user's Python script beside its own file alone", () =>
    Effect.gen(function* () {
      const hooks = '[[hooks.Stop.handlers]]\ntype = "python"\nscript = "g.py"\n'
      const { diagnostics } = yield* discover({ "~/.config/amcp/hooks.toml": hooks, "g.py": "", "~/g.py": "" })
      assert.deepStrictEqual(
        diagnostics.map(({ code, text }) => [code, /[^/]+\/[^/]+ is not there/.exec(text)?.[0], text.includes(" or ")]),
        [["script-missing", "amcp/g.py is not there", false]]
      )
      assert.deepStrictEqual(
        (yield* discover({ "~/.config/amcp/hooks.toml": hooks, "~/.config/amcp/g.py": "" })).diagnostics,
        []
      )
    })
  )

  it.live("finds the lines of hooks for those who ask", () =>
    Effect.gen(function* () {
      const catalog = yield* discover({
        ".claude/settings.json": group("a", "b"),
        ".amcp/hooks.toml": `# ours\n[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "c"\n`
      })
      const { hooks } = yield* Effect.provide(Locations.add(catalog), NodeDiscovery.layer)
      assert.deepStrictEqual(
        hooks.map(({ source }) => [source.file.split("/").at(-1), source.line, source.column]),
        [
          ["hooks.toml", 2, 1],
          ["settings.json", 6, 11],
          ["settings.json", 10, 11]
        ]
      )
    })
  )

  it.live("gives hooks identities that no edit above them moves", () =>
    Effect.gen(function* () {
      const before = yield* discover({ ".claude/settings.json": group("b", "b") })
      const after = yield* discover({ ".claude/settings.json": group("a", "b", "b") })
      const ids = before.hooks.map(({ id }) => id)
      assert.deepStrictEqual(
        after.hooks.slice(1).map(({ id }) => id),
        ids
      )
      assert.strictEqual(new Set(ids).size, 2)
    })
  )
})
