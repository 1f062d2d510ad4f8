import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { amcpEvents as wire } from "../../src/amcp/events.ts"
import { bare, firstOf, refusal } from "../format/wire/reading.ts"

const session = { session_id: "s", cwd: "/w" }

describe("a payload of AMCP", () => {
  it("becomes the event that it names", () => {
    const payload = {
      ...session,
      hook_event_name: "PostToolUse",
      tool_name: "write_file",
      tool_input: { path: "/f", content: "x" },
      tool_response: { success: true },
      tool_use_id: "u"
    }
    const event = firstOf(wire, payload)
    assert.deepStrictEqual(bare(event), {
      _tag: "PostToolUse",
      sessionId: "s",
      cwd: "/w",
      toolName: "write_file",
      toolInput: { path: "/f", content: "x" },
      toolUseId: "u",
      toolResponse: { success: true }
    })
    assert.deepStrictEqual(wire.write(event), payload)
  })

  it("is of a call without arguments where it holds no input, since AMCP leaves out what is empty", () => {
    for (const name of ["PreToolUse", "PostToolUse"]) {
      const event = firstOf(wire, { ...session, hook_event_name: name, tool_name: "mcp.files.list" })
      assert.deepStrictEqual("toolInput" in event && event.toolInput, {})
    }
  })

  it("is refused where it lacks anything else", () => {
    assert.include(refusal(wire, { ...session, hook_event_name: "PreToolUse", tool_input: {} }), "lacks `tool_name`")
    assert.include(
      refusal(wire, { ...session, hook_event_name: "PermissionRequest", tool_name: "bash" }),
      "lacks `tool_input`"
    )
  })

  it("is refused where the input is no object, empty or not", () => {
    const payload = { ...session, hook_event_name: "PreToolUse", tool_name: "bash" }
    assert.include(refusal(wire, { ...payload, tool_input: "" }), "`tool_input`")
    assert.include(refusal(wire, { ...payload, tool_input: [] }), "`tool_input`")
  })

  it("tells under metadata why memory is compacted", () => {
    const payload = { ...session, hook_event_name: "PreCompact", metadata: { compact_type: "manual", tokens: 5 } }
    const event = firstOf(wire, payload)
    assert.deepStrictEqual(bare(event), { _tag: "PreCompact", sessionId: "s", cwd: "/w", trigger: "manual" })
    assert.deepStrictEqual(wire.write(event), payload)
  })

  it("may tell it as all others do, which counts more", () => {
    const payload = { hook_event_name: "PreCompact", trigger: "auto", metadata: { compact_type: "manual" } }
    const event = firstOf(wire, payload)
    assert.deepStrictEqual(bare(event), { _tag: "PreCompact", trigger: "auto" })
    assert.deepStrictEqual(wire.write(event), { hook_event_name: "PreCompact", metadata: { compact_type: "auto" } })
  })

  it("is compacted without anybody's order where it does not say why", () => {
    for (const metadata of [undefined, null, 5, {}, { compact_type: null }]) {
      const event = firstOf(wire, { hook_event_name: "PreCompact", metadata })
      assert.deepStrictEqual(bare(event), { _tag: "PreCompact", trigger: "auto" })
    }
  })
})

describe("a hook of AMCP", () => {
  it("is fed an empty input as an empty input", () => {
    const event = HookEvent.cases.PreToolUse.make({ toolName: "mcp.files.list", toolInput: {} })
    assert.deepStrictEqual(wire.encodeForHook(event), {
      hook_event_name: "PreToolUse",
      tool_name: "mcp.files.list",
      tool_input: {}
    })
  })

  it("is fed the reason of a compaction in both places", () => {
    const event = HookEvent.cases.PreCompact.make({ trigger: "manual" })
    assert.deepStrictEqual(wire.encodeForHook(event), {
      hook_event_name: "PreCompact",
      trigger: "manual",
      metadata: { compact_type: "manual" }
    })
  })
})
