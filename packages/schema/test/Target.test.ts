import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "../src/HookEvent.ts"
import * as Target from "../src/Target.ts"

const call = { toolName: "Bash", toolInput: {} }

const targets: ReadonlyArray<readonly [HookEvent.HookEvent, string | undefined]> = [
  [HookEvent.cases.PreToolUse.make(call), "Bash"],
  [HookEvent.cases.PostToolUse.make(call), "Bash"],
  [HookEvent.cases.PostToolUseFailure.make({ ...call, error: "e" }), "Bash"],
  [HookEvent.cases.PermissionRequest.make(call), "Bash"],
  [HookEvent.cases.PermissionDenied.make({ ...call, reason: "r" }), "Bash"],
  [HookEvent.cases.PostToolBatch.make({ toolCalls: [call] }), undefined],
  [HookEvent.cases.Notification.make({ message: "m", notificationType: "idle_prompt" }), "idle_prompt"],
  [HookEvent.cases.UserPromptSubmit.make({ prompt: "p" }), undefined],
  [HookEvent.cases.UserPromptExpansion.make({ prompt: "p", commandName: "deploy" }), "deploy"],
  [HookEvent.cases.SessionStart.make({ source: "resume" }), "resume"],
  [HookEvent.cases.SessionEnd.make({ reason: "logout" }), "logout"],
  [HookEvent.cases.Stop.make({ agentType: "x" }), undefined],
  [HookEvent.cases.StopFailure.make({ error: "rate_limit" }), "rate_limit"],
  [HookEvent.cases.SubagentStart.make({ agentType: "explorer" }), "explorer"],
  [HookEvent.cases.SubagentStop.make({ agentType: "explorer" }), "explorer"],
  [HookEvent.cases.PreCompact.make({ trigger: "manual" }), "manual"],
  [HookEvent.cases.PostCompact.make({ trigger: "manual" }), "manual"],
  [HookEvent.cases.PreModelSwitch.make({ fromModel: "a", toModel: "claude-opus-5[1m]" }), "claude-opus-5"],
  [HookEvent.cases.PostModelSwitch.make({ fromModel: "a[1m]", toModel: "claude-opus-5" }), "claude-opus-5"],
  [HookEvent.cases.Setup.make({ trigger: "maintenance" }), "maintenance"],
  [HookEvent.cases.TeammateIdle.make({ teammateName: "t" }), undefined],
  [HookEvent.cases.TaskCreated.make({ taskId: "i", taskSubject: "s" }), undefined],
  [HookEvent.cases.TaskCompleted.make({ taskId: "i", taskSubject: "s" }), undefined],
  [HookEvent.cases.Elicitation.make({ mcpServerName: "m", message: "?" }), "m"],
  [HookEvent.cases.ElicitationResult.make({ mcpServerName: "m", action: "accept" }), "m"],
  [HookEvent.cases.ConfigChange.make({ source: "skills" }), "skills"],
  [HookEvent.cases.WorktreeCreate.make({ name: "w" }), undefined],
  [HookEvent.cases.WorktreeRemove.make({ worktreePath: "/w" }), undefined],
  [HookEvent.cases.InstructionsLoaded.make({ filePath: "/f", memoryType: "User", loadReason: "include" }), "include"],
  [HookEvent.cases.CwdChanged.make({ oldCwd: "/a", newCwd: "/b" }), undefined],
  [HookEvent.cases.FileChanged.make({ filePath: "/home/x/.envrc", event: "change" }), ".envrc"],
  [HookEvent.cases.DirectoryAdded.make({ directory: "/d", source: "slash_command" }), "slash_command"],
  [HookEvent.cases.MessageDisplay.make({ turnId: "t", messageId: "m", index: 0, final: true, delta: "d" }), undefined],
  [HookEvent.cases.Other.make({ name: "llm:request", data: { source: "x" } }), undefined]
]

describe("an event's target", () => {
  it.each(targets)("is what its matchers are held against: %j", (event, target) => {
    assert.strictEqual(Target.of(event), target)
  })

  it("is settled for every event", () => {
    assert.deepStrictEqual(targets.map(([{ _tag }]) => _tag).toSorted(), [...HookEvent.names, "Other"].toSorted())
  })

  it.prop("is there just where its kind has one", [HookEvent.HookEvent], ([event]) => {
    const target = Target.of(event)
    assert.strictEqual(typeof target === "string", Target.has(event._tag))
    if (!Target.has(event._tag)) assert.isUndefined(target)
  })

  it("is the base name of a changed file, on any system", () => {
    const of = (filePath: string) => Target.of(HookEvent.cases.FileChanged.make({ filePath, event: "add" }))
    assert.strictEqual(of("C:\\work\\.env"), ".env")
    assert.strictEqual(of(".env"), ".env")
    assert.strictEqual(of("/work/"), "")
  })

  it("is a model's name without a size in brackets, and only there at its end", () => {
    const of = (toModel: string) => Target.of(HookEvent.cases.PreModelSwitch.make({ fromModel: "a", toModel }))
    assert.strictEqual(of("m[1m]"), "m")
    assert.strictEqual(of("m"), "m")
    assert.strictEqual(of("m[1m]-preview"), "m[1m]-preview")
  })

  it("is about one tool call on five events", () => {
    assert.deepStrictEqual(HookEvent.names.filter(Target.isTool), [
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "PermissionRequest",
      "PermissionDenied"
    ])
    assert.isFalse(Target.isTool("Other"))
  })

  it("is none for a word that is no event", () => {
    for (const word of ["Other", "constructor", "__proto__", ""]) {
      assert.isFalse(Target.has(word))
      assert.isFalse(Target.isTool(word))
    }
  })
})
