// The agent of an event, in each form in which a host may send it: an agent without a name has no hooks of its own.
import { assert, describe, it } from "@effect/vitest"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Result from "effect/Result"

const agentOf = (value: unknown): unknown => {
  const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {}, agent_type: value }
  return Result.getOrThrow(ClaudeCode.event.read(payload)).events[0]?.agentType
}

describe("the type of an agent", () => {
  it("is a text, whatever its form is", () => {
    assert.strictEqual(agentOf("rev"), "rev")
    assert.strictEqual(agentOf(5), "5")
    assert.strictEqual(agentOf(["rev"]), "rev")
    assert.strictEqual(agentOf({ name: "rev", id: 1 }), "rev")
    assert.strictEqual(agentOf([{ name: "rev" }]), "rev")
  })

  it("is absent where there is none", () => {
    for (const value of [undefined, null]) assert.isUndefined(agentOf(value))
  })
})
