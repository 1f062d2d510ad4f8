// Payloads of Cursor, as its documents have them.
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { cursorEvents } from "../../src/cursor/events.ts"

const base = { conversation_id: "c-1", generation_id: "g", cursor_version: "2.0", workspace_roots: ["/p"] }

const first = (payload: object) => {
  const [event] = Result.getOrThrow(cursorEvents.read({ ...base, ...payload })).events
  return event
}

describe("Cursor reports", () => {
  it("a call by its conversation and its first folder", () => {
    assert.deepInclude(
      first({ hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "ls" }, tool_use_id: "t" }),
      { _tag: "PreToolUse", toolName: "Shell", toolInput: { command: "ls" }, sessionId: "c-1", cwd: "/p" }
    )
  })

  it("a call of a server's tool, which guards of servers see", () => {
    const call = { hook_event_name: "preToolUse", tool_name: "MCP:deploy", tool_input: {} }
    assert.deepInclude(first(call), { toolName: "mcp__cursor__deploy" })
  })

  it("a result as a text of JSON, or as a plain one", () => {
    const call = { hook_event_name: "postToolUse", tool_name: "Shell", tool_input: {} }
    assert.deepInclude(first({ ...call, tool_output: `{"exitCode":0}` }), { toolResponse: { exitCode: 0 } })
    assert.deepInclude(first({ ...call, tool_output: "done" }), { toolResponse: "done" })
  })

  it("a failure, a prompt, and an end that was put off", () => {
    assert.deepInclude(
      first({ hook_event_name: "postToolUseFailure", tool_name: "Shell", tool_input: {}, error_message: "no" }),
      { _tag: "PostToolUseFailure", error: "no" }
    )
    assert.deepInclude(first({ hook_event_name: "beforeSubmitPrompt", prompt: "go" }), {
      _tag: "UserPromptSubmit",
      prompt: "go"
    })
    assert.deepInclude(first({ hook_event_name: "stop", status: "completed", loop_count: 1 }), {
      _tag: "Stop",
      stopHookActive: true
    })
  })
})
