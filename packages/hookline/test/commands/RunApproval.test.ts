// A guard that ran and had nothing to say: that is not known the next time, since it may see something else then.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { settleMillis } from "../../src/dispatch/fastpath/fingerprint.ts"
import { hooklineIn } from "./hookline.ts"

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const make = TestProject.make({
  "sub/.keep": "",
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [{ type: "command", command: "if [ -e sub/danger ]; then echo no >&2; exit 2; fi" }]
          }
        ]
      }
    }
  }
})

const ask = (place: Place, tool: string) =>
  hooklineIn(place, ["dispatch", "--host", "claude"], {
    input: JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s1", tool_name: tool, tool_input: {} })
  })

const isKept = ({ home }: Place): boolean => {
  const folder = path.join(home, ".local/state/hookline/quiet")
  return fs.existsSync(folder) && fs.readdirSync(folder).length > 0
}

describe("a guard that had nothing to say", () => {
  it.live("is asked again, also when all else is known", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        // Until what nothing is meant for is known: from then on everything that may be kept is.
        while (!isKept(place)) {
          assert.strictEqual((yield* ask(place, "Read")).stdout, "")
          yield* Effect.sleep(settleMillis)
        }
        for (let call = 0; call < 2; call++) assert.strictEqual((yield* ask(place, "Bash")).stdout, "")
        fs.writeFileSync(path.join(place.project, "sub/danger"), "")
        assert.include((yield* ask(place, "Bash")).stdout, '"permissionDecision":"deny"')
      })
    )
  )
})
