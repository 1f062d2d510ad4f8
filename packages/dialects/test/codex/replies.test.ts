// What is written for Codex. It drops a whole answer for one key that it does not know, so that each has a whitelist.
import { assert, describe, it } from "@effect/vitest"
import { Codex } from "../../src/codex/Dialect.ts"
import type { HostReply } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { Arbitraries, HookEvents } from "@hookline/testing"
import * as Schema from "effect/Schema"
import { heardBy, printedBy } from "@hookline/testing/kit/hosts/HostReading"
import { reads, runOf } from "@hookline/testing/kit/hosts/codex"

const toolOf = (event: HookEvent.HookEvent): string | undefined => ("toolName" in event ? event.toolName : undefined)

const run = (reply: HostReply, event: HookEvent.HookEvent) =>
  runOf(printedBy(reply), HookEvent.nameOf(event), toolOf(event))

const heard = heardBy((printed, event) => reads(printed, HookEvent.nameOf(event), toolOf(event)))

/** All keys of an answer, at its top and for its event. */
const keysOf = ({ body = {} }: HostReply): ReadonlyArray<string> => {
  const specific = body["hookSpecificOutput"]
  return [...Object.keys(body), ...(isJson(specific) ? Object.keys(specific).map((key) => `.${key}`) : [])]
}

/** The keys beside which Codex reads each form of a denial. */
const besides: Readonly<Record<string, ReadonlyArray<string>>> = {
  PreToolUse: [".permissionDecision", ".permissionDecisionReason", ".additionalContext"],
  PermissionRequest: [".decision"],
  UserPromptSubmit: ["decision", "reason", ".additionalContext"],
  Stop: ["decision", "reason"],
  SubagentStop: ["decision", "reason"],
  PreCompact: ["continue", "stopReason"]
}
const always = ["systemMessage", "hookSpecificOutput", ".hookEventName"]

const { cases, examples } = { cases: HookEvent.cases, examples: HookEvents.examples }

/** A text of anything, also of what the host takes for blank. */
const Text = Schema.Union([Schema.String, Schema.Literals(["", " ", "\n\t", "\u0085", "\ud800", "\u0000"])])

const by = "guard"
const denied = (reason: string) => Outcome.make({ verdict: Verdict.deny({ by, reason }) })

describe("an answer to Codex", () => {
  it.prop(
    "never fails there, whatever it is about",
    [Arbitraries.outcome, HookEvents.example],
    ([outcome, event]) => {
      const reply = Codex.reply.write(outcome, event)
      assert.notStrictEqual(run(reply, event).status, "failed", JSON.stringify(reply))
      assert.strictEqual(reply.exit, 0)
    },
    { arbitrary: { size: 6, runs: 600 } }
  )

  it.prop(
    "has nothing beside a denial but its reason, the context and the message",
    [Arbitraries.outcome, HookEvents.example, Text],
    ([outcome, event, reason]) => {
      if (!Codex.capabilities(event).verdicts.includes("Deny")) return
      const meant = { ...outcome, halts: [], verdict: Verdict.deny({ by, reason }) }
      const reply = Codex.reply.write(meant, event)
      assert.includeMembers([...always, ...(besides[event._tag] ?? [])], [...keysOf(reply)])
      assert.strictEqual(heard(reply, event).verdict._tag, "Deny")
    },
    { arbitrary: { size: 6, runs: 600 } }
  )

  it.prop("denies with a reason, also where the hook gave none", [HookEvents.example, Text], ([event, reason]) => {
    if (!Codex.capabilities(event).verdicts.includes("Deny")) return
    const [said] = Verdict.reasonsOf(heard(Codex.reply.write(denied(reason), event), event).verdict)
    assert.match(said?.text ?? "", /[^\s\u0085]/)
  })

  it.prop("is empty where nothing is meant, or a call is allowed", [HookEvents.example], ([event]) => {
    const allowed = Outcome.make({ verdict: Verdict.allow({ by, reason: "fine" }) })
    assert.isUndefined(Codex.reply.write(Outcome.empty, event).body)
    if (event._tag === "PermissionRequest" || !Capabilities.of(event).verdicts.includes("Allow")) return
    assert.isUndefined(Codex.reply.write(allowed, event).body)
  })

  it("replaces the input of a command only by one with a command, and drops others", () => {
    const change = (value: unknown) => Outcome.make({ changes: [{ by, target: "input", mode: "replace", value }] })
    let deep: unknown = "end"
    for (let depth = 0; depth < 200; depth++) deep = [deep]
    const [bash, mcp] = [examples.PreToolUse, cases.PreToolUse.make({ toolName: "mcp__a__b", toolInput: {} })]
    assert.deepStrictEqual(Codex.reply.write(change({ command: "ls" }), bash).body, {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "ls" }
      }
    })
    for (const value of [{ cmd: "ls" }, { command: 1 }, "ls", null, { command: "ls", deep }, { command: "\ud800" }]) {
      const reply = Codex.reply.write(change(value), bash)
      assert.deepStrictEqual(Object.keys(reply.body ?? {}), ["systemMessage"])
      assert.match(reply.unsupported.map(({ text }) => text).join(), /changed the input/)
    }
    assert.deepStrictEqual(
      heard(Codex.reply.write(change({ a: 1 }), mcp), mcp).changes.map(({ value }) => value),
      [{ a: 1 }]
    )
  })

  it("replaces a result, also by an empty one, and keeps it from an agent that should stop", () => {
    const event = examples.PostToolUse
    const change = (value: unknown) => Outcome.make({ changes: [{ by, target: "result", mode: "replace", value }] })
    for (const value of ["clean", "", "  ", { stdout: "x" }]) {
      const { result } = run(Codex.reply.write(change(value), event), event).reading
      assert.match(String(result), /\S/)
    }
    const halted = Codex.reply.write(Outcome.make({ halts: [{ by, reason: "enough" }] }), event)
    assert.strictEqual(run(halted, event).reading.result, "enough")
  })

  it("shows its messages on its own event Interrupt, and on no unknown one", () => {
    const told = Outcome.make({ notices: [{ by, level: "info", text: "hello" }] })
    const other = (name: string) => Codex.reply.write(told, cases.Other.make({ name, data: {} }))
    assert.deepStrictEqual(other("Interrupt").body, { systemMessage: "hello" })
    assert.isUndefined(other("PreModelRequest").body)
    assert.deepStrictEqual(other("PreModelRequest").unsupported, told.notices)
  })
})
