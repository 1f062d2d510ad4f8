import { assert, describe, it } from "@effect/vitest"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { amplihackReplies, amplihackSupports } from "../../src/amplihack/replies.ts"
import { claudeReplies, claudeSupports } from "../../src/claude/replies.ts"
import { events, names } from "../format/reply/samples.ts"

const { Elicitation, PermissionRequest, PostToolUse, PostToolUseFailure, PreToolUse, SessionEnd, SessionStart, Stop } =
  events
const { TaskCompleted, UserPromptSubmit, WorktreeCreate } = events

const by = "guard"
const deny = Verdict.deny({ by, reason: "no" })
const allow = Verdict.allow({ by, reason: "fine" })

const write = (event: HookEvent, said: Partial<Outcome.Outcome>) => claudeReplies.write(Outcome.make(said), event)

/** The answer of an event that everything could be said to. */
const body = (event: HookEvent, said: Partial<Outcome.Outcome>) => {
  const reply = write(event, said)
  assert.deepStrictEqual(reply.unsupported, [])
  assert.strictEqual(reply.exit, 0)
  return reply.body
}

const unsupported = (event: HookEvent, said: Partial<Outcome.Outcome>) =>
  write(event, said).unsupported.map(({ text }) => text)

const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } })

const context = (...texts: ReadonlyArray<string>) =>
  texts.map((text): Outcome.Context => ({ by, text, role: "system", ephemeral: false }))

const notice = (text: string, level: Outcome.Notice["level"] = "info"): Outcome.Notice => ({ by, level, text })

const effect = (kind: string, value: unknown): Outcome.HostEffect => ({ by, kind, value })

const replace = (target: "input" | "result" | "prompt", value: unknown) =>
  ({ by, target, mode: "replace", value }) as const

describe("Claude Code is answered", () => {
  it("nothing where there is nothing to say", () => {
    for (const name of names) {
      assert.deepStrictEqual(claudeReplies.write(Outcome.empty, events[name]), { exit: 0, unsupported: [] }, name)
    }
  })

  it("a tool call's verdict with its reasons", () => {
    const decision = (verdict: Verdict.Verdict) => body(PreToolUse, { verdict })
    const said = (permissionDecision: string, permissionDecisionReason: string) =>
      specific("PreToolUse", { permissionDecision, permissionDecisionReason })
    assert.deepStrictEqual(decision(deny), said("deny", "no"))
    assert.deepStrictEqual(decision(allow), said("allow", "fine"))
    assert.deepStrictEqual(decision(Verdict.defer({ by, reason: "later" })), said("defer", "later"))
    assert.deepStrictEqual(
      decision(Verdict.ask({ by, prompt: "Push?" }, "it is Friday")),
      said("ask", "it is Friday\nPush?")
    )
    assert.deepStrictEqual(
      decision({
        _tag: "Deny",
        reasons: [
          { by, text: "no" },
          { by: "other", text: "" },
          { by: "other", text: "never" }
        ]
      }),
      said("deny", "no\nnever")
    )
    assert.deepStrictEqual(
      decision({ _tag: "Allow", reasons: [] }),
      specific("PreToolUse", { permissionDecision: "allow" })
    )
    assert.deepStrictEqual(
      decision({ _tag: "Deny", reasons: [] }),
      said("deny", "A hook denied this without a reason.")
    )
  })

  it("a tool call's whole input, with all changes in it", () => {
    const changes = [
      replace("input", { command: "ls -l" }),
      { by, target: "input", mode: "merge", value: { timeout: 9 } } as const
    ]
    assert.deepStrictEqual(
      body(PreToolUse, { changes }),
      specific("PreToolUse", { updatedInput: { command: "ls -l", timeout: 9 } })
    )
    const merged = [{ by, target: "input", mode: "merge", value: { timeout: 9 } }] as const
    assert.deepStrictEqual(
      body(PreToolUse, { verdict: allow, changes: merged }),
      specific("PreToolUse", {
        permissionDecision: "allow",
        permissionDecisionReason: "fine",
        updatedInput: { command: "ls", timeout: 9 }
      })
    )
  })

  it("no grant where the changed input is none that a tool could have", () => {
    const reply = write(PreToolUse, { verdict: allow, changes: [replace("input", "ls")] })
    assert.deepStrictEqual(reply.body, {
      systemMessage: "guard changed the input, and PreToolUse under Claude Code does not support that"
    })
    assert.lengthOf(reply.unsupported, 2)
  })

  it("texts for the model, each a paragraph", () => {
    assert.deepStrictEqual(
      body(SessionStart, { context: context("one", "two", "", "one") }),
      specific("SessionStart", { additionalContext: "one\n\ntwo" })
    )
  })

  it("a blocked prompt and a held-back stop by the reply's own decision", () => {
    for (const event of [UserPromptSubmit, Stop, events.PreCompact, events.ConfigChange, events.TaskCreated]) {
      assert.deepStrictEqual(body(event, { verdict: deny }), { decision: "block", reason: "no" }, event._tag)
    }
  })

  it("what a tool's result becomes, and what the model is told of it", () => {
    assert.deepStrictEqual(
      body(PostToolUse, {
        changes: [replace("result", { stdout: "***" })],
        context: context("mind"),
        effects: [effect("classifierContext", "harmless"), effect("classifierContext", "indeed")]
      }),
      specific("PostToolUse", {
        updatedToolOutput: { stdout: "***" },
        additionalContext: "mind",
        classifierContext: "harmless\n\nindeed"
      })
    )
    assert.deepStrictEqual(
      body(PostToolUse, { changes: [replace("result", undefined)] }),
      specific("PostToolUse", { updatedToolOutput: null })
    )
  })

  it("a block after a tool, which was given as mere context: it is a decision, and the host shows it as an error", () => {
    for (const event of [PostToolUse, PostToolUseFailure]) {
      assert.deepStrictEqual(body(event, { verdict: deny }), { decision: "block", reason: "no" })
      assert.deepStrictEqual(body(event, { verdict: deny, context: context("mind") }), {
        decision: "block",
        reason: "no",
        ...specific(event._tag, { additionalContext: "mind" })
      })
    }
  })

  it("a permission request's decision", () => {
    const decision = (fields: object) => specific("PermissionRequest", { decision: fields })
    assert.deepStrictEqual(body(PermissionRequest, { verdict: deny }), decision({ behavior: "deny", message: "no" }))
    assert.deepStrictEqual(
      body(PermissionRequest, {
        verdict: allow,
        changes: [replace("input", { command: "ls" })],
        effects: [effect("updatedPermissions", [1]), effect("updatedPermissions", [2, 1])]
      }),
      decision({ behavior: "allow", updatedInput: { command: "ls" }, updatedPermissions: [1, 2] })
    )
    assert.deepStrictEqual(body(PermissionRequest, { verdict: deny, halts: [{ by, reason: "enough" }] }), {
      continue: false,
      stopReason: "enough",
      ...decision({ behavior: "deny", message: "no", interrupt: true })
    })
  })

  it("a denial where a permission request is to be asked about, which can't be said", () => {
    assert.deepStrictEqual(
      body(PermissionRequest, { verdict: Verdict.ask({ by, prompt: "Sure?" }, "Sure?") }),
      specific("PermissionRequest", { decision: { behavior: "deny", message: "Sure?" } })
    )
  })

  it("no change of a permission request's input or of permissions without a grant", () => {
    const said = { changes: [replace("input", {})], effects: [effect("updatedPermissions", [])] }
    for (const verdict of [Verdict.pass, deny]) {
      assert.deepStrictEqual(unsupported(PermissionRequest, { ...said, verdict }), [
        "guard changed the input, and PermissionRequest under Claude Code does not support that",
        "guard set updatedPermissions, and PermissionRequest under Claude Code does not support that"
      ])
    }
  })

  it("the first halt, with all other fields", () => {
    assert.deepStrictEqual(
      body(PostToolUse, {
        halts: [
          { by, reason: "enough" },
          { by, reason: "really" }
        ],
        notices: [notice("hello")],
        quiet: [by]
      }),
      { continue: false, stopReason: "enough", suppressOutput: true, systemMessage: "hello" }
    )
  })

  it("a denial for a halt before an action, which the host would let happen first", () => {
    assert.deepStrictEqual(body(PreToolUse, { verdict: allow, halts: [{ by, reason: "enough" }] }), {
      continue: false,
      stopReason: "enough",
      ...specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "enough" })
    })
    assert.deepStrictEqual(body(UserPromptSubmit, { halts: [{ by, reason: "enough" }] }), {
      decision: "block",
      reason: "enough",
      continue: false,
      stopReason: "enough"
    })
  })

  it("a halt and no block where the agent is about to stop", () => {
    const halts = [{ by, reason: "enough" }]
    assert.deepStrictEqual(body(Stop, { halts }), { continue: false, stopReason: "enough" })
    for (const event of [Stop, events.SubagentStop, events.TeammateIdle, TaskCompleted]) {
      const systemMessage = `guard wanted to block it, and ${event._tag} under Claude Code beside a halt does not support that: no`
      const expected = { body: { continue: false, stopReason: "enough", systemMessage }, exit: 0, unsupported: [] }
      assert.deepStrictEqual(write(event, { verdict: deny, halts }), expected)
    }
  })

  it("messages, each on a line, and with them what was lost and may have mattered", () => {
    const reply = write(UserPromptSubmit, {
      notices: [notice("hello"), notice("careful", "warning")],
      changes: [replace("prompt", "say it better")]
    })
    const lost = "guard changed the prompt, and UserPromptSubmit under Claude Code does not support that"
    assert.deepStrictEqual(reply.body, { systemMessage: `hello\ncareful\n${lost}` })
    assert.deepStrictEqual(reply.unsupported, [notice(lost, "warning")])
  })

  it("no message where nobody would see it: it is unsupported", () => {
    const deaf =
      "Notification StopFailure MessageDisplay Elicitation ElicitationResult SessionEnd Setup PreCompact PostCompact " +
      "ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded DirectoryAdded"
    for (const name of names) {
      const reply = write(events[name], { notices: [notice("hello")] })
      if (deaf.split(" ").includes(name))
        assert.deepStrictEqual(reply, { exit: 0, unsupported: [notice("hello")] }, name)
      else assert.deepStrictEqual(reply, { body: { systemMessage: "hello" }, exit: 0, unsupported: [] }, name)
    }
    assert.deepStrictEqual(unsupported(SessionEnd, { verdict: deny }), [
      "guard wanted to block it, and SessionEnd under Claude Code does not support that: no"
    ])
  })

  it("effects by their own names, one value for each", () => {
    const reply = write(SessionStart, {
      effects: [
        effect("watchPaths", ["a"]),
        effect("sessionTitle", "one"),
        effect("watchPaths", ["b", "a"]),
        effect("sessionTitle", "two"),
        effect("reloadSkills", true),
        effect("reloadSkills", false),
        effect("initialUserMessage", 5),
        effect("terminalSequence", "\u0007"),
        effect("terminalSequence", "\u0007")
      ]
    })
    assert.deepInclude(reply.body, {
      terminalSequence: "\u0007\u0007",
      ...specific("SessionStart", { watchPaths: ["a", "b"], sessionTitle: "two", reloadSkills: true })
    })
    assert.deepStrictEqual(
      reply.unsupported.map(({ text }) => text.split(",")[0]),
      ["guard set sessionTitle", "guard set initialUserMessage"]
    )
  })

  it("an elicitation for the user: the strictest action, and content only where it is accepted", () => {
    const accept = [effect("action", "accept"), effect("content", { name: "Ada" })]
    assert.deepStrictEqual(
      body(Elicitation, { effects: accept }),
      specific("Elicitation", { action: "accept", content: { name: "Ada" } })
    )
    assert.deepStrictEqual(
      write(Elicitation, { effects: [effect("action", "decline"), ...accept] }).body,
      specific("Elicitation", { action: "decline" })
    )
    const denied = write(Elicitation, { verdict: deny, effects: accept })
    assert.deepStrictEqual(denied.body, {
      decision: "block",
      reason: "no",
      ...specific("Elicitation", { action: "decline" })
    })
    assert.lengthOf(denied.unsupported, 1)
  })

  it("by exit code 2 where it reads no decision", () => {
    for (const event of [events.TeammateIdle, TaskCompleted, events.WorktreeRemove, WorktreeCreate]) {
      assert.deepStrictEqual(write(event, { verdict: deny }), { exit: 2, stderr: "no", unsupported: [] }, event._tag)
    }
  })

  it("a worktree's path as it is, and nothing beside it that would be taken for the path", () => {
    const reply = write(WorktreeCreate, {
      effects: [effect("worktreePath", "/tmp/mend"), effect("terminalSequence", "\u0007")],
      notices: [notice("made")],
      quiet: [by]
    })
    assert.strictEqual(reply.text, "/tmp/mend")
    assert.isUndefined(reply.body)
    assert.deepStrictEqual(
      reply.unsupported.map(({ text }) => text.split(",")[0]),
      ["made", "guard set terminalSequence"]
    )
  })

  it("nothing of a call that is put off but that it is", () => {
    const reply = write(PreToolUse, {
      verdict: Verdict.defer({ by, reason: "later" }),
      changes: [replace("input", {})],
      context: context("mind")
    })
    assert.deepInclude(
      reply.body,
      specific("PreToolUse", { permissionDecision: "defer", permissionDecisionReason: "later" })
    )
    assert.lengthOf(reply.unsupported, 2)
  })

  it("nothing for the model on an event that it does not know", () => {
    assert.deepStrictEqual(unsupported(events.Other, { context: context("mind") }), [
      "guard has a text for the model, and tool:retry under Claude Code does not support that: mind"
    ])
  })

  it("no field for the event where the event has none", () => {
    const without =
      "SessionEnd StopFailure PreCompact PostCompact TeammateIdle TaskCreated TaskCompleted ConfigChange " +
      "WorktreeRemove InstructionsLoaded DirectoryAdded Other"
    for (const name of names.filter((name) => without.split(" ").includes(name))) {
      const reply = write(events[name], {
        verdict: deny,
        context: context("mind"),
        changes: [replace("input", {})],
        effects: [effect("watchPaths", ["a"]), effect("sessionTitle", "x")],
        halts: [{ by, reason: "enough" }]
      })
      assert.notProperty(reply.body ?? {}, "hookSpecificOutput", name)
    }
  })
})

describe("What Claude Code supports", () => {
  it("is what its events carry, less what it has no word for", () => {
    for (const name of names) {
      const carries = Capabilities.of(events[name])
      const supports = claudeSupports(events[name])
      for (const tag of supports.verdicts) assert.include(carries.verdicts, tag, name)
      assert.strictEqual(supports.verdicts.includes("Deny"), carries.verdicts.includes("Deny"), name)
      assert.notInclude(supports.changes, "prompt", name)
    }
    assert.deepStrictEqual(claudeSupports(PreToolUse).verdicts, ["Allow", "Ask", "Defer", "Deny"])
    assert.deepStrictEqual(claudeSupports(PermissionRequest).verdicts, ["Allow", "Deny"])
    assert.deepStrictEqual(claudeSupports(events.PreModelSwitch).verdicts, ["Allow", "Ask", "Deny"])
    assert.deepStrictEqual(claudeSupports(UserPromptSubmit).verdicts, ["Deny"])
  })
})

describe("amplihack", () => {
  it("is answered in Claude Code's words", () => {
    assert.strictEqual(amplihackReplies.write, claudeReplies.write)
    assert.strictEqual(amplihackSupports, claudeSupports)
  })
})
