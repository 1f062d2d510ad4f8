import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Schema from "effect/Schema"
import { claudeEvents as wire } from "../../src/claude/events.ts"
import { tableOf } from "../../src/format/wire/fields.ts"
import { bare, firstOf, refusal } from "../format/wire/reading.ts"

const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } }

describe("a payload of Claude Code", () => {
  it("becomes the event that it names", () => {
    const payload = {
      ...call,
      session_id: "s",
      transcript_path: "/t",
      cwd: "/w",
      permission_mode: "plan",
      tool_use_id: "u",
      mcp_server: { name: "m", source: "user" }
    }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), {
      _tag: "PreToolUse",
      sessionId: "s",
      transcriptPath: "/t",
      cwd: "/w",
      permissionMode: "plan",
      toolName: "Bash",
      toolInput: { command: "ls" },
      toolUseId: "u",
      mcpServer: { name: "m", source: "user" }
    })
  })

  it("keeps what is not modelled, through the event and out again", () => {
    const payload = { ...call, future_field: { deep: [1] }, ["__proto__"]: 1 }
    assert.deepStrictEqual(wire.write(firstOf(wire, payload)), payload)
    assert.strictEqual(wire.write(firstOf(wire, payload))["future_field"], payload.future_field)
  })

  it("keeps a key that would be an order to an object", () => {
    const payload: unknown = JSON.parse('{"hook_event_name":"Stop","__proto__":{"polluted":true}}')
    const written = wire.write(firstOf(wire, payload))
    assert.isTrue(Object.hasOwn(written, "__proto__"))
    assert.isUndefined(written["polluted"])
  })

  it("is written without the other spellings of what it says", () => {
    const payload = { ...call, toolName: "Write", name: "Edit", sessionId: "s", hookEventName: "Stop" }
    assert.deepStrictEqual(wire.write(firstOf(wire, payload)), { ...call, session_id: "s" })
  })

  it.each([
    ["PreToolUse", "PreToolUse"],
    ["pre_tool_use", "PreToolUse"],
    ["preToolUse", "PreToolUse"],
    ["pre-tool-use", "PreToolUse"],
    ["PRE TOOL USE", "PreToolUse"],
    ["Pre.Tool:Use", "PreToolUse"],
    ["SessionStop", "SessionEnd"],
    ["session_stop", "SessionEnd"],
    ["sessionStop", "SessionEnd"]
  ])("is of an event whose name differs in case and punctuation only: %s", (name, tag) => {
    assert.strictEqual(firstOf(wire, { ...call, hook_event_name: name })._tag, tag)
  })

  it("names its event under two names, of which the first that says something counts", () => {
    assert.strictEqual(firstOf(wire, { hookEventName: "Stop" })._tag, "Stop")
    assert.strictEqual(firstOf(wire, { hook_event_name: null, hookEventName: "Stop" })._tag, "Stop")
    assert.strictEqual(firstOf(wire, { hook_event_name: "Stop", hookEventName: "Setup" })._tag, "Stop")
  })

  it.each([
    [{ tool_name: "a", name: "b", toolName: "c" }, "a"],
    [{ name: "b", toolName: "c" }, "b"],
    [{ tool_name: null, name: null, toolName: "c" }, "c"]
  ])("is read by the first name that says something: %j", (names, expected) => {
    const event = firstOf(wire, { hook_event_name: "PreToolUse", tool_input: {}, ...names })
    assert.strictEqual(event._tag === "PreToolUse" && event.toolName, expected)
  })

  it.each([
    [{ tool_result: 1, result: 2, tool_response: 3, toolResult: 4 }, 1],
    [{ result: 2, tool_response: 3, toolResult: 4 }, 2],
    [{ tool_response: 3, toolResult: 4 }, 3],
    [{ toolResult: 4 }, 4]
  ])("tells a result under any of four names: %j", (names, expected) => {
    const event = firstOf(wire, { ...call, hook_event_name: "PostToolUse", ...names })
    assert.strictEqual(event._tag === "PostToolUse" && event.toolResponse, expected)
  })

  it("tells a prompt under any of three names", () => {
    for (const name of ["user_prompt", "userPrompt", "prompt"]) {
      const event = firstOf(wire, { hook_event_name: "UserPromptSubmit", [name]: "hi" })
      assert.strictEqual(event._tag === "UserPromptSubmit" && event.prompt, "hi")
    }
  })

  it("tells what started a session as trigger or source, and another event's trigger is not its source", () => {
    const start = (fields: object) => firstOf(wire, { hook_event_name: "SessionStart", ...fields })
    assert.deepStrictEqual(bare(start({ trigger: "resume" })), { _tag: "SessionStart", source: "resume" })
    assert.deepStrictEqual(bare(start({ source: "clear" })), { _tag: "SessionStart", source: "clear" })
    const change = { hook_event_name: "ConfigChange", trigger: "skills" }
    assert.include(refusal(wire, change), "`source`")
  })

  it("calls its tool by the first name that is one: an empty name is none", () => {
    const call = { hook_event_name: "PreToolUse", tool_input: {} }
    for (const names of [
      { tool_name: "", name: "Bash" },
      { tool_name: "", name: null, toolName: "Bash" },
      { tool_name: "Bash", name: "" }
    ]) {
      const event = firstOf(wire, { ...call, ...names })
      assert.strictEqual(event._tag === "PreToolUse" && event.toolName, "Bash")
    }
    const batch = firstOf(wire, {
      hook_event_name: "PostToolBatch",
      tool_calls: [{ tool_name: "", name: "Bash", input: {} }]
    })
    assert.deepStrictEqual(batch._tag === "PostToolBatch" && batch.toolCalls[0]?.toolName, "Bash")
  })

  it("is of its event whatever stands in fields that it need not have, and keeps them for who asks", () => {
    for (const [name, wrong] of [
      ["effort", "high"],
      ["tool_use_id", { id: 1 }],
      ["session_id", true],
      ["cwd", ["/w"]],
      ["permission_mode", 5],
      ["timestamp", 1e300],
      ["mcp_server", "files"],
      ["agent_type", {}]
    ] as const) {
      const payload = { ...call, [name]: wrong }
      const event = firstOf(wire, payload)
      assert.deepStrictEqual(bare(event), bare(firstOf(wire, call)), name)
      assert.strictEqual(event.host, payload)
    }
    assert.deepStrictEqual(bare(firstOf(wire, { hook_event_name: "Stop", stop_hook_active: "no" })), {
      _tag: "Stop",
      stopHookActive: false
    })
    const loaded = {
      hook_event_name: "InstructionsLoaded",
      file_path: "/f",
      memory_type: "User",
      load_reason: "include",
      globs: ["a", 5]
    }
    assert.notProperty(firstOf(wire, loaded), "globs")
    const tool_calls = [{ tool_name: "Bash", tool_input: {}, tool_use_id: [] }]
    const batch = firstOf(wire, { hook_event_name: "PostToolBatch", tool_calls })
    assert.deepStrictEqual(batch._tag === "PostToolBatch" && batch.toolCalls, [{ toolName: "Bash", toolInput: {} }])
  })

  it("may say such a field under another name, where the first holds what can't stand there", () => {
    const event = firstOf(wire, { ...call, tool_use_id: {}, toolUseId: "u" })
    assert.strictEqual(event._tag === "PreToolUse" && event.toolUseId, "u")
    const start = firstOf(wire, { hook_event_name: "SessionStart", trigger: 5, source: "clear" })
    assert.deepStrictEqual(bare(start), { _tag: "SessionStart", source: "clear" })
  })

  it("may count where others name: such an id becomes a text", () => {
    const ids = { session_id: 1, prompt_id: 2, agent_id: 0, tool_use_id: 4 }
    assert.deepStrictEqual(bare(firstOf(wire, { ...call, ...ids })), {
      ...bare(firstOf(wire, call)),
      sessionId: "1",
      promptId: "2",
      agentId: "0",
      toolUseId: "4"
    })
  })

  it("leaves out what is null", () => {
    const payload = { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: null, session_id: null }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), { _tag: "PreCompact", trigger: "auto" })
  })

  it.each([
    ["Stop", { stopHookActive: false }],
    ["SessionStart", { source: "startup" }],
    ["SessionEnd", { reason: "other" }],
    ["PreCompact", { trigger: "auto" }],
    ["Setup", { trigger: "init" }],
    ["SubagentStart", { agentId: "", agentType: "" }],
    ["SubagentStop", { stopHookActive: false, agentId: "", agentType: "" }]
  ])("has what the event's constructor gives where it leaves a field out: %s", (name, fields) => {
    assert.deepStrictEqual(bare(firstOf(wire, { hook_event_name: name })), { _tag: name, ...fields })
  })

  it("has the constructor's own values there, whatever the event", () => {
    for (const name of HookEvent.names) {
      for (const { field, names, schema } of tableOf(name, HookEvent.cases[name].fields, {}).fields) {
        const made = Schema.Struct({ [field]: schema }).makeOption({})
        if (made._tag === "None") continue
        const silent = Object.fromEntries(names.map((spelling) => [spelling, null]))
        const event: Readonly<Record<string, unknown>> = firstOf(wire, { ...full, ...silent, hook_event_name: name })
        assert.deepStrictEqual(event[field], made.value[field], `${name}.${field}`)
      }
    }
  })

  it("may hold words that nobody knows yet", () => {
    const event = firstOf(wire, { ...call, permission_mode: "somethingNew" })
    assert.strictEqual(event.permissionMode, "somethingNew")
  })

  it("may hold a tool's input as JSON in a text, which is parsed once", () => {
    const event = firstOf(wire, { ...call, tool_input: '{"command":"ls","text":"{\\"a\\":1}"}' })
    assert.deepStrictEqual(event._tag === "PreToolUse" && event.toolInput, { command: "ls", text: '{"a":1}' })
  })

  it("keeps a tool's input that is an object as it is, empty or not", () => {
    for (const input of [{}, { a: null, b: undefined }]) {
      const event = firstOf(wire, { ...call, tool_input: input })
      assert.deepStrictEqual(event._tag === "PreToolUse" && event.toolInput, input)
    }
  })

  it("may tell the time as a number, of milliseconds or of seconds", () => {
    const at = (timestamp: number) => firstOf(wire, { ...call, timestamp }).timestamp
    assert.strictEqual(at(1_704_614_400_000), "2024-01-07T08:00:00.000Z")
    assert.strictEqual(at(1_704_614_400), "2024-01-07T08:00:00.000Z")
  })

  it("tells the calls of a batch under the names that single calls have", () => {
    const tool_calls = [
      { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "u", tool_response: "ok" },
      { toolName: "Read", toolArgs: '{"file_path":"/f"}', result: null }
    ]
    const event = firstOf(wire, { hook_event_name: "PostToolBatch", tool_calls })
    assert.deepStrictEqual(bare(event), {
      _tag: "PostToolBatch",
      toolCalls: [
        { toolName: "Bash", toolInput: { command: "ls" }, toolUseId: "u", toolResponse: "ok" },
        { toolName: "Read", toolInput: { file_path: "/f" } }
      ]
    })
    assert.deepStrictEqual(wire.write(event)["tool_calls"], [
      { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "u", tool_response: "ok" },
      { tool_name: "Read", tool_input: { file_path: "/f" } }
    ])
  })
})

/** All that some event must have. */
const full = {
  tool_name: "t",
  tool_input: {},
  error: "e",
  tool_calls: [],
  reason: "r",
  message: "m",
  prompt: "p",
  command_name: "c",
  teammate_name: "n",
  task_id: "i",
  task_subject: "s",
  mcp_server_name: "x",
  action: "accept",
  turn_id: "1",
  message_id: "2",
  index: 0,
  final: true,
  delta: "d",
  from_model: "a",
  to_model: "b",
  source: "command",
  name: "w",
  worktree_path: "/p",
  file_path: "/f",
  memory_type: "User",
  load_reason: "include",
  old_cwd: "/a",
  new_cwd: "/b",
  event: "add",
  directory: "/d"
}

describe("a payload of Claude Code that is none", () => {
  it.each([
    [5, "a number"],
    ["{}", "a text"],
    [[], "a list"],
    [null, "nothing"],
    [undefined, "nothing"],
    [true, "true or false"]
  ])("is refused where it is no object: %j", (payload, found) => {
    assert.strictEqual(refusal(wire, payload), `a payload is a JSON object, and this is ${found}`)
  })

  it.each([{}, { hook_event_name: null }, { hook_event_name: "" }, { tool_name: "Bash", tool_input: {} }])(
    "is refused where it does not name its event, though it may look like one: %j",
    (payload) => {
      assert.strictEqual(
        refusal(wire, payload),
        "it does not name its event: `hook_event_name` or `hookEventName` is missing"
      )
    }
  )

  it("is refused where its event's name is no text", () => {
    assert.include(refusal(wire, { hook_event_name: 5 }), "must be a text, and is a number")
  })

  it("is told which field is missing, under all names that it may have", () => {
    assert.strictEqual(
      refusal(wire, { hook_event_name: "PreToolUse", tool_name: "Bash" }),
      "PreToolUse lacks `tool_input` (it may be called `input`, `toolInput` or `toolArgs` too)"
    )
    assert.strictEqual(
      refusal(wire, { hook_event_name: "WorktreeRemove" }),
      "WorktreeRemove lacks `worktree_path` (it may be called `worktreePath` too)"
    )
  })

  it("is told what is wrong with a field, under the name that it has", () => {
    assert.strictEqual(
      refusal(wire, { ...call, tool_name: undefined, toolName: 5 }),
      "`toolName` of PreToolUse must be a text, and is a number (it may be called `tool_name` or `name` too)"
    )
    assert.include(refusal(wire, { ...call, tool_name: null, name: null, toolName: 5 }), "`toolName` of PreToolUse")
    assert.strictEqual(
      refusal(wire, { ...call, tool_input: [1] }),
      "`tool_input` of PreToolUse must be an object, and is a list (it may be called `input`, `toolInput` or `toolArgs` too)"
    )
    assert.include(
      refusal(wire, { hook_event_name: "UserPromptSubmit", prompt: { text: "hi" } }),
      "`prompt` of UserPromptSubmit must be a text, and is an object"
    )
    assert.include(
      refusal(wire, { ...full, hook_event_name: "MessageDisplay", final: "no" }),
      "must be true or false, and is a text"
    )
    assert.include(
      refusal(wire, { hook_event_name: "PostToolBatch", tool_calls: {} }),
      "must be a list, and is an object"
    )
  })

  it("is told which call of a batch is wrong", () => {
    const batch = (...tool_calls: ReadonlyArray<unknown>) =>
      refusal(wire, { hook_event_name: "PostToolBatch", tool_calls })
    const good = { tool_name: "Bash", tool_input: {} }
    assert.include(batch(good, { tool_name: "Bash" }), "PostToolBatch lacks `tool_calls[1].tool_input`")
    assert.include(
      batch({ name: 5, tool_input: {} }),
      "`tool_calls[0].name` of PostToolBatch must be a text, and is a number"
    )
    assert.include(batch(good, "x"), "`tool_calls[1]` of PostToolBatch is a text")
  })

  it("is refused where its tool has no name but an empty one, which no guard could match", () => {
    for (const name of ["PreToolUse", "PostToolUse", "PermissionRequest"]) {
      const payload = { hook_event_name: name, tool_name: "", toolName: "", tool_input: {} }
      assert.include(refusal(wire, payload), `${name} lacks \`tool_name\``)
    }
    const tool_calls = [{ tool_name: "", tool_input: {} }]
    assert.include(
      refusal(wire, { hook_event_name: "PostToolBatch", tool_calls }),
      "PostToolBatch lacks `tool_calls[0].tool_name`"
    )
  })

  it.each(["{secret", '"secret"', '["secret"]', "secret"])("never shows what a payload holds: %s", (text) => {
    const issue = refusal(wire, { ...call, tool_input: text })
    assert.notInclude(issue, "secret")
    assert.include(issue, "`tool_input` of PreToolUse is a text that holds no JSON object")
  })

  it("never is an event that nobody knows, and never without what the event must have", () => {
    for (const name of HookEvent.names) {
      const made = HookEvent.cases[name].makeOption({ prompt: "" } as never)
      const read = wire.read({ hook_event_name: name })
      assert.strictEqual(read._tag, made._tag === "Some" ? "Success" : "Failure", name)
    }
  })
})

describe("an event that nobody knows", () => {
  it("keeps its name and its fields, but those that all events have", () => {
    const payload = { hook_event_name: "FutureEvent", sessionId: "s", cwd: null, data: "test", nested: { a: 1 } }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), {
      _tag: "Other",
      name: "FutureEvent",
      sessionId: "s",
      data: { cwd: null, data: "test", nested: { a: 1 } }
    })
  })

  it("may mean something else by a common field's name", () => {
    const event = firstOf(wire, { hook_event_name: "FutureEvent", effort: "high", agent_type: 5 })
    assert.deepStrictEqual(bare(event), { _tag: "Other", name: "FutureEvent", data: { effort: "high", agent_type: 5 } })
  })

  it("is not one that only looks like a known one", () => {
    assert.strictEqual(firstOf(wire, { hook_event_name: "PreToolUse2" })._tag, "Other")
    assert.strictEqual(firstOf(wire, { hook_event_name: "éPreToolUse" })._tag, "Other")
    assert.strictEqual(firstOf(wire, { hook_event_name: "constructor" })._tag, "Other")
    assert.strictEqual(firstOf(wire, { hook_event_name: "Other" })._tag, "Other")
  })
})
