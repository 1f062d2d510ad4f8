import { assert, describe, it } from "@effect/vitest"
import * as ToolTable from "@hookline/core/ToolTable"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { CopilotCli } from "../../src/copilot/Dialect.ts"
import { bare, firstOf, refusal } from "../format/wire/reading.ts"

const { event: wire, reply, tools } = CopilotCli

const base = { session_id: "s1", timestamp: "2026-11-18T17:39:20.473Z", cwd: "/repo" }

const payload = (event: string, fields: object): object => ({ hook_event_name: event, ...base, ...fields })

const call = (tool: string, input: object, more: object = {}): object =>
  payload("PreToolUse", { tool_name: tool, tool_input: input, ...more })

const toolOf = (told: object) => {
  const event = firstOf(wire, told)
  if (!("toolInput" in event)) return assert.fail("it is no call")
  const { input, name } = ToolTable.toCanonical(tools, event.toolName, event.toolInput)
  return { name, input }
}

const edit = { path: "/repo/a.ts", old_str: "a", new_str: "b" }
const edited = { file_path: "/repo/a.ts", old_string: "a", new_string: "b" }
const create = { path: "/repo/a.ts", file_text: "a" }
const created = { file_path: "/repo/a.ts", content: "a" }

describe("a payload of Copilot CLI", () => {
  it("is a call of a tool under Claude Code's name, with Copilot's own keys", () => {
    assert.deepInclude(bare(firstOf(wire, call("Bash", { command: "ls", description: "look" }))), {
      _tag: "PreToolUse",
      sessionId: "s1",
      cwd: "/repo",
      toolName: "Bash",
      toolInput: { command: "ls", description: "look" }
    })
    assert.deepStrictEqual(toolOf(call("Edit", edit)), { name: "Edit", input: edited })
    assert.deepStrictEqual(toolOf(call("Write", create)), { name: "Write", input: created })
    assert.deepStrictEqual(toolOf(call("Read", { path: "/repo/a.ts" })), {
      name: "Read",
      input: { file_path: "/repo/a.ts" }
    })
    assert.deepStrictEqual(toolOf(call("Agent", { agent_type: "explore", prompt: "find x" })), {
      name: "Task",
      input: { subagent_type: "explore", prompt: "find x" }
    })
  })

  it("is that call in camelCase, where the event is named", () => {
    const own = { sessionId: "s1", timestamp: 1_795_023_563_641, cwd: "/repo" }
    const told = (toolName: string, toolArgs: object) => ({ hook_event_name: "preToolUse", ...own, toolName, toolArgs })
    assert.deepInclude(bare(firstOf(wire, told("bash", { command: "ls" }))), {
      _tag: "PreToolUse",
      sessionId: "s1",
      timestamp: "2026-11-18T17:39:23.641Z",
      toolInput: { command: "ls" }
    })
    assert.deepStrictEqual(toolOf(told("edit", edit)), { name: "Edit", input: edited })
    assert.deepStrictEqual(toolOf(told("create", create)), { name: "Write", input: created })
    assert.deepStrictEqual(toolOf(told("view", { path: "a" })), { name: "Read", input: { file_path: "a" } })
    const after = { ...told("bash", {}), hook_event_name: "postToolUse", toolResult: { resultType: "success" } }
    assert.deepInclude(bare(firstOf(wire, after)), { _tag: "PostToolUse", toolResponse: { resultType: "success" } })
  })

  it("is refused where nothing names the event, since a guess can be the wrong guard", () => {
    assert.match(refusal(wire, { sessionId: "s1", toolName: "bash", toolArgs: {} }), /does not name its event/)
  })

  it("names a request of a permission by a key of its own", () => {
    const told = {
      hookName: "permissionRequest",
      sessionId: "s1",
      toolName: "edit",
      toolInput: { file_path: "/repo/a.ts", diff: "+a" },
      permissionSuggestions: []
    }
    assert.deepInclude(bare(firstOf(wire, told)), { _tag: "PermissionRequest", sessionId: "s1", toolName: "edit" })
    assert.deepStrictEqual(toolOf(told), { name: "Edit", input: { file_path: "/repo/a.ts", diff: "+a" } })
  })

  it("is a result, a failure, a prompt, or an end", () => {
    const result = { result_type: "success", text_result_for_llm: "done" }
    const after = payload("PostToolUse", { tool_name: "Bash", tool_input: {}, tool_result: result })
    assert.deepInclude(bare(firstOf(wire, after)), { _tag: "PostToolUse", toolResponse: result })
    const failed = payload("PostToolUseFailure", { tool_name: "Read", tool_input: {}, error: "Path does not exist" })
    assert.deepInclude(bare(firstOf(wire, failed)), { _tag: "PostToolUseFailure", error: "Path does not exist" })
    const names = { UserPromptSubmit: ["UserPromptSubmit", "userPromptSubmitted"], Stop: ["Stop", "agentStop"] }
    for (const [tag, spellings] of Object.entries(names)) {
      for (const name of spellings) {
        const told = payload(name, { prompt: "please go", stop_reason: "end_turn", stop_hook_active: true })
        const fields = tag === "Stop" ? { stopHookActive: true } : { prompt: "please go" }
        assert.deepInclude(bare(firstOf(wire, told)), { _tag: tag, ...fields })
      }
    }
  })

  it("is the start or the end of an agent, in a mixture of spellings", () => {
    const start = { hook_event_name: "SubagentStart", sessionId: "s1", agentName: "explore", agent_id: "a1" }
    const told = bare(firstOf(wire, { ...start, agent_type: "explore" }))
    assert.deepInclude(told, { _tag: "SubagentStart", sessionId: "s1", agentId: "a1", agentType: "explore" })
    for (const said of [{ last_assistant_message: "found" }, { response: "found" }]) {
      const end = payload("SubagentStop", { agent_id: "a1", agent_type: "explore", ...said, stop_hook_active: false })
      assert.deepInclude(bare(firstOf(wire, end)), { _tag: "SubagentStop", lastAssistantMessage: "found" })
    }
  })
})

/** The fields of payloads that the client was seen to send, by the name of the event in its file. */
const seen: Readonly<Record<string, readonly [HookEvent.HookEvent, ReadonlyArray<string>]>> = {
  sessionStart: [HookEvent.cases.SessionStart.make({ source: "startup" }), ["source"]],
  userPromptSubmitted: [HookEvent.cases.UserPromptSubmit.make({ prompt: "go" }), ["prompt"]],
  preToolUse: [HookEvent.cases.PreToolUse.make({ toolName: "bash", toolInput: {} }), ["toolArgs", "toolName"]],
  permissionRequest: [
    HookEvent.cases.PermissionRequest.make({ toolName: "bash", toolInput: {} }),
    ["hookName", "permissionSuggestions", "toolInput", "toolName"]
  ],
  postToolUse: [
    HookEvent.cases.PostToolUse.make({ toolName: "bash", toolInput: {}, toolResponse: "a" }),
    ["toolArgs", "toolName", "toolResult"]
  ],
  postToolUseFailure: [
    HookEvent.cases.PostToolUseFailure.make({ toolName: "view", toolInput: {}, error: "none" }),
    ["error", "toolArgs", "toolName"]
  ],
  agentStop: [HookEvent.cases.Stop.make({}), ["stopReason", "stop_hook_active"]],
  sessionEnd: [HookEvent.cases.SessionEnd.make({ reason: "other" }), ["reason"]]
}

describe("a hook of Copilot CLI's files", () => {
  const given = (event: HookEvent.HookEvent, configured: string) =>
    wire.encodeForHook(
      { ...event, sessionId: "s", cwd: "/p", timestamp: "2026-11-18T17:39:20.473Z" },
      undefined,
      configured
    )

  it("is given the fields of its form below a name in camelCase", () => {
    for (const [name, [event, fields]] of Object.entries(seen)) {
      const payload = given(event, name)
      // Fields with a default that other hosts send are there, too.
      assert.includeMembers(Object.keys(payload), ["sessionId", "timestamp", "cwd", ...fields], name)
      assert.deepInclude(payload, { sessionId: "s", cwd: "/p", timestamp: 1795023560473 }, name)
      assert.deepStrictEqual(
        Object.keys(payload).filter((key) => key.includes("_") && key !== "stop_hook_active"),
        [],
        name
      )
    }
  })

  it("is given Claude Code's fields and names of tools below a name in PascalCase, with Copilot's result", () => {
    const call = { toolName: "bash", toolInput: { command: "ls" } }
    assert.deepInclude(given(HookEvent.cases.PreToolUse.make(call), "PreToolUse"), {
      hook_event_name: "PreToolUse",
      session_id: "s",
      timestamp: "2026-11-18T17:39:20.473Z",
      tool_name: "Bash",
      tool_input: { command: "ls" }
    })
    const after = HookEvent.cases.PostToolUse.make({ ...call, toolResponse: { stdout: "a.txt" } })
    const result = { result_type: "success", text_result_for_llm: "a.txt" }
    assert.deepInclude(given(after, "PostToolUse"), { tool_name: "Bash", tool_result: result })
    const request = given(HookEvent.cases.PermissionRequest.make(call), "PermissionRequest")
    assert.deepInclude(request, { hookName: "permissionRequest", toolName: "bash", sessionId: "s" })
  })
})

const by = "guard"

describe("an answer to Copilot CLI", () => {
  const bash = firstOf(wire, call("Bash", { command: "rm -rf /", description: "clean" }))
  const changedTo = (value: unknown) => Outcome.make({ changes: [{ by, target: "input", mode: "replace", value }] })

  it("has both forms before a tool, and the flat one alone elsewhere", () => {
    const denial = Outcome.make({ verdict: Verdict.deny({ by, reason: "no" }) })
    const decided = { permissionDecision: "deny", permissionDecisionReason: "no" }
    assert.deepStrictEqual(reply.write(denial, bash).body, {
      ...decided,
      hookSpecificOutput: { hookEventName: "PreToolUse", ...decided }
    })
    const prompt = HookEvent.cases.UserPromptSubmit.make({ prompt: "x" })
    assert.deepStrictEqual(reply.write(denial, prompt).body, { decision: "block", reason: "no" })
    const request = HookEvent.cases.PermissionRequest.make({ toolName: "Bash", toolInput: {} })
    assert.deepStrictEqual(reply.write(denial, request).body, { behavior: "deny", message: "no" })
  })

  it("changes an input only where no key is taken away", () => {
    const whole = { command: "echo", description: "clean" }
    assert.deepInclude(reply.write(changedTo(whole), bash).body ?? {}, { modifiedArgs: whole })
    const { body = {}, unsupported } = reply.write(changedTo({ command: "echo" }), bash)
    assert.notProperty(body, "modifiedArgs")
    assert.match(unsupported.map(({ text }) => text).join("\n"), /changed the input/)
  })

  it("replaces a prompt, and the text of a result", () => {
    const changed = (target: "prompt" | "result", value: unknown) =>
      Outcome.make({ changes: [{ by, target, mode: "replace", value }] })
    const prompt = HookEvent.cases.UserPromptSubmit.make({ prompt: "x" })
    assert.deepStrictEqual(reply.write(changed("prompt", "y"), prompt).body, { modifiedPrompt: "y" })
    const given = { result_type: "success", text_result_for_llm: "secret" }
    const after = HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {}, toolResponse: given })
    const modifiedResult = { resultType: "success", textResultForLlm: "…" }
    for (const value of ["…", { ...given, text_result_for_llm: "…" }]) {
      assert.deepStrictEqual(reply.write(changed("result", value), after).body, { modifiedResult })
    }
  })
})
