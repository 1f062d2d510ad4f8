// A hook that takes longer than the host waits: the host is answered before, and told that the hook failed.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hookline } from "../commands/hookline.ts"

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" }
})

const files = (more: object = {}) => ({
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "sleep 20", timeout: 300, ...more }] }] } }
  }
})

const args = ["dispatch", "--host", "claude", "--limit", "4"]

describe.concurrent("a hook that is later than its host waits", () => {
  it.live("is told as one that did not answer", () =>
    Effect.gen(function* () {
      const { exit, stdout } = yield* hookline(files(), args, { input: payload })
      assert.strictEqual(exit, 0)
      assert.match(stdout, /"systemMessage":".*did not answer within/)
    })
  )

  it.live("denies where its failure is to deny", () =>
    Effect.gen(function* () {
      const { exit, stdout } = yield* hookline(files({ onFailure: "closed" }), args, { input: payload })
      assert.strictEqual(exit, 0)
      assert.match(stdout, /"permissionDecision":"deny".*did not answer within/)
    })
  )
})
