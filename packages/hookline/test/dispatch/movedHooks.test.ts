// Hooks that were seen to move themselves to the background are named by who shows hooks without running them.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hooklineIn } from "../commands/hookline.ts"

const planned = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      groups: Schema.Array(
        Schema.Struct({ hooks: Schema.Array(Schema.Struct({ background: Schema.optionalKey(Schema.Boolean) })) })
      )
    })
  )
)
const checked = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ background: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String }))) })
  )
)

const moving = { type: "command", command: `echo '{"async": true}'; exit 2` }

const project = TestProject.make({
  ".hookline/.keep": "",
  ".claude/settings.json": {
    json: {
      hooks: {
        PreToolUse: [{ hooks: [moving, { type: "command", command: "exit 0" }] }],
        SessionStart: [{ hooks: [moving] }]
      }
    }
  }
})

const payload = (event: string, fields: object): string =>
  JSON.stringify({ hook_event_name: event, session_id: "s1", ...fields })

const call = payload("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } })
const begin = payload("SessionStart", { source: "startup" })

describe("a hook that moved itself to the background", () => {
  it.live("is named by plan and check where it could have denied, once it was seen", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const folders = yield* project
        const run = (words: ReadonlyArray<string>, input = "") => hooklineIn(folders, words, { input })
        const plan = ["plan", "PreToolUse", "--tool", "Bash"]
        const marked = Effect.gen(function* () {
          const { groups } = planned((yield* run([...plan, "--json"])).stdout)
          const { background: found = [] } = checked((yield* run(["check", "--json"])).stdout)
          return {
            plan: groups.flatMap(({ hooks }) => hooks.map(({ background = false }) => background)),
            check: found.map(({ id }) => id.includes("PreToolUse"))
          }
        })
        assert.deepStrictEqual(yield* marked, { plan: [false, false], check: [] })
        const dispatch = ["dispatch", "--host", "claude", "--include-own"]
        yield* run(dispatch, begin)
        assert.deepStrictEqual(yield* marked, { plan: [false, false], check: [] })
        const ended = yield* run(dispatch, call)
        assert.include(ended.stdout, "moved itself to the background")
        assert.strictEqual((yield* run(dispatch, call)).stdout, "")
        assert.deepStrictEqual(yield* marked, { plan: [true, false], check: [true] })
        assert.match((yield* run(plan)).stdout, /moved itself to the background/)
        const { exit, stdout } = yield* run(["check"])
        assert.match(stdout, /moved itself to the background/)
        assert.strictEqual(exit, 0)
      })
    )
  )
})
