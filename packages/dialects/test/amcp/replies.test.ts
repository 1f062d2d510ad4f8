import { assert, describe, it } from "@effect/vitest"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { amcpReplies, amcpSupports } from "../../src/amcp/replies.ts"
import { events, names } from "../format/reply/samples.ts"

const { PostToolUse, PreCompact, PreToolUse, SessionStart, Stop, UserPromptSubmit } = events

const by = "guard"
const deny = Verdict.deny({ by, reason: "no" })
const allow = Verdict.allow({ by, reason: "fine" })

const write = (event: HookEvent, said: Partial<Outcome.Outcome>) => amcpReplies.write(Outcome.make(said), event)

const body = (event: HookEvent, said: Partial<Outcome.Outcome>) => {
  const reply = write(event, said)
  assert.deepStrictEqual(reply.unsupported, [])
  assert.strictEqual(reply.exit, 0)
  return reply.body
}

const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } })

const context = (...texts: ReadonlyArray<string>) =>
  texts.map((text): Outcome.Context => ({ by, text, role: "system", ephemeral: false }))

const replace = (target: "input" | "result" | "prompt", value: unknown) =>
  ({ by, target, mode: "replace", value }) as const

describe("AMCP is answered", () => {
  it("nothing where there is nothing to say", () => {
    for (const name of names) assert.deepStrictEqual(write(events[name], {}), { exit: 0, unsupported: [] }, name)
  })

  it("by allow and deny, and by deny where somebody is to be asked", () => {
    const decision = (verdict: Verdict.Verdict) => body(PreToolUse, { verdict })
    const said = (permissionDecision: string, permissionDecisionReason: string) =>
      specific("PreToolUse", { permissionDecision, permissionDecisionReason })
    assert.deepStrictEqual(decision(allow), said("allow", "fine"))
    assert.deepStrictEqual(decision(deny), said("deny", "no"))
    assert.deepStrictEqual(decision(Verdict.ask({ by, prompt: "Push?" }, "Push?")), said("deny", "Push?"))
    assert.deepStrictEqual(decision(Verdict.defer({ by, reason: "later" })), said("deny", "later"))
  })

  it("the whole input, which it lays over its own", () => {
    assert.deepStrictEqual(
      body(PreToolUse, { changes: [replace("input", { command: "rm", timeout: 5 })] }),
      specific("PreToolUse", { updatedInput: { command: "rm", timeout: 5 } })
    )
  })

  it("no change that takes a key away, and no grant for it", () => {
    const reply = write(PreToolUse, { verdict: allow, changes: [replace("input", { command: "rm" })] })
    assert.notProperty(reply.body, "hookSpecificOutput")
    assert.deepStrictEqual(
      reply.unsupported.map(({ text }) => text),
      [
        "guard allowed it, and PreToolUse under AMCP does not support that",
        "guard changed the input, and PreToolUse under AMCP does not support that"
      ]
    )
  })

  it("a stop where a prompt is blocked: it looks at nothing else there", () => {
    assert.deepStrictEqual(body(UserPromptSubmit, { verdict: deny }), {
      continue: false,
      stopReason: "no",
      decision: "block",
      reason: "no"
    })
  })

  it("a block where an agent is not to stop", () => {
    assert.deepStrictEqual(body(Stop, { verdict: deny }), specific("Stop", { decision: "block", reason: "no" }))
  })

  it("a halt and no block where an agent is not to stop, and none where it can't be told to", () => {
    const halts = [{ by, reason: "enough" }]
    assert.deepStrictEqual(body(Stop, { verdict: deny, halts }), {
      continue: false,
      stopReason: "enough",
      systemMessage: "guard wanted to block it, and Stop under AMCP beside a halt does not support that: no"
    })
    for (const event of [events.SubagentStop, events.TeammateIdle, events.TaskCompleted]) {
      const reply = write(event, { verdict: deny, halts })
      assert.strictEqual(reply.exit, 0)
      assert.deepStrictEqual(Object.keys(reply.body ?? {}), ["systemMessage"])
      assert.lengthOf(reply.unsupported, 1)
    }
  })

  it("a changed result, feedback, messages, a halt and silence", () => {
    assert.deepStrictEqual(
      body(PostToolUse, {
        changes: [replace("result", "***")],
        context: context("one", "two"),
        notices: [{ by, level: "info", text: "hello" }],
        halts: [{ by, reason: "enough" }],
        quiet: [by]
      }),
      {
        continue: false,
        stopReason: "enough",
        suppressOutput: true,
        systemMessage: "hello",
        feedback: "one\n\ntwo",
        ...specific("PostToolUse", { updatedResponse: "***" })
      }
    )
    assert.deepStrictEqual(body(SessionStart, { context: context("one") }), { feedback: "one" })
  })

  it("by exit code 2 where it has no word for a denial, and nothing beside it is lost", () => {
    const reply = write(PreCompact, { verdict: deny, notices: [{ by, level: "info", text: "hello" }] })
    assert.deepStrictEqual(reply, { exit: 2, stderr: "no", unsupported: [{ by, level: "info", text: "hello" }] })
    assert.lengthOf(write(events.PermissionRequest, { verdict: deny, changes: [replace("input", {})] }).unsupported, 1)
    const asked = write(events.PostToolBatch, {
      verdict: Verdict.ask({ by, prompt: "Sure?" }, "Sure?"),
      context: context("mind"),
      halts: [{ by, reason: "enough" }]
    })
    assert.strictEqual(asked.exit, 2)
    assert.lengthOf(asked.unsupported, 2)
  })

  it("no changed prompt and no effects, which it does not know", () => {
    const effects = [
      { by, kind: "terminalSequence", value: "\u0007" },
      { by, kind: "sessionTitle", value: "x" }
    ]
    const reply = write(UserPromptSubmit, { changes: [replace("prompt", "better")], effects })
    assert.lengthOf(reply.unsupported, 3)
    assert.deepStrictEqual(Object.keys(reply.body ?? {}), ["systemMessage"])
  })
})

describe("What AMCP supports", () => {
  it("is to deny wherever that can be carried, and to allow a tool call", () => {
    assert.deepStrictEqual(amcpSupports(PreToolUse).verdicts, ["Allow", "Deny"])
    assert.deepStrictEqual(amcpSupports(PreCompact).verdicts, ["Deny"])
    assert.deepStrictEqual(amcpSupports(events.PermissionRequest).verdicts, ["Deny"])
    assert.deepStrictEqual(amcpSupports(PostToolUse).verdicts, [])
    assert.isFalse(amcpSupports(events.SubagentStart).context)
  })
})
