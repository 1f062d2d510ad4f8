// Codex's payloads, as version 0.169.0 sends them.
import { assert, describe, it } from "@effect/vitest"
import { Codex } from "../../src/codex/Dialect.ts"
import * as HookEvent from "@hookline/schema/HookEvent"
import { bare, firstOf, heard } from "../format/wire/reading.ts"

const wire = Codex.event

const common = { session_id: "s", transcript_path: "/h/.codex/sessions/s.jsonl", cwd: "/p" }
const turn = { ...common, turn_id: "t", model: "gpt-5.5", permission_mode: "bypassPermissions" }
const read = { sessionId: "s", transcriptPath: "/h/.codex/sessions/s.jsonl", cwd: "/p" }
const inTurn = { ...read, permissionMode: "bypassPermissions" }
const child = { agent_id: "c", agent_type: "default" }
const ofChild = { agentId: "c", agentType: "default" }

const samples: ReadonlyArray<readonly [payload: Readonly<Record<string, unknown>>, event: object]> = [
  [
    { ...turn, hook_event_name: "SessionStart", source: "startup" },
    { _tag: "SessionStart", ...inTurn, source: "startup", model: "gpt-5.5" }
  ],
  [
    { ...turn, hook_event_name: "UserPromptSubmit", prompt: "go" },
    { _tag: "UserPromptSubmit", ...inTurn, prompt: "go" }
  ],
  [
    { ...turn, ...child, hook_event_name: "UserPromptSubmit", prompt: "the task" },
    { _tag: "UserPromptSubmit", ...inTurn, ...ofChild, prompt: "the task" }
  ],
  [
    {
      ...turn,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "call_0"
    },
    { _tag: "PreToolUse", ...inTurn, toolName: "Bash", toolInput: { command: "ls" }, toolUseId: "call_0" }
  ],
  [
    {
      ...turn,
      permission_mode: "default",
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: "ls", description: "may I?" }
    },
    {
      _tag: "PermissionRequest",
      ...inTurn,
      permissionMode: "default",
      toolName: "Bash",
      toolInput: { command: "ls", description: "may I?" }
    }
  ],
  [
    {
      ...turn,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_response: "a\n",
      tool_use_id: "call_0"
    },
    {
      _tag: "PostToolUse",
      ...inTurn,
      toolName: "Bash",
      toolInput: { command: "ls" },
      toolResponse: "a\n",
      toolUseId: "call_0"
    }
  ],
  [
    {
      ...turn,
      hook_event_name: "PostToolUse",
      tool_name: "mcp__demo__add",
      tool_input: { a: 1 },
      tool_response: { content: [{ type: "text", text: "1" }] },
      tool_use_id: "exec-1"
    },
    {
      _tag: "PostToolUse",
      ...inTurn,
      toolName: "mcp__demo__add",
      toolInput: { a: 1 },
      toolResponse: { content: [{ type: "text", text: "1" }] },
      toolUseId: "exec-1"
    }
  ],
  [
    { ...common, turn_id: "t", model: "gpt-5.5", hook_event_name: "PreCompact", trigger: "auto" },
    { _tag: "PreCompact", ...read, trigger: "auto" }
  ],
  [
    { ...common, turn_id: "t", model: "gpt-5.5", hook_event_name: "PostCompact", trigger: "manual" },
    { _tag: "PostCompact", ...read, trigger: "manual" }
  ],
  [
    { ...turn, ...child, hook_event_name: "SubagentStart" },
    { _tag: "SubagentStart", ...inTurn, ...ofChild }
  ],
  [
    {
      ...turn,
      ...child,
      hook_event_name: "SubagentStop",
      agent_transcript_path: "/h/.codex/sessions/c.jsonl",
      stop_hook_active: false,
      last_assistant_message: "done"
    },
    {
      _tag: "SubagentStop",
      ...inTurn,
      ...ofChild,
      agentTranscriptPath: "/h/.codex/sessions/c.jsonl",
      stopHookActive: false,
      lastAssistantMessage: "done"
    }
  ],
  [
    { ...turn, hook_event_name: "Stop", stop_hook_active: true, last_assistant_message: "done" },
    { _tag: "Stop", ...inTurn, stopHookActive: true, lastAssistantMessage: "done" }
  ],
  [
    { ...common, transcript_path: null, hook_event_name: "SessionEnd", reason: "other" },
    { _tag: "SessionEnd", sessionId: "s", cwd: "/p", reason: "other" }
  ]
]

const call = (event: string, patch: string, more: object = {}) => ({
  ...turn,
  hook_event_name: event,
  tool_name: "apply_patch",
  tool_input: { command: patch },
  tool_use_id: "call_0",
  ...more
})

const patch = [
  "*** Begin Patch",
  "*** Add File: new.txt",
  "+hello",
  "*** Update File: a.ts",
  "-x",
  "+y",
  "*** Delete File: old.txt",
  "*** End Patch"
].join("\n")

const calls = (payload: unknown) =>
  heard(wire, payload).events.map((event) => ("toolInput" in event ? [event.toolName, event.toolInput] : []))

const files = [
  ["Write", { file_path: "/p/new.txt", content: "hello\n" }],
  ["Edit", { file_path: "/p/a.ts", old_string: "x", new_string: "y" }],
  ["Delete", { file_path: "/p/old.txt" }]
]

describe("a payload of Codex", () => {
  it.each(samples)("is an event: %j", (payload, event) => {
    assert.deepStrictEqual(bare(firstOf(wire, payload)), { ...event })
  })

  it("has an own name where it is none of another host's", () => {
    const { events } = heard(wire, { ...turn, hook_event_name: "Interrupt" })
    assert.deepStrictEqual(events.map(HookEvent.nameOf), ["Interrupt"])
    assert.include(wire.ownEvents ?? [], "Interrupt")
  })

  it.each(["PreToolUse", "PermissionRequest", "PostToolUse"])(
    "is one event for each file of a patch on %s",
    (event) => {
      const { events } = heard(wire, call(event, patch, { tool_response: "Success" }))
      assert.deepStrictEqual(
        events.map((one) => [one._tag, "toolUseId" in one && one.toolUseId]),
        files.map(() => [event, "call_0"])
      )
      assert.deepStrictEqual(calls(call(event, patch)), files)
      for (const one of events) {
        const given = wire.encodeForHook(one)
        assert.deepStrictEqual([given["host_tool_name"], given["host_tool_input"]], ["apply_patch", { command: patch }])
        if (event === "PostToolUse") assert.strictEqual(given["tool_response"], "Success")
      }
    }
  )

  it("is an edit of each file that a patch names which can't be read", () => {
    const text = "*** Begin Patch\n*** Add File: .env\nSECRET=1\n*** End Patch"
    assert.deepStrictEqual(calls(call("PreToolUse", text)), [
      ["Edit", { file_path: "/p/.env", old_string: "", new_string: text }]
    ])
  })

  it("is the call itself where a patch names no file, for guards of every edit", () => {
    const [event] = heard(wire, call("PreToolUse", "nonsense")).events
    assert.deepStrictEqual(calls(call("PreToolUse", "nonsense")), [["apply_patch", { command: "nonsense" }]])
    assert.includeMembers([...(event === undefined ? [] : (Codex.alsoNamed?.(event) ?? []))], ["Write", "Edit"])
  })

  it("is the command, and each file of a patch in it, before a command", () => {
    const command = `cd sub && apply_patch <<'EOF'\n${patch}\nEOF`
    const bash = { tool_name: "Bash", tool_input: { command } }
    const sub = JSON.parse(JSON.stringify(files).replaceAll("/p/", "/p/sub/")) as unknown[]
    assert.deepStrictEqual(calls(call("PreToolUse", "", bash)), [["Bash", { command }], ...files, ...sub])
    assert.deepStrictEqual(calls(call("PostToolUse", "", bash)), [["Bash", { command }]])
  })
})
