import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { amplifierEvents as wire, hostEvents } from "../../src/amplifier/events.ts"
import { amplifierNames } from "../../src/amplifier/eventNames.ts"
import { bare, firstOf, heard, refusal } from "../format/wire/reading.ts"

const read = (event: string, data: object = {}) => heard(wire, { event, data }).events.map(bare)

const call = { tool_name: "bash", tool_input: { command: "ls" } }

describe("Amplifier's", () => {
  it("tool:pre becomes PreToolUse", () => {
    assert.deepStrictEqual(read("tool:pre", { ...call, session_id: "s", tool_call_id: "c", parallel_group_id: "g" }), [
      { _tag: "PreToolUse", sessionId: "s", toolName: "bash", toolInput: { command: "ls" }, toolUseId: "c" }
    ])
  })

  it("names are those that the host said, or the ones that Amplifier has", () => {
    assert.strictEqual(wire.nameOf?.(firstOf(wire, { event: "session:resume", data: {} })), "session:resume")
    assert.strictEqual(wire.nameOf?.(HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })), "tool:pre")
    assert.strictEqual(wire.nameOf?.(HookEvent.cases.Other.make({ name: "llm:request", data: {} })), "llm:request")
    assert.strictEqual(wire.nameOf?.(HookEvent.cases.ConfigChange.make({ source: "skills" })), "ConfigChange")
  })

  it("tool:pre may call the tool and its input by the names of its first hooks", () => {
    assert.deepStrictEqual(read("tool:pre", { name: "bash", input: { command: "ls" } }), [
      { _tag: "PreToolUse", toolName: "bash", toolInput: { command: "ls" } }
    ])
  })

  it.each(["Task", "Agent", "task", "delegate"])("tool:pre of %s becomes PreToolUse and SubagentStart", (tool) => {
    const data = { tool_name: tool, tool_input: { agent: "explorer" }, session_id: "s", agent_id: "a", agent_type: "x" }
    assert.deepStrictEqual(read("tool:pre", data), [
      {
        _tag: "PreToolUse",
        sessionId: "s",
        agentId: "a",
        agentType: "x",
        toolName: tool,
        toolInput: { agent: "explorer" }
      },
      { _tag: "SubagentStart", sessionId: "s", agentId: "", agentType: "explorer" }
    ])
  })

  it.each([
    [{ subagent_type: "a", agent_type: "b", agent: "c" }, "a"],
    [{ agent_type: "b", agent: "c" }, "b"],
    [{ subagent_type: 5, agent: "c" }, "c"],
    [{ instruction: "do it" }, ""]
  ])("task tool names the agent in its input: %j", (input, agentType) => {
    const [, subagent] = read("tool:pre", { tool_name: "delegate", tool_input: input })
    assert.strictEqual(subagent?.["agentType"], agentType)
  })

  it("session of a delegated agent names that agent in its id, unless a field does", () => {
    const session_id = "0000000000000000-fedcba0987654321_code-reviewer"
    const agentOf = (data: object) => read("tool:pre", { ...call, ...data })[0]?.["agentType"]
    assert.strictEqual(agentOf({ session_id }), "code-reviewer")
    assert.strictEqual(agentOf({ sessionId: session_id }), "code-reviewer")
    assert.strictEqual(agentOf({ session_id, agent_type: "x" }), "x")
    for (const other of [
      "s",
      "fedcba0987654321_code-reviewer",
      "0-1_a",
      `x${session_id}`,
      "0000000000000000-fedcba0987654321_"
    ])
      assert.isUndefined(agentOf({ session_id: other }), other)
  })

  it("tool:post becomes PostToolUse", () => {
    assert.deepStrictEqual(read("tool:post", { ...call, result: { output: "x" } }), [
      { _tag: "PostToolUse", toolName: "bash", toolInput: { command: "ls" }, toolResponse: { output: "x" } }
    ])
  })

  it("tool:post of the task tool becomes PostToolUse and SubagentStop", () => {
    const [post, stop, ...others] = read("tool:post", { tool_name: "task", tool_input: { agent: "x" }, result: "done" })
    assert.strictEqual(post?.["_tag"], "PostToolUse")
    assert.deepStrictEqual(stop, { _tag: "SubagentStop", stopHookActive: false, agentId: "", agentType: "x" })
    assert.deepStrictEqual(others, [])
  })

  it("second event keeps the same payload", () => {
    const payload = { event: "tool:pre", data: { tool_name: "task", tool_input: {} } }
    assert.deepStrictEqual(
      heard(wire, payload).events.map(({ host }) => host === payload),
      [true, true]
    )
  })

  it("tool:error becomes PostToolUseFailure, with the error's message", () => {
    const error = { type: "OSError", msg: "no such file" }
    assert.deepStrictEqual(read("tool:error", { ...call, error }), [
      { _tag: "PostToolUseFailure", toolName: "bash", toolInput: { command: "ls" }, error: "no such file" }
    ])
    assert.strictEqual(read("tool:error", { ...call, error: "broken" })[0]?.["error"], "broken")
    assert.strictEqual(read("tool:error", { ...call, error: { message: "m" } })[0]?.["error"], "m")
  })

  it("tool:error tells no input", () => {
    assert.deepStrictEqual(read("tool:error", { tool_name: "bash", error: "broken" })[0]?.["toolInput"], {})
  })

  it("tool:error of the task tool brings no second event", () => {
    assert.lengthOf(read("tool:error", { tool_name: "task", error: "broken" }), 1)
  })

  it("prompt:submit becomes UserPromptSubmit", () => {
    assert.deepStrictEqual(read("prompt:submit", { prompt: "hi" }), [{ _tag: "UserPromptSubmit", prompt: "hi" }])
  })

  it("prompt:complete becomes Stop, with the answer", () => {
    const stop = { _tag: "Stop", stopHookActive: false }
    assert.deepStrictEqual(read("prompt:complete"), [stop])
    assert.deepStrictEqual(read("prompt:complete", { prompt: "hi", response: "done" }), [
      { ...stop, lastAssistantMessage: "done" }
    ])
    assert.deepStrictEqual(read("prompt:complete", { response_preview: "do", length: 4 }), [
      { ...stop, lastAssistantMessage: "do" }
    ])
    assert.deepStrictEqual(read("prompt:complete", { response: "done", response_preview: "do" }), [
      { ...stop, lastAssistantMessage: "done" }
    ])
  })

  it("orchestrator:complete becomes Stop", () => {
    const data = { orchestrator: "loop-basic", turn_count: 2, status: "success" }
    assert.deepStrictEqual(read("orchestrator:complete", data), [{ _tag: "Stop", stopHookActive: false }])
  })

  it.each([
    [{}, "startup"],
    [{ clear: true }, "clear"],
    [{ clear: true, source: "startup" }, "clear"],
    [{ clear: false }, "startup"],
    [{ clear: "no" }, "startup"],
    [{ trigger: "clear" }, "clear"],
    [{ source: "clear" }, "clear"],
    [{ source: "clear", trigger: "startup" }, "clear"],
    [{ source: "startup", trigger: "clear" }, "clear"],
    [{ source: "resume" }, "startup"],
    [{ trigger: "compact", source: "fork" }, "startup"],
    [{ source: 5 }, "startup"],
    [{ trigger: null, source: null }, "startup"]
  ])("session:start becomes SessionStart: %j", (data, source) => {
    assert.deepStrictEqual(read("session:start", data), [{ _tag: "SessionStart", source }])
  })

  it("session:start keeps the host's own word for why", () => {
    const payload = { event: "session:start", data: { source: "resume", mount_plan: {} } }
    assert.strictEqual(firstOf(wire, payload).host, payload)
  })

  it("session:resume and session:fork become SessionStart, whatever else they say", () => {
    assert.deepStrictEqual(read("session:resume", { source: "clear" }), [{ _tag: "SessionStart", source: "resume" }])
    assert.deepStrictEqual(read("session:fork", { parent: "p", trigger: "startup" }), [
      { _tag: "SessionStart", source: "fork" }
    ])
  })

  it("context:pre_compact becomes PreCompact", () => {
    assert.deepStrictEqual(read("context:pre_compact", { message_count: 5 }), [{ _tag: "PreCompact", trigger: "auto" }])
    assert.deepStrictEqual(read("context:pre_compact", { trigger: "manual" }), [
      { _tag: "PreCompact", trigger: "manual" }
    ])
  })

  it("context:post_compact becomes PostCompact, and SessionStart", () => {
    assert.deepStrictEqual(read("context:post_compact", { trigger: "manual", session_id: "s", cwd: "/w" }), [
      { _tag: "PostCompact", sessionId: "s", cwd: "/w", trigger: "manual" },
      { _tag: "SessionStart", sessionId: "s", cwd: "/w", source: "compact" }
    ])
  })

  it("session:end becomes SessionEnd", () => {
    assert.deepStrictEqual(read("session:end", { session_id: "s" }), [
      { _tag: "SessionEnd", sessionId: "s", reason: "other" }
    ])
  })

  it("approval:required becomes PermissionRequest, though it tells no input", () => {
    const data = { tool_name: "bash", action: "Run", risk_level: "high" }
    assert.deepStrictEqual(read("approval:required", data), [
      { _tag: "PermissionRequest", toolName: "bash", toolInput: {} }
    ])
    assert.deepStrictEqual(read("approval:required", { ...data, ...call }), [
      { _tag: "PermissionRequest", toolName: "bash", toolInput: { command: "ls" } }
    ])
  })

  it("approval:denied becomes PermissionDenied, though it tells no input", () => {
    assert.deepStrictEqual(read("approval:denied", { tool_name: "bash", reason: "no" }), [
      { _tag: "PermissionDenied", toolName: "bash", toolInput: {}, reason: "no" }
    ])
  })

  it("user:notification becomes Notification, with or without a text", () => {
    assert.deepStrictEqual(read("user:notification", { message: "hi", type: "idle_prompt" }), [
      { _tag: "Notification", message: "hi", notificationType: "idle_prompt" }
    ])
    assert.deepStrictEqual(read("user:notification"), [{ _tag: "Notification", message: "", notificationType: "" }])
  })

  it("skill:loaded is no event, but a skill that came", () => {
    const hooks = { PreToolUse: [] }
    const payload = { event: "skill:loaded", data: { skill_name: "s", skill_directory: "/s", hooks, version: "1" } }
    assert.deepStrictEqual(heard(wire, payload), {
      events: [],
      skill: { _tag: "Loaded", name: "s", folder: "/s", hooks }
    })
    assert.deepStrictEqual(heard(wire, { event: "skill:loaded", data: { skill_name: "s", hooks: null } }), {
      events: [],
      skill: { _tag: "Loaded", name: "s" }
    })
  })

  it("a skill comes and goes in the session that the host names", () => {
    for (const name of ["session_id", "sessionId"]) {
      const data = { skill_name: "s", [name]: "one" }
      assert.deepStrictEqual(heard(wire, { event: "skill:loaded", data }).skill, {
        _tag: "Loaded",
        name: "s",
        sessionId: "one"
      })
      assert.deepStrictEqual(heard(wire, { event: "skill:unloaded", data }).skill, {
        _tag: "Unloaded",
        name: "s",
        sessionId: "one"
      })
    }
  })

  it("skill:unloaded is no event, but a skill that went", () => {
    assert.deepStrictEqual(heard(wire, { event: "skill:unloaded", data: { skill_name: "s", hooks: {} } }), {
      events: [],
      skill: { _tag: "Unloaded", name: "s" }
    })
  })

  it("any other event is Other, under its own name", () => {
    const data = { provider: "anthropic", iteration: 1, session_id: "s", parent_id: null }
    assert.deepStrictEqual(read("provider:request", data), [
      {
        _tag: "Other",
        name: "provider:request",
        sessionId: "s",
        data: { provider: "anthropic", iteration: 1, parent_id: null }
      }
    ])
  })

  it("payload may name an event as Claude Code does", () => {
    assert.deepStrictEqual(read("PreToolUse", call), [
      { _tag: "PreToolUse", toolName: "bash", toolInput: { command: "ls" } }
    ])
    assert.deepStrictEqual(read("TeammateIdle", { teammate_name: "t" }), [{ _tag: "TeammateIdle", teammateName: "t" }])
    assert.deepStrictEqual(read("subagent_stop"), [
      { _tag: "SubagentStop", stopHookActive: false, agentId: "", agentType: "" }
    ])
    assert.deepStrictEqual(read("FileChanged", { file_path: "/f", event: "add" }), [
      { _tag: "FileChanged", filePath: "/f", event: "add" }
    ])
  })

  it("payload may come without data where the event needs none", () => {
    assert.deepStrictEqual(heard(wire, { event: "session:end" }).events.map(bare), [
      { _tag: "SessionEnd", reason: "other" }
    ])
    assert.include(refusal(wire, { event: "tool:pre", data: null }), "PreToolUse lacks `tool_name`")
  })

  it("payload is refused where it is none", () => {
    assert.include(refusal(wire, []), "a payload is a JSON object, and this is a list")
    assert.include(refusal(wire, { data: {} }), "`event` is missing")
    assert.include(refusal(wire, { event: "", data: {} }), "`event` is missing")
    assert.include(refusal(wire, { event: 5, data: {} }), "`event` must be a text, and is a number")
    assert.include(refusal(wire, { event: "tool:pre", data: [] }), "`data` must be an object, and is a list")
    assert.include(refusal(wire, { event: "provider:request", data: 5 }), "`data` must be an object, and is a number")
  })

  it("payload is refused where a known event lacks what it must have, and is never Other", () => {
    assert.include(refusal(wire, { event: "tool:pre", data: { tool_name: "bash" } }), "PreToolUse lacks `tool_input`")
    assert.include(refusal(wire, { event: "tool:post", data: { result: 1 } }), "PostToolUse lacks `tool_name`")
    assert.include(refusal(wire, { event: "prompt:submit", data: { prompt: [] } }), "`prompt` of UserPromptSubmit")
    assert.include(
      refusal(wire, { event: "approval:denied", data: { tool_name: "x" } }),
      "PermissionDenied lacks `reason`"
    )
    assert.include(refusal(wire, { event: "tool:error", data: { ...call, error: { type: "E" } } }), "`error`")
    assert.include(refusal(wire, { event: "skill:loaded", data: { hooks: {} } }), "`skill_name`")
    assert.include(refusal(wire, { event: "skill:unloaded", data: { skill_name: 5 } }), "`skill_name`")
  })
})

describe("an event, written for Amplifier,", () => {
  const written = (event: HookEvent.HookEvent) => wire.write(event)

  it("has Amplifier's names", () => {
    const event = HookEvent.cases.PostToolUse.make({ toolName: "bash", toolInput: {}, toolUseId: "c", toolResponse: 1 })
    assert.deepStrictEqual(written(event), {
      event: "tool:post",
      data: { tool_name: "bash", tool_input: {}, tool_call_id: "c", result: 1 }
    })
  })

  it.each([
    [
      HookEvent.cases.Stop.make({ lastAssistantMessage: "x" }),
      "prompt:complete",
      { stop_hook_active: false, response: "x" }
    ],
    [HookEvent.cases.SessionStart.make({}), "session:start", { source: "startup" }],
    [HookEvent.cases.SessionStart.make({ source: "compact" }), "SessionStart", { source: "compact" }],
    [HookEvent.cases.SessionStart.make({ source: "resume" }), "session:resume", { source: "resume" }],
    [HookEvent.cases.SessionStart.make({ source: "fork" }), "session:fork", { source: "fork" }],
    [HookEvent.cases.PostCompact.make({}), "context:post_compact", { trigger: "auto" }],
    [HookEvent.cases.SubagentStart.make({}), "SubagentStart", { agent_id: "", agent_type: "" }],
    [HookEvent.cases.Other.make({ name: "x:y", data: { a: 1 } }), "x:y", { a: 1 }]
  ])("is told by Amplifier's own name, or by the one that all know: %j", (event, name, data) => {
    assert.deepStrictEqual(written(event), { event: name, data })
  })

  it("keeps the name that the host gave it, and what it said besides", () => {
    const payload = {
      event: "orchestrator:complete",
      trace: "t",
      data: { orchestrator: "loop-basic", turn_count: 2, stop_hook_active: false }
    }
    assert.deepStrictEqual(written(firstOf(wire, payload)), payload)
  })

  it("loses the name that the host gave it where that says something else", () => {
    const resumed = firstOf(wire, { event: "session:resume", data: { a: 1 } })
    const cleared: HookEvent.HookEvent = {
      ...HookEvent.cases.SessionStart.make({ source: "clear" }),
      host: resumed.host
    }
    assert.deepStrictEqual(written(cleared), { event: "session:start", data: { a: 1, source: "clear" } })
    const [, start] = heard(wire, { event: "context:post_compact", data: {} }).events
    assert.strictEqual(start === undefined ? undefined : written(start)["event"], "SessionStart")
  })

  it("does not say twice how the session started", () => {
    const event = firstOf(wire, { event: "session:start", data: { clear: true, mount_plan: {} } })
    const data = { mount_plan: {}, source: "clear" }
    assert.deepStrictEqual(written(event), { event: "session:start", data })
    assert.deepStrictEqual(
      written({ ...event, host: { event: "session:start", data: { clear: true, trigger: "x" } } })["data"],
      {
        source: "clear"
      }
    )
  })

  it("keeps a `clear` that tells nothing of a session's start", () => {
    const payload = { event: "tool:pre", data: { ...call, clear: true } }
    assert.deepStrictEqual(written(firstOf(wire, payload)), payload)
  })
})

describe("Amplifier's names", () => {
  it("are the 42 of its core", () => {
    assert.lengthOf(amplifierNames, 42)
    assert.strictEqual(new Set(amplifierNames).size, 42)
    for (const name of amplifierNames) assert.match(name, /^[a-z_]+:[a-z_]+$/)
  })

  it("come to hooks as the events that their payloads become, or not at all", () => {
    assert.deepStrictEqual(Object.keys(hostEvents), [...amplifierNames])
    assert.strictEqual(hostEvents["tool:pre"], "PreToolUse")
    assert.strictEqual(hostEvents["orchestrator:complete"], "Stop")
    assert.isUndefined(hostEvents["llm:request"])
  })
})
