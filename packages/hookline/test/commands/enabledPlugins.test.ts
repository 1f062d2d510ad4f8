// What the command does with plugins that Claude Code has enabled, and with the skills of plugins.
import { assert, describe, it } from "@effect/vitest"
import type { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { rmSync } from "node:fs"
import path from "node:path"
import { guard, place, writeFiles } from "./plugins.ts"

const id = "guard@team"

/** A home in which Claude Code has installed the guard, in the folder of its version. */
const withGuard = (home: string, switches: object, files: TestProject.Files = guard): string => {
  const folder = path.join(home, ".claude/plugins/cache/team/guard/1.0.0")
  writeFiles(folder, files)
  writeFiles(path.join(home, ".claude"), {
    "settings.json": { json: { enabledPlugins: switches } },
    "plugins/installed_plugins.json": {
      json: { version: 2, plugins: { [id]: [{ scope: "user", installPath: folder, version: "1.0.0" }] } }
    }
  })
  return folder
}

const skill = `---
name: release
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./only-from-main.sh
---
`

const call = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: "/",
  tool_name: "Bash",
  tool_input: { command: "ls" }
})

describe("a plugin that Claude Code has enabled", () => {
  it.live("is reported by check where its only hooks are at a place that is not read", () =>
    place({}, ({ home, run }) =>
      Effect.gen(function* () {
        const hooks = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] } } }
        for (const file of [".claude-plugin/hooks.json", "hooks/pre.json", "hooks.json"]) {
          const manifest = { ".claude-plugin/plugin.json": { json: { name: "guard" } } }
          const folder = withGuard(home, { [id]: true }, { ...manifest, [file]: hooks })
          const { stdout } = yield* run(["check"])
          assert.include(stdout, path.join(folder, file), stdout)
          rmSync(folder, { recursive: true })
        }
        for (const key of ["hook", "Hooks", "h\u043eoks"]) {
          for (const value of ["./a.json", hooks.json.hooks]) {
            const manifest = { ".claude-plugin/plugin.json": { json: { name: "guard", [key]: value } } }
            const folder = withGuard(home, { [id]: true }, { ...manifest, "a.json": hooks })
            assert.match((yield* run(["check"])).stdout, /manifest-invalid[^]*which is not read/, key)
            rmSync(folder, { recursive: true })
          }
        }
      })
    )
  )

  it.live("is listed, planned, checked, run and offered for migration under other hosts", () =>
    place({}, ({ home, run }) =>
      Effect.gen(function* () {
        const folder = withGuard(home, { [id]: true })
        const listed = yield* run(["list", "--json"])
        const { hooks } = JSON.parse(listed.stdout) as {
          readonly hooks: ReadonlyArray<{ readonly id: string; readonly source: { readonly plugin?: string } }>
        }
        assert.deepStrictEqual(
          hooks.flatMap(({ id: one, source }) =>
            source.plugin === undefined ? [] : [[one.slice(0, one.lastIndexOf("/")), source.plugin]]
          ),
          [[`user:${id}/PreToolUse`, id]]
        )
        assert.include((yield* run(["plan", "PreToolUse", "--tool", "Bash"])).stdout, `user:${id}/PreToolUse/`)
        const checked = yield* run(["check", "--host", "claude"])
        assert.strictEqual(checked.exit, 0, checked.stdout)
        assert.include(checked.stdout, "Claude Code runs it itself")
        const ran = yield* run(["run", "PreToolUse", "--tool", "Bash", "--exit-code"])
        assert.strictEqual(ran.exit, 2)
        assert.include(ran.stdout, `no, says ${folder}`)
        const migrated = yield* run([
          "migrate",
          "--from",
          "claude",
          "--to",
          "amplifier",
          "--scope",
          "user",
          "--dry-run"
        ])
        assert.include(migrated.stdout, "guard.sh", migrated.stderr)
      })
    )
  )

  it.live("runs once under Claude Code itself, also beside a copy that was installed by us", () =>
    place({}, ({ home, run, write }) =>
      Effect.gen(function* () {
        const source = write("source", guard)
        assert.strictEqual((yield* run(["install", source, "--yes"])).exit, 0)
        const dispatch = (host: string) => run(["dispatch", "--host", host], { input: call })
        assert.include((yield* dispatch("claude")).stdout, ".amplifier/hooks/guard")
        withGuard(home, { [id]: true })
        assert.strictEqual((yield* dispatch("claude")).stdout.trim(), "")
        const denials = (yield* run(["run", "PreToolUse", "--tool", "Bash"])).stdout.match(/no, says/g)
        assert.strictEqual(denials?.length, 1)
        withGuard(home, { [id]: false })
        assert.include((yield* dispatch("claude")).stdout, ".amplifier/hooks/guard")
      })
    )
  )

  it.live("is disabled by its name, and enabled again", () =>
    place({}, ({ home, run }) =>
      Effect.gen(function* () {
        withGuard(home, { [id]: true })
        assert.strictEqual((yield* run(["disable", "guard", "--user"])).exit, 0)
        assert.include((yield* run(["list"])).stdout, "switched off by")
        assert.strictEqual((yield* run(["enable", id, "--user"])).exit, 0)
        assert.notInclude((yield* run(["list"])).stdout, "switched off by")
      })
    )
  )

  it.live("brings the hooks of its skills", () =>
    place({}, ({ home, run }) =>
      Effect.gen(function* () {
        withGuard(home, { [id]: true }, { ...guard, "skills/release/SKILL.md": skill })
        assert.include((yield* run(["list"])).stdout, "(with the skill guard:release)")
        assert.include((yield* run(["check"])).stdout, "only-from-main.sh")
      })
    )
  )
})

describe("the skills of a plugin that is installed by us", () => {
  it.live("are shown before the plugin is written, and checked and listed then", () =>
    place({}, ({ run, write }) =>
      Effect.gen(function* () {
        const source = write("source", {
          ".claude-plugin/plugin.json": { json: { name: "guard" } },
          "skills/release/SKILL.md": skill
        })
        const installed = yield* run(["install", source, "--yes"])
        assert.strictEqual(installed.exit, 0, installed.stderr)
        assert.include(installed.stdout, "only-from-main.sh")
        assert.include(installed.stdout, "script-missing")
        assert.include((yield* run(["check"])).stdout, "script-missing")
        assert.include((yield* run(["list"])).stdout, "(with the skill guard:release)")
      })
    )
  )
})
