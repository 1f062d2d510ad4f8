// Hooks that ask a model, in the command: the environment says which.
import { assert, describe, it } from "@effect/vitest"
import { type TestProject, TestProvider } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { hookline } from "../commands/hookline.ts"

const files: TestProject.Files = {
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [{ type: "prompt", prompt: "Is it safe? $ARGUMENTS", onFailure: "closed" }] }
        ]
      }
    }
  }
}

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  tool_name: "Bash",
  tool_input: { command: "rm -rf /" }
})

const ways = {
  run: { args: ["run", "PreToolUse", "--input", '{"command": "rm -rf /"}', "--json"], input: "" },
  dispatch: { args: ["dispatch", "--host", "claude"], input: payload }
} as const

const asked = (way: keyof typeof ways, env: Readonly<Record<string, string>>) =>
  hookline(files, ways[way].args, { input: ways[way].input, env })

describe.each(["run", "dispatch"] as const)("hookline %s, with a hook that asks a model", (way) => {
  for (const [wire, variable] of [
    ["anthropic", "ANTHROPIC"],
    ["openAi", "OPENAI"]
  ] as const) {
    it.live(`asks the provider whose key is there: ${variable}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { requests, url } = yield* TestProvider.make(
            wire,
            TestProvider.inOrder({ text: '{"ok": false, "reason": "It deletes everything."}' })
          )
          const { stdout } = yield* asked(way, { [`${variable}_API_KEY`]: "k", [`${variable}_BASE_URL`]: url })
          assert.strictEqual(requests.length, 1, stdout)
          assert.include(JSON.stringify(requests[0]?.messages), "rm -rf /")
          assert.include(stdout, "It deletes everything.")
          assert.include(stdout.toLowerCase(), "deny")
        })
      )
    )
  }

  it.live("says which variable to set where there is no key, and denies where the hook says closed", () =>
    Effect.gen(function* () {
      const { stdout } = yield* asked(way, {})
      assert.include(stdout, "ANTHROPIC_API_KEY")
      assert.include(stdout.toLowerCase(), "deny")
    })
  )
})
