// Files at places where they are not read: all their guards were lost, and `check` found no problem.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hooklineIn } from "./hookline.ts"

const hooks = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] } } }

/** Each place, and where its hooks belong. */
const places: ReadonlyArray<readonly [place: string, belongs: string]> = [
  [".claude/hooks.json", ".claude/settings.json"],
  [".claude/hooks/hooks.json", ".claude/settings.json"],
  [".claude/settings.jsonc", ".claude/settings.json"],
  [".amplifier/hooks.json", ".amplifier/hooks/hooks.json"],
  [".amplifier/hooks/guard.json", ".amplifier/hooks/hooks.json"],
  [".claude-plugin/hooks.json", "hooks/hooks.json"],
  [".gemini/hooks.json", ".gemini/settings.json"],
  ["~/.gemini/hooks.json", ".gemini/settings.json"],
  [".qwen/hooks/hooks.json", ".qwen/settings.json"],
  ["~/.config/claude/settings.json", ".claude/settings.json"],
  ["~/.claude/hooks.json", ".claude/settings.json"]
]

const unread = (stdout: string) =>
  (
    JSON.parse(stdout) as {
      readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly file: string; readonly fix?: string }>
    }
  ).diagnostics.filter(({ code }) => code === "file-unread")

const checked = (files: TestProject.Files) =>
  Effect.scoped(
    Effect.gen(function* () {
      const project = yield* TestProject.make({ ".hookline/.keep": "", ...files })
      const { stdout } = yield* hooklineIn(project, ["check", "--json"])
      const shown = unread(stdout).map(({ file, fix = "" }) => {
        const at = file.replace(`${project.project}/`, "").replace(`${project.home}/`, "~/")
        return `${at}: ${fix.replace(`${project.project}/`, "").replace(`${project.home}/`, "")}`
      })
      return shown.toSorted()
    })
  )

describe("hookline check", () => {
  it.live("found no problem in files of hooks that are not read", () =>
    Effect.gen(function* () {
      const found = yield* checked(Object.fromEntries(places.map(([place]) => [place, hooks])))
      assert.deepStrictEqual(found, places.map(([place, belongs]) => `${place}: It belongs at ${belongs}.`).toSorted())
    })
  )

  it.live("found no problem in a plugin whose hooks are at another place", () =>
    Effect.gen(function* () {
      const manifest = { json: { name: "guard" } }
      const found = yield* checked({
        ".amplifier/hooks/guard/.claude-plugin/hooks.json": hooks,
        ".amplifier/hooks/guard/.claude-plugin/plugin.json": manifest,
        ".amplifier/hooks/early/hooks/pre.json": hooks,
        ".amplifier/hooks/early/.claude-plugin/plugin.json": manifest,
        ".amplifier/hooks/full/hooks/hooks.json": hooks,
        ".amplifier/hooks/full/hooks/of-another-agent.json": hooks
      })
      assert.deepStrictEqual(found, [
        ".amplifier/hooks/early/hooks/pre.json: It belongs at .amplifier/hooks/early/hooks/hooks.json.",
        ".amplifier/hooks/guard/.claude-plugin/hooks.json: It belongs at .amplifier/hooks/guard/hooks/hooks.json."
      ])
    })
  )

  it.live("leaves alone what is read, and what is no hooks", () =>
    Effect.gen(function* () {
      const found = yield* checked({
        ".amplifier/hooks/hooks.json": hooks,
        ".amplifier/hooks/hooks.test.json": hooks,
        ".amplifier/hooks/plugin/.claude-plugin/plugin.json": {
          json: { name: "p", hooks: "./.claude-plugin/hooks.json" }
        },
        ".amplifier/hooks/plugin/.claude-plugin/hooks.json": hooks,
        ".amplifier/hooks.json": "no JSON",
        ".claude/hooks.json": { json: { hooks: {} } },
        ".claude/settings.jsonc": { json: { permissions: { allow: [] } } }
      })
      assert.deepStrictEqual(found, [])
    })
  )

  it.live("also finds the file of a plugin that its manifest does not name, and one that is broken", () =>
    Effect.gen(function* () {
      const found = yield* checked({
        ".amplifier/hooks/plugin/hooks/hooks.json": hooks,
        ".amplifier/hooks/plugin/.claude-plugin/hooks.json": { json: { PreToolUse: [{}] } },
        ".claude/hooks.json": String.raw`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a \d"}]}]}`
      })
      assert.deepStrictEqual(found, [
        ".amplifier/hooks/plugin/.claude-plugin/hooks.json: It belongs at .amplifier/hooks/plugin/hooks/hooks.json.",
        ".claude/hooks.json: It belongs at .claude/settings.json."
      ])
    })
  )
})

const skill = "---\nname: guard\ndescription: A guard.\nhooks:\n  PreToolUse: []\n---\nText."

/** Each file whose name is in another case, and where it belongs. */
const inOtherCase: ReadonlyArray<readonly [file: string, belongs: string, content?: string]> = [
  ["~/.claude/Settings.json", "~/.claude/settings.json"],
  [".claude/Settings.local.json", ".claude/settings.local.json"],
  [".Claude/settings.json", ".claude/settings.json"],
  [".cursor/Hooks.json", ".cursor/hooks.json"],
  [".codex/HOOKS.JSON", ".codex/hooks.json"],
  [".codex/Config.toml", ".codex/config.toml", "[[hooks.PreToolUse]]\nmatcher = 'Bash'\n"],
  [".github/hooks/guard.JSON", ".github/hooks/guard.json"],
  [".amplifier/hooks/guards/Hooks.json", ".amplifier/hooks/guards/hooks.json"],
  [".amplifier/hooks/plugin/Hooks/hooks.json", ".amplifier/hooks/plugin/hooks/hooks.json"],
  [".claude/skills/guard/skill.md", ".claude/skills/guard/SKILL.md", skill],
  ["~/.claude/skills/more/deep/Skill.md", "~/.claude/skills/more/deep/SKILL.md", skill],
  [".claude/agents/guard.MD", ".claude/agents/guard.md", skill],
  [".hookline/Settings.json", ".hookline/settings.json", `{"failure_policy": "closed"}`]
]

// Elsewhere the file systems know no case, so that such a file is read.
const live = Requirement.live(() => (process.platform === "linux" ? undefined : "needs names that differ in case"))

describe("hookline check, about names in another case", () => {
  live("names each file that is not read, and where it belongs", () =>
    Effect.gen(function* () {
      for (const [file, belongs, content] of inOtherCase) {
        assert.deepStrictEqual(yield* checked({ [file]: content ?? hooks }), [
          `${file}: Rename it to ${belongs.replace("~/", "")}.`
        ])
      }
    })
  )

  live("names one beside the file that is read, and none without hooks", () =>
    Effect.gen(function* () {
      const found = yield* checked({
        ".claude/settings.json": hooks,
        ".claude/settings.local.json": hooks,
        ".claude/SETTINGS.json": hooks,
        ".claude/Settings.json": { json: { permissions: {} } },
        ".claude/skills/plain/skill.md": "---\nname: plain\ndescription: hooks\n---\nText.",
        ".claude/skills/guard/SKILL.md": skill,
        ".cursor/Hooks.json": "no JSON",
        ".hookline/Settings.json": "{}"
      })
      assert.deepStrictEqual(found, [
        ".claude/SETTINGS.json: What it holds belongs into .claude/settings.json, which is read."
      ])
    })
  )
})

/** Each file whose path has one letter more, fewer or other than one that is read, and where it belongs. */
const oneLetter: ReadonlyArray<readonly [file: string, belongs: string, content?: string]> = [
  [".claude/setting.json", ".claude/settings.json"],
  [".claude/setings.local.json", ".claude/settings.local.json"],
  ["~/.claude/settings.json5", "~/.claude/settings.json"],
  [".cluade/settings.json", ".claude/settings.json"],
  [".cursor/hooks.jsonc", ".cursor/hooks.json"],
  [".cursor/hook.json", ".cursor/hooks.json"],
  [".github/hook/guard.json", ".github/hooks/guard.json"],
  [".github/hooks/guard.jsonc", ".github/hooks/guard.json"],
  [".claude/skill/guard/SKILL.md", ".claude/skills/guard/SKILL.md", skill],
  [".hookline/setting.json", ".hookline/settings.json", `{"failure_policy": "closed"}`],
  [".hooklin/settings.json", ".hookline/settings.json", `{"failure_policy": "closed"}`]
]

describe("hookline check, about names with one other letter", () => {
  it.live("names each file that is not read, and where it belongs", () =>
    Effect.gen(function* () {
      for (const [file, belongs, content] of oneLetter) {
        assert.deepStrictEqual(yield* checked({ [file]: content ?? hooks }), [
          `${file}: Rename it to ${belongs.replace("~/", "")}.`
        ])
      }
    })
  )

  it.live("leaves alone copies of editors, other names, and files without hooks", () =>
    Effect.gen(function* () {
      const found = yield* checked({
        ".claude/settings.json": hooks,
        ".claude/settings.json~": hooks,
        ".claude/settings.json.bak": hooks,
        ".claude/settings.backup.json": hooks,
        ".cursor/hook.json": { json: { permissions: {} } },
        "~/.hookline/settings.local.json": "{}",
        ".claude/skill/plain/SKILL.md": "---\nname: plain\ndescription: hooks\n---\nText."
      })
      assert.deepStrictEqual(found, [])
    })
  )

  it.live("names local settings of the user, which count in a project only", () =>
    Effect.gen(function* () {
      const closed = `{"failure_policy": "closed"}`
      assert.deepStrictEqual(yield* checked({ "~/.hookline/settings.local.json": closed }), [
        "~/.hookline/settings.local.json: What it holds belongs into .hookline/settings.json, which is read."
      ])
      assert.deepStrictEqual(yield* checked({ ".hookline/settings.local.json": closed }), [])
      assert.deepStrictEqual(yield* checked({ "~/.claude/settings.local.json": hooks }), [
        "~/.claude/settings.local.json: Rename it to .claude/settings.json."
      ])
      assert.deepStrictEqual(yield* checked({ "~/.amcp/hooks.json": hooks, "~/.claude/settings.local.json": "{}" }), [
        "~/.amcp/hooks.json: Rename it to .config/amcp/hooks.json."
      ])
    })
  )

  it.live("names a skill without a folder, and files of a plugin that are nearly read", () =>
    Effect.gen(function* () {
      const found = yield* checked({
        ".claude/skills/guard.md": skill,
        ".claude/skills/README.md": "No hooks.",
        ".amplifier/hooks/one/.claude-plugin/plugin.json": { json: { name: "one" } },
        ".amplifier/hooks/one/hooks/hooks.jsonc": hooks,
        ".amplifier/hooks/two/plugin.json": hooks
      })
      assert.deepStrictEqual(found, [
        ".amplifier/hooks/one/hooks/hooks.jsonc: Rename it to .amplifier/hooks/one/hooks/hooks.json.",
        ".amplifier/hooks/two/plugin.json: It belongs at .amplifier/hooks/two/.claude-plugin/plugin.json.",
        ".claude/skills/guard.md: Rename it to .claude/skills/guard/SKILL.md."
      ])
    })
  )
})
