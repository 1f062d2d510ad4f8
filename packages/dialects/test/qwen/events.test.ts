import { assert, describe, it } from "@effect/vitest"
import * as ToolTable from "@hookline/core/ToolTable"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Result from "effect/Result"
import { QwenCode } from "../../src/qwen/Dialect.ts"
import { bare, firstOf } from "../format/wire/reading.ts"

const { event: wire, reply, tools } = QwenCode

const base = {
  session_id: "s1",
  transcript_path: "/home/me/.qwen/projects/p/chats/s1.jsonl",
  cwd: "/repo",
  timestamp: "2026-11-18T17:37:30.383Z",
  permission_mode: "yolo",
  prompt_id: "s1#0"
}

const payload = (event: string, fields: object): object => ({ ...base, hook_event_name: event, ...fields })

const call = (tool: string, input: object, event = "PreToolUse"): object =>
  payload(event, { tool_name: tool, tool_input: input, tool_use_id: "toolu_1", tool_call_id: "call_1" })

const command = { command: "rm -rf /", description: "clean", is_background: false }

const toolOf = (told: object) => {
  const event = firstOf(wire, told)
  if (!("toolInput" in event)) return assert.fail("it is no call")
  const { input, name } = ToolTable.toCanonical(tools, event.toolName, event.toolInput)
  return { name, input }
}

describe("a payload of Qwen Code", () => {
  it("is a call of a tool", () => {
    assert.deepInclude(bare(firstOf(wire, call("run_shell_command", command))), {
      _tag: "PreToolUse",
      sessionId: "s1",
      cwd: "/repo",
      toolName: "run_shell_command",
      toolInput: command,
      toolUseId: "toolu_1"
    })
    const { is_background: _background, ...others } = command
    assert.deepStrictEqual(toolOf(call("run_shell_command", command)), {
      name: "Bash",
      input: { ...others, run_in_background: false }
    })
  })

  it.each(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"])(
    "is a call of the tool that is called by way of another, on %s",
    (event) => {
      const result = { tool_response: { llmContent: "" }, error: "no" }
      const input = { command: "rm -rf /" }
      for (const given of [input, JSON.stringify(input)]) {
        const told = { ...call("tool_call", { name: "run_shell_command", arguments: given }, event), ...result }
        assert.deepStrictEqual(toolOf(told), { name: "Bash", input })
      }
    }
  )

  it("is a call of that tool also where its arguments are missing, or can't be read", () => {
    for (const given of [undefined, null, "{", 5]) {
      assert.strictEqual(toolOf(call("tool_call", { name: "run_shell_command", arguments: given })).name, "Bash")
    }
    for (const name of [undefined, "", 5]) {
      assert.strictEqual(toolOf(call("tool_call", { name, arguments: command })).name, "tool_call")
    }
  })

  it("is a result, a failure, an end or a notification", () => {
    const response = { llmContent: "Exit Code: 0", returnDisplay: "" }
    const after = { ...call("run_shell_command", command, "PostToolUse"), tool_response: response, duration_ms: 54 }
    assert.deepInclude(bare(firstOf(wire, after)), { _tag: "PostToolUse", toolResponse: response })
    const failed = { ...call("read_file", { file_path: "/no" }, "PostToolUseFailure"), error: "File not found: /no" }
    assert.deepInclude(bare(firstOf(wire, failed)), { _tag: "PostToolUseFailure", error: "File not found: /no" })
    const end = payload("Stop", { stop_hook_active: true, last_assistant_message: "done", crons: [] })
    assert.deepInclude(bare(firstOf(wire, end)), {
      _tag: "Stop",
      stopHookActive: true,
      lastAssistantMessage: "done"
    })
    const told = payload("Notification", { message: "Hello", notification_type: "auth_success", title: "Ready" })
    assert.deepInclude(bare(firstOf(wire, told)), { _tag: "Notification", notificationType: "auth_success" })
  })

  it("is a prompt if its user sent one, also an empty one", () => {
    for (const prompt of ["please go", ""]) {
      const sent = payload("UserPromptSubmit", { prompt, submitted_prompt: prompt })
      assert.deepInclude(bare(firstOf(wire, sent)), { _tag: "UserPromptSubmit", prompt })
    }
    const later = payload("UserPromptSubmit", { prompt: "go on" })
    assert.deepInclude(bare(firstOf(wire, later)), { _tag: "UserPromptSubmit", prompt: "go on" })
  })

  it("is nothing after a tool, and is answered all the same", () => {
    const { events } = Result.getOrThrow(wire.read(payload("UserPromptSubmit", { prompt: "" })))
    assert.deepStrictEqual(events, [])
    const none = HookEvent.cases.Other.make({ name: "none", data: {} })
    assert.deepStrictEqual(reply.write(Outcome.empty, none), { body: {}, exit: 0, unsupported: [] })
  })
})

describe("an answer to Qwen Code", () => {
  it("denies in a form that no later hook's grant undoes", () => {
    const { body } = reply.write(
      Outcome.make({ verdict: Verdict.deny({ by: "guard", reason: "no" }) }),
      firstOf(wire, call("run_shell_command", command))
    )
    assert.deepStrictEqual(body, {
      continue: false,
      stopReason: "no",
      decision: "block",
      reason: "no",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "no"
      }
    })
  })

  it("changes the input of a tool that is called by way of another, where it was", () => {
    const whole = { name: "run_shell_command", arguments: { command: "rm -rf /" } }
    const event = firstOf(wire, call("tool_call", whole, "PermissionRequest"))
    const outcome = Outcome.make({
      verdict: Verdict.allow({ by: "guard", reason: "" }),
      changes: [{ by: "guard", target: "input", mode: "replace", value: { command: "echo" } }]
    })
    assert.deepStrictEqual(reply.write(outcome, event).body, {
      hookSpecificOutput: {
        hookEventName: "PermissionRequest",
        decision: { behavior: "allow", updatedInput: { ...whole, arguments: { command: "echo" } } }
      }
    })
  })

  it("lets an agent stop that is to stop, by not a word, because any makes it go on", () => {
    const outcome = Outcome.make({
      verdict: Verdict.deny({ by: "guard", reason: "go on" }),
      halts: [{ by: "guard", reason: "enough" }]
    })
    const { body } = reply.write(outcome, HookEvent.cases.Stop.make({}))
    assert.doesNotHaveAnyKeys(body ?? {}, ["continue", "stopReason", "decision", "reason", "hookSpecificOutput"])
  })
})
