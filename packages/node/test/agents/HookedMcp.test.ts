// An MCP server whose tools pass the hooks: a real process and effect's own client.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hooks, says, specific } from "./fixtures.ts"
import { read } from "./mcpClient.ts"

const tool = "mcp__files__read"

describe("HookedMcp", () => {
  it.live("answers a call that no hook minds", () =>
    Effect.gen(function* () {
      const { isError, structured, texts } = yield* read({})
      assert.deepStrictEqual([texts, isError], [[`{"text":"text of notes.md"}`], false])
      assert.deepStrictEqual(structured, { text: "text of notes.md" })
    })
  )

  it.live("answers a denied call by an error that says why", () =>
    Effect.gen(function* () {
      const { isError, texts } = yield* read(
        hooks({ [`PreToolUse:${tool}`]: "echo not that file >&2; exit 2" }),
        ".env"
      )
      assert.isTrue(isError)
      assert.include(texts.join(), "not that file")
    })
  )

  it.live("calls the tool with the input that a hook changed, and gives the result that a hook changed", () =>
    Effect.gen(function* () {
      const { structured } = yield* read(
        hooks({ PreToolUse: specific("PreToolUse", { updatedInput: { path: "public.md" } }) })
      )
      assert.deepStrictEqual(structured, { text: "text of public.md" })
      const redacted = yield* read(
        hooks({ PostToolUse: specific("PostToolUse", { updatedToolOutput: { text: "[redacted]" } }) })
      )
      assert.deepStrictEqual(redacted.structured, { text: "[redacted]" })
      assert.notInclude(redacted.texts.join(), "text of")
    })
  )

  it.live("tells what hooks add, and who wants the agent stopped, after the result", () =>
    Effect.gen(function* () {
      const { metas, structured, texts } = yield* read(
        hooks({
          [`PostToolUse:${tool}`]: says({
            continue: false,
            stopReason: "Enough.",
            hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "It is old." }
          })
        })
      )
      assert.deepStrictEqual(structured, { text: "text of notes.md" })
      assert.strictEqual(texts[1], "It is old.")
      assert.match(
        JSON.stringify(metas[1]),
        /^{"hookline":{"from":\[{"by":"claude\/PostToolUse.*","event":"PostToolUse","bytes":10,"time":\d+}\]}}$/
      )
      assert.match(texts[2] ?? "", /asks you to stop here: Enough\./)
    })
  )
})
