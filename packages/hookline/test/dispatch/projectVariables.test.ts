// Variables that a project sets for its host reach dispatch. They decide nothing about the user's own guards.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as os from "node:os"
import * as path from "node:path"
import * as fs from "node:fs"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { drop } from "../../src/dispatch/projectVariables.ts"
import { hooklineIn, type Options } from "../commands/hookline.ts"

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo mine >&2; exit 2" }] }] } } }

const input = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: {} })

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const ask = (place: Place, env: Options["env"] = {}, cwd = place.project) =>
  hooklineIn(place, ["dispatch", "--host", "claude"], { input, env, cwd })

describe.concurrent("a variable that a host passes on", () => {
  it.live("can only tighten", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": guard })
        const variables = {
          HOOKLINE_ENABLED: "false",
          HOOKLINE_ALLOW_USER_HOOKS: "false",
          HOOKLINE_DISABLED: "user:amplifier/PreToolUse,amplifier",
          HOOKLINE_DEFAULT_TIMEOUT: "0.001",
          HOOKLINE_MAX_TIMEOUT: "0.001",
          HOOKLINE_SHELL: "true",
          HOOKLINE_FAILURE_POLICY: "open",
          HOOKLINE_AUDIT: "off"
        }
        const { stdout } = yield* ask(place, variables)
        assert.match(stdout, /"permissionDecision":"deny","permissionDecisionReason":"mine"/)
        assert.isTrue(fs.existsSync(path.join(place.home, ".local/state/hookline/audit")))
      })
    )
  )

  it.live("tightens", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 1" }] }] }
        const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": { json: { hooks } } })
        assert.notMatch((yield* ask(place)).stdout, /"deny"/)
        assert.match((yield* ask(place, { HOOKLINE_FAILURE_POLICY: "closed" })).stdout, /"deny"/)
      })
    )
  )

  it.live("names no folder of the user where the project's settings of the host set it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const toml =
          '[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = "echo mine >&2; exit 2"\nmatcher = "*"\n'
        const place = yield* TestProject.make({
          "~/.config/amcp/hooks.toml": toml,
          ".claude/settings.json": { json: { env: { XDG_CONFIG_HOME: "/nowhere", XDG_STATE_HOME: "/nowhere" } } },
          "src/x": ""
        })
        const env = { XDG_CONFIG_HOME: "/nowhere" }
        const below = path.join(place.project, "src")
        for (const { stderr, stdout } of [
          yield* ask(place, env),
          yield* ask(place, env, below),
          yield* ask(place, { ...env, CLAUDE_PROJECT_DIR: place.project }, "/")
        ]) {
          assert.include(stdout, '"permissionDecisionReason":"mine"')
          assert.include(stderr, `XDG_CONFIG_HOME is set by ${place.project}/.claude/settings.json`)
        }
      })
    )
  )
})

describe("the variables that a project sets for its host", () => {
  const dropped = (files: TestProject.Files, env: Record<string, string | undefined>) =>
    Effect.scoped(
      Effect.map(TestProject.make(files), ({ project }) => {
        const seen: Array<string> = []
        const texts = drop(env, ClaudeCode, (file) => seen.push(path.relative(project, file)), project)
        return { env, texts: texts.length, seen: seen.filter((file) => !file.startsWith("..")) }
      })
    )
  const sets = (env: unknown) => ({ ".claude/settings.json": { json: { env } } })

  it.effect("are dropped where they decide what is the user's, and the home folder is that of the account", () =>
    Effect.gen(function* () {
      const { homedir } = os.userInfo()
      const given = {
        HOME: "/project/home",
        NODE_OPTIONS: "-r /x",
        HOOKLINE_ENABLED: "false",
        XDG_DATA_HOME: "/x",
        A: "1"
      }
      const { env, texts } = yield* dropped(sets({ ...given, A: "2" }), { ...given })
      assert.deepStrictEqual(env, { HOME: homedir, A: "1" })
      assert.strictEqual(texts, 4)
      assert.deepStrictEqual((yield* dropped(sets({ A: "1" }), { ...given })).env, given)
      assert.deepStrictEqual((yield* dropped(sets({ HOME: homedir }), { HOME: homedir })).texts, 0)
    })
  )

  it.effect("are read from both files, with comments, and from no broken one", () =>
    Effect.gen(function* () {
      const local = { ".claude/settings.local.json": '\uFEFF{ // here\n "env": { "HOME": "/x", }, }' }
      const { env, seen } = yield* dropped(local, { HOME: "/x" })
      assert.strictEqual(env["HOME"], os.userInfo().homedir)
      assert.deepStrictEqual(seen, [".claude/settings.json", ".claude/settings.local.json"])
      for (const text of ["", "[]", "null", '{"env": []}', '{"env": {"HOME"', '{"environment": {"HOME": "/x"}}']) {
        assert.strictEqual((yield* dropped({ ".claude/settings.json": text }, { HOME: "/x" })).env["HOME"], "/x")
      }
      // Nothing is read where nothing could be meant.
      assert.deepStrictEqual((yield* dropped(sets({ HOME: "/x" }), { HOME: os.userInfo().homedir, A: "1" })).seen, [])
    })
  )
})
