// Folders that variables name relative to the project: nothing is written there, and nothing there is the user's.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { hooklineIn } from "../commands/hookline.ts"

const input = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "x" }
})

const hooks = (command: string) => ({
  json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command, once: true }] }] } }
})

describe("a folder of the XDG base directories that is relative", () => {
  it.live("is refused by dispatch, whichever it is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({
          ".amplifier/hooks/hooks.json": hooks("exit 2"),
          "x/amcp/hooks.toml": ""
        })
        const list = () => fs.readdirSync(place.project, { recursive: true }).map(String).toSorted()
        const before = list()
        for (const relative of ["x", "./x", ".", "../project/x"]) {
          const env = { XDG_CACHE_HOME: relative, XDG_STATE_HOME: relative, XDG_CONFIG_HOME: relative }
          const { stderr, stdout } = yield* hooklineIn(place, ["dispatch", "--host", "claude"], { input, env })
          assert.include(stdout, `"permissionDecision":"deny"`)
          assert.strictEqual(stderr, "")
        }
        assert.deepStrictEqual(list(), before)
        assert.isTrue(fs.existsSync(`${place.home}/.local/state/hookline`))
      })
    )
  )
})
