// CLAUDE_CONFIG_DIR moves all that Claude Code reads of the user, and so all that is read here.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, writeFileSync } from "node:fs"
import { hooklineIn } from "../commands/hookline.ts"

const guard = (reason: string) => ({ type: "command", command: `echo ${reason} >&2; exit 2` })

const hooks = (reason: string) => ({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard(reason)] }] } })

const skill =
  "---\nname: rel\ndescription: A guard.\nhooks:\n  PreToolUse:\n    - hooks: [{type: command, command: exit 2}]\n---\nText."

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const dispatched = (place: Place, env: Readonly<Record<string, string>>, host = "amplihack") =>
  hooklineIn(place, ["dispatch", "--host", host], {
    env,
    input: JSON.stringify({
      session_id: "s",
      cwd: place.project,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" }
    })
  })

describe("the folder that CLAUDE_CONFIG_DIR names", () => {
  it.live("has the user's settings, in the place of ~/.claude", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({
        "~/moved/settings.json": { json: hooks("moved") },
        "~/.claude/settings.json": { json: hooks("usual") }
      })
      const moved = { CLAUDE_CONFIG_DIR: `${place.home}/moved/` }
      const { stdout } = yield* dispatched(place, moved)
      assert.match(stdout, /moved/)
      assert.notMatch(stdout, /usual/)
      assert.match((yield* dispatched(place, {})).stdout, /usual/)
      // A relative one would be the project's.
      assert.match((yield* dispatched(place, { CLAUDE_CONFIG_DIR: "../home/moved" })).stdout, /usual/)
      // Claude Code runs its own files itself, and those are the moved ones.
      const { stdout: own } = yield* dispatched(place, moved, "claude")
      assert.notMatch(own, /moved|usual/)
    }).pipe(Effect.scoped)
  )

  it.live("has the user's plugins, skills and agents", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({
        "~/moved/settings.json": { json: { enabledPlugins: { "g@mk": true } } },
        "~/moved/plugins/cache/g/hooks/hooks.json": { json: hooks("of-the-plugin") },
        "~/moved/skills/rel/SKILL.md": skill,
        "~/moved/agents/guard.md": skill.replace("rel", "guard")
      })
      const installPath = `${place.home}/moved/plugins/cache/g`
      const plugins = { "g@mk": [{ scope: "user", installPath, version: "1" }] }
      writeFileSync(`${place.home}/moved/plugins/installed_plugins.json`, JSON.stringify({ version: 2, plugins }))
      const env = { CLAUDE_CONFIG_DIR: `${place.home}/moved` }
      assert.match((yield* dispatched(place, env)).stdout, /of-the-plugin/)
      const listed = yield* hooklineIn(place, ["list", "--json"], { env })
      assert.include(listed.stdout, `${place.home}/moved/skills/rel/SKILL.md`)
      assert.include(listed.stdout, `${place.home}/moved/agents/guard.md`)
    }).pipe(Effect.scoped)
  )

  it.live("is where attach writes, and where doctor looks", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({})
      const env = { CLAUDE_CONFIG_DIR: `${place.home}/moved` }
      yield* hooklineIn(place, ["attach", "claude", "--scope", "user"], { env })
      assert.isTrue(existsSync(`${place.home}/moved/settings.json`))
      assert.isFalse(existsSync(`${place.home}/.claude/settings.json`))
      assert.match((yield* hooklineIn(place, ["doctor"], { env })).stdout, /Claude Code.*user/)
      assert.notMatch((yield* hooklineIn(place, ["doctor"])).stdout, /Claude Code.*user/)
    }).pipe(Effect.scoped)
  )

  it.live("counts for nothing where a project sets it, because that would take the user's guards away", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({
        "~/.claude/settings.json": { json: hooks("usual") },
        ".claude/settings.json": { json: { env: { CLAUDE_CONFIG_DIR: "/nowhere" } } }
      })
      const { stderr, stdout } = yield* dispatched(place, { CLAUDE_CONFIG_DIR: "/nowhere" })
      assert.match(stdout, /usual/)
      assert.match(stderr, /CLAUDE_CONFIG_DIR is set by/)
    }).pipe(Effect.scoped)
  )
})
