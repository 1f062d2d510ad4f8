import { assert, describe, it } from "@effect/vitest"
import type { EventWire, HostTool } from "@hookline/core/Dialect"
import * as HookEvent from "@hookline/schema/HookEvent"
import { amcpEvents } from "../../../src/amcp/events.ts"
import { amplifierEvents } from "../../../src/amplifier/events.ts"
import { amplihackEvents } from "../../../src/amplihack/events.ts"
import { claudeEvents } from "../../../src/claude/events.ts"
import { HookEvents } from "@hookline/testing"
import { bare, firstOf } from "./reading.ts"

const wires: ReadonlyArray<{ readonly name: string; readonly wire: EventWire }> = [
  { name: "Claude Code", wire: claudeEvents },
  { name: "Amplifier", wire: amplifierEvents },
  { name: "AMCP", wire: amcpEvents },
  { name: "amplihack", wire: amplihackEvents }
]

const call = HookEvent.cases.PreToolUse.make({ toolName: "Write", toolInput: { file_path: "/f" } })

describe.each(wires)("a hook of $name", ({ wire }) => {
  it.prop(
    "is fed the whole event, flat, as any host of flat payloads would tell it",
    [HookEvents.arbitrary],
    ([event]) => {
      assert.deepStrictEqual(bare(firstOf(claudeEvents, wire.encodeForHook({ ...event, timestamp: "t" }))), {
        ...bare(event),
        timestamp: "t"
      })
    }
  )

  it("is fed the event's name and fields", () => {
    const event = HookEvent.cases.PreToolUse.make({ ...call, sessionId: "s", cwd: "/w", permissionMode: "plan" })
    assert.deepStrictEqual(wire.encodeForHook(event), {
      hook_event_name: "PreToolUse",
      session_id: "s",
      cwd: "/w",
      permission_mode: "plan",
      tool_name: "Write",
      tool_input: { file_path: "/f" }
    })
  })

  it("is fed a result under both names", () => {
    const event = HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {}, toolResponse: { ok: true } })
    assert.deepStrictEqual(wire.encodeForHook(event), {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: {},
      tool_response: { ok: true },
      tool_result: { ok: true }
    })
    const { toolResponse: _none, ...silent } = event
    assert.notProperty(wire.encodeForHook(silent), "tool_result")
  })

  it("is fed a session's start under both names", () => {
    assert.deepStrictEqual(wire.encodeForHook(HookEvent.cases.SessionStart.make({ source: "resume" })), {
      hook_event_name: "SessionStart",
      source: "resume",
      trigger: "resume"
    })
  })

  it("is fed a notification's type under both names", () => {
    assert.deepStrictEqual(
      wire.encodeForHook(HookEvent.cases.Notification.make({ message: "m", notificationType: "t" })),
      {
        hook_event_name: "Notification",
        message: "m",
        notification_type: "t",
        type: "t"
      }
    )
  })

  it("is fed no other field twice", () => {
    assert.notProperty(wire.encodeForHook(HookEvent.cases.Setup.make({})), "source")
    assert.notProperty(
      wire.encodeForHook(HookEvent.cases.DirectoryAdded.make({ directory: "/d", source: "x" })),
      "trigger"
    )
  })

  it("is fed an empty input as an empty object", () => {
    const event = HookEvent.cases.PreToolUse.make({ toolName: "ListFiles", toolInput: {} })
    assert.deepStrictEqual(wire.encodeForHook(event)["tool_input"], {})
  })

  it("is fed what the host calls the tool, where that differs", () => {
    const fed = wire.encodeForHook(call, { name: "write_file", input: { path: "/f" } })
    assert.strictEqual(fed["tool_name"], "Write")
    assert.strictEqual(fed["host_tool_name"], "write_file")
    assert.deepStrictEqual(fed["host_tool_input"], { path: "/f" })
  })

  it("is not fed twice what the host calls the same", () => {
    const named = wire.encodeForHook(call, { name: "write_file", input: { file_path: "/f" } })
    assert.strictEqual(named["host_tool_name"], "write_file")
    assert.notProperty(named, "host_tool_input")
    assert.notProperty(wire.encodeForHook(call, { name: "Write", input: { file_path: "/f" } }), "host_tool_name")
    assert.notProperty(wire.encodeForHook(HookEvent.cases.Stop.make({}), { name: "x", input: {} }), "host_tool_name")
  })

  it("is fed what the host calls the tool, however deep its input is", () => {
    const deep = (): unknown => {
      let value: unknown = 1
      for (let depth = 0; depth < 3000; depth++) value = depth % 2 === 0 ? [value] : { value }
      return value
    }
    const [mine, same] = [deep(), deep()]
    const event = HookEvent.cases.PreToolUse.make({ toolName: "Write", toolInput: { file_path: "/f", deep: mine } })
    // A test that failed with such an input in its hands could not show it: only what is told is compared.
    const told = (name: string, input: HostTool["input"]) =>
      Object.keys(wire.encodeForHook(event, { name, input })).filter((key) => key.startsWith("host_"))
    const both = ["host_tool_name", "host_tool_input"]
    assert.deepStrictEqual(told("write_file", { path: "/f", deep: mine }), both)
    assert.deepStrictEqual(told("write_file", { ...event.toolInput }), ["host_tool_name"])
    assert.deepStrictEqual(told("Write", { file_path: "/f", deep: same }), ["host_tool_input"])
  })

  it("is fed the time in UTC", () => {
    const at = (timestamp: string) => wire.encodeForHook({ ...call, timestamp })["timestamp"]
    assert.strictEqual(at("2026-01-07T10:00:00+02:00"), "2026-01-07T08:00:00.000Z")
    assert.strictEqual(at("2026-01-07T08:00:00.123456+00:00"), "2026-01-07T08:00:00.123Z")
    assert.strictEqual(at("2026-01-07T08:00:00Z"), "2026-01-07T08:00:00Z")
    assert.strictEqual(at("2026-01-07T08:00:00"), "2026-01-07T08:00:00")
    assert.strictEqual(at("99T-99:99"), "99T-99:99")
  })

  it("is fed what the host told besides, whichever host it was", () => {
    const flat = firstOf(claudeEvents, { hook_event_name: "Stop", stopHookActive: true, future: 1 })
    const expected = { hook_event_name: "Stop", future: 1, stop_hook_active: true }
    assert.deepStrictEqual(wire.encodeForHook(flat), expected)
    const wrapped = firstOf(amplifierEvents, { event: "Stop", data: { stop_hook_active: true, future: 1 } })
    assert.deepStrictEqual(wire.encodeForHook(wrapped), expected)
  })

  it("is fed an answer also under the name that Amplifier gave it", () => {
    const event = firstOf(amplifierEvents, { event: "prompt:complete", data: { response: "done" } })
    assert.deepStrictEqual(wire.encodeForHook(event), {
      hook_event_name: "Stop",
      response: "done",
      stop_hook_active: false,
      last_assistant_message: "done"
    })
  })

  it("is fed an event that nobody knows, under its name", () => {
    const event = firstOf(amplifierEvents, { event: "llm:request", data: { model: "m", session_id: "s" } })
    assert.deepStrictEqual(wire.encodeForHook(event), { model: "m", hook_event_name: "llm:request", session_id: "s" })
  })

  it("is fed what changes made of the event, and not what the host said before", () => {
    const event = firstOf(claudeEvents, {
      hook_event_name: "PreToolUse",
      toolName: "Bash",
      toolArgs: '{"command":"a"}'
    })
    const changed = event._tag === "PreToolUse" ? { ...event, toolInput: { command: "b" } } : event
    assert.deepStrictEqual(wire.encodeForHook(changed), {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "b" }
    })
  })
})
