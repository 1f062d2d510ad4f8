import { assert, describe, it } from "@effect/vitest"
import { amplihackEvents as wire } from "../../src/amplihack/events.ts"
import { bare, firstOf, refusal } from "../format/wire/reading.ts"

const named = { hookEventName: "preToolUse" }

/** What GitHub Copilot sends of a call, with the event's name that its command line adds. */
const copilot = {
  ...named,
  sessionId: "abc-123",
  timestamp: 1_704_614_400_000,
  cwd: "/repo",
  toolName: "bash",
  toolArgs: '{"command":"echo hi","description":"greet"}'
}

describe("a payload of amplihack", () => {
  it("is Other where its event is unknown", () => {
    const event = firstOf(wire, { hook_event_name: "FutureEvent", data: "test" })
    assert.deepStrictEqual(bare(event), { _tag: "Other", name: "FutureEvent", data: { data: "test" } })
  })

  it("may be a Stop that says nothing else", () => {
    assert.deepStrictEqual(bare(firstOf(wire, { hook_event_name: "Stop" })), { _tag: "Stop", stopHookActive: false })
  })

  it.each(["SessionEnd", "sessionEnd", "session_end", "SessionStop", "session-stop"])(
    "ends the session by %s",
    (name) => {
      const event = firstOf(wire, { hook_event_name: name, session_id: "s1" })
      assert.deepStrictEqual(bare(event), { _tag: "SessionEnd", sessionId: "s1", reason: "other" })
    }
  )

  it("may spell its fields in camelCase before a tool runs", () => {
    const payload = {
      hookEventName: "PreToolUse",
      toolName: "Bash",
      toolInput: { command: "git commit --no-verify" },
      sessionId: "session-123"
    }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), {
      _tag: "PreToolUse",
      sessionId: "session-123",
      toolName: "Bash",
      toolInput: { command: "git commit --no-verify" }
    })
  })

  it("may spell its fields in camelCase after a tool ran", () => {
    const payload = { hookEventName: "PostToolUse", toolName: "Bash", toolInput: {}, toolResult: { exit_code: 0 } }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), {
      _tag: "PostToolUse",
      toolName: "Bash",
      toolInput: {},
      toolResponse: { exit_code: 0 }
    })
  })

  it("may spell the fields of a Stop in camelCase", () => {
    const payload = { hookEventName: "Stop", stopHookActive: true, transcriptPath: "/t.jsonl", sessionId: "s" }
    assert.deepStrictEqual(bare(firstOf(wire, payload)), {
      _tag: "Stop",
      sessionId: "s",
      transcriptPath: "/t.jsonl",
      stopHookActive: true
    })
  })

  it("may hold Copilot's toolArgs, a text, before a tool runs", () => {
    assert.deepStrictEqual(bare(firstOf(wire, copilot)), {
      _tag: "PreToolUse",
      sessionId: "abc-123",
      timestamp: "2024-01-07T08:00:00.000Z",
      cwd: "/repo",
      toolName: "bash",
      toolInput: { command: "echo hi", description: "greet" }
    })
  })

  it("may hold Copilot's toolArgs, a text, after a tool ran", () => {
    const toolResult = { resultType: "success", textResultForLlm: "ok" }
    const event = firstOf(wire, { ...copilot, hookEventName: "postToolUse", toolResult })
    assert.deepStrictEqual(event._tag === "PostToolUse" && [event.toolInput, event.toolResponse], [
      { command: "echo hi", description: "greet" },
      toolResult
    ])
  })

  it("may hold toolArgs that are an object", () => {
    const event = firstOf(wire, { ...named, toolName: "Bash", toolArgs: { command: "ls -la" } })
    assert.deepStrictEqual(event._tag === "PreToolUse" && event.toolInput, { command: "ls -la" })
  })

  it("is refused where the text of toolArgs is no JSON, without a word of it", () => {
    const issue = refusal(wire, { ...named, toolName: "bash", toolArgs: "{not valid json" })
    assert.include(issue, "`toolArgs` of PreToolUse is a text that holds no JSON object")
    assert.notInclude(issue, "not valid json")
  })

  it("is refused where a known tool event lacks what it must have", () => {
    assert.include(refusal(wire, { hookEventName: "PreToolUse", toolName: "Bash" }), "PreToolUse lacks `tool_input`")
    assert.include(refusal(wire, { hookEventName: "PostToolUse", toolInput: {} }), "PostToolUse lacks `tool_name`")
    assert.include(refusal(wire, { hookEventName: "UserPromptSubmit", prompt: 5 }), "`prompt` of UserPromptSubmit")
  })

  it("is refused without its event's name: what it is of is never guessed", () => {
    const { hookEventName: _name, ...payload } = copilot
    assert.include(refusal(wire, payload), "it does not name its event")
    assert.include(refusal(wire, { tool_name: "Bash", tool_input: { command: "git merge" } }), "hookEventName")
  })

  it("is refused where it is no object", () => {
    assert.include(refusal(wire, ["PreToolUse"]), "this is a list")
  })

  it("may tell the prompt under three names", () => {
    for (const name of ["user_prompt", "userPrompt", "prompt"]) {
      const event = firstOf(wire, { hook_event_name: "UserPromptSubmit", [name]: "fix it" })
      assert.strictEqual(event._tag === "UserPromptSubmit" && event.prompt, "fix it")
    }
  })

  // proves: docs/failure-policy.md, docs/running-hooks.md
  it("may tell the prompt inside of a message, and none at all", () => {
    const promptOf = (payload: Readonly<Record<string, unknown>>) => {
      const event = firstOf(wire, { hookEventName: "userPromptSubmitted", ...payload })
      return event._tag === "UserPromptSubmit" ? event.prompt : undefined
    }
    assert.strictEqual(promptOf({ userMessage: { text: "fix it" } }), "fix it")
    assert.strictEqual(promptOf({ userMessage: "fix it" }), "fix it")
    assert.strictEqual(promptOf({ prompt: "mine", userMessage: { text: "fix it" } }), "mine")
    for (const payload of [{}, { prompt: null }, { userMessage: null }, { userMessage: {} }]) {
      assert.strictEqual(promptOf(payload), "")
    }
    assert.include(
      refusal(wire, { hookEventName: "UserPromptSubmit", userMessage: { text: ["a"] } }),
      "`prompt` of UserPromptSubmit must be a text"
    )
  })

  it("may call events as Copilot does", () => {
    assert.strictEqual(firstOf(wire, { hookEventName: "userPromptSubmitted", prompt: "hi" })._tag, "UserPromptSubmit")
    assert.strictEqual(firstOf(wire, { hookEventName: "agentStop" })._tag, "Stop")
    assert.strictEqual(firstOf(wire, { hookEventName: "AgentStop" })._tag, "Stop")
    assert.strictEqual(firstOf(wire, { hookEventName: "errorOccurred", error: {} })._tag, "Other")
  })

  it("is written in Claude Code's words", () => {
    assert.deepStrictEqual(wire.write(firstOf(wire, copilot)), {
      hook_event_name: "PreToolUse",
      session_id: "abc-123",
      timestamp: "2024-01-07T08:00:00.000Z",
      cwd: "/repo",
      tool_name: "bash",
      tool_input: { command: "echo hi", description: "greet" }
    })
  })
})
