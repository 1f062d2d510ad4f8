// Denials under a key that is nearly right, of another agent, or at another place, and replies that only look like them.
import { assert, describe, it } from "@effect/vitest"
import { by, dialects, events, messages, read, specific } from "./samples.ts"

const { PreToolUse, SessionEnd } = events

const names = Object.keys(dialects).filter((name): name is keyof typeof dialects => name in dialects)

describe("A reply that may be a denial", () => {
  it("is a failure where failures deny, and is reported everywhere", () => {
    for (const reply of [
      { decison: "block", reason: "x" },
      { Decision: "block" },
      { decision_: "nope" },
      { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecison: "deny" } },
      specific(PreToolUse, { permission: "deny" }),
      specific(PreToolUse, { continue: false }),
      specific(PreToolUse, { block: true }),
      { hook_specific_output: { permission_decision: "deny" } },
      { hook_specific_output: { hook: { permission_decision: "deny" } } },
      { permission: "deny" },
      { permission: "ask" },
      { behavior: "deny", message: "x" },
      { action: "deny" },
      { status: "blocked" },
      { type: "rejected" },
      { deny: true },
      { deny: "true" },
      { blocked: true },
      { allow: false },
      { approved: "False" },
      { Continue: false },
      { ok: false, reason: "x" },
      { result: { decision: "block" } },
      { output: { result: { ok: false, reason: "x" } } },
      { ok: "no", reason: "x" },
      { results: [{ decision: "approve" }, { decision: "deny" }] },
      { results: [{ check: "secrets", allowed: false }] },
      { checks: [{ result: { decision: "block" } }] },
      { suppressOutput: true, systemMessage: "No.", result: { decision: "deny" } },
      specific(PreToolUse, { result: { allowed: false } }),
      { reason: "no way" },
      { stopReason: "no way" },
      { reason: "no way", suppressOutput: true, systemMessage: "no" },
      specific(PreToolUse, { permissionDecisionReason: "no way" }),
      specific(PreToolUse, { permissionDecision: "allow", permission: "deny" }),
      specific(PreToolUse, { permissionDecision: "ask", permission: "deny" }),
      { decision: "approve", action: "block" }
    ])
      for (const name of names) {
        const said = read(name, PreToolUse, reply)
        const text = `${name}: ${JSON.stringify(reply)}`
        assert.isTrue(said.failure !== undefined || said.softFailure !== undefined, text)
        assert.isTrue(said.failure !== undefined || said.outcome.notices.some(({ level }) => level === "warning"), text)
        assert.notStrictEqual(said.outcome.verdict._tag, "Allow", text)
      }
  })

  // A law over names and values: what a flag means does not depend on the form in which a script writes it.
  it("is a flag in any form of its name and its value", () => {
    const truths = {
      yes: [true, 1, "1", "on", "On", "true", "TRUE", "y", "yes", " Yes "],
      no: [false, 0, "0", "off", "false", "False", "n", "no", "NO"]
    }
    const named = (flag: string, befores: ReadonlyArray<string>): ReadonlyArray<string> =>
      [[flag], ...befores.map((before) => [before, flag])].flatMap((words) => [
        words.join("_"),
        words.join("-").toUpperCase(),
        words.map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join("")
      ])
    const granting = ["allow", "allowed", "approve", "approved", "granted", "permit", "permitted", "proceed"]
    const denying = [
      "blocked",
      "cancel",
      "deny",
      "denied",
      "forbidden",
      "halt",
      "refused",
      "reject",
      "rejected",
      "stop"
    ]
    const cases = [
      ...granting.flatMap((flag) => named(flag, ["can", "is", "may", "should"]).map((name) => [name, "no"] as const)),
      ...denying.flatMap((flag) => named(flag, ["is", "should", "must"]).map((name) => [name, "yes"] as const))
    ]
    for (const [name, strict] of cases) {
      for (const kind of ["yes", "no"] as const)
        for (const value of truths[kind]) {
          const fields = { [name]: value }
          const replies: Array<object> = [fields, specific(PreToolUse, fields)]
          // Further in, numbers are counts.
          if (typeof value !== "number") replies.push({ result: fields }, { results: [{ id: "a" }, fields] })
          for (const reply of replies) {
            const { softFailure } = read("claude", PreToolUse, reply)
            assert.strictEqual(softFailure !== undefined, kind === strict, JSON.stringify(reply))
          }
        }
      for (const value of [2, 17, "", "17", "maybe", null, {}, []])
        assert.isUndefined(
          read("claude", PreToolUse, { [name]: value }).softFailure,
          `${name}: ${JSON.stringify(value)}`
        )
    }
  })

  it("is named with its field and its reason", () => {
    const { softFailure } = read("claude", PreToolUse, { decison: "block", reason: "no force push" })
    assert.strictEqual(softFailure?.hook, by)
    assert.include(softFailure?.message, "its reply may be a denial that is not understood, by decison: no force push")
    assert.deepStrictEqual(messages(read("claude", PreToolUse, { reason: "no way" }).outcome), [
      `${by} has a reason in its reply, and no decision: reason`
    ])
  })

  it("is no failure if it denies, stops the agent, or is a grant, data or a text for other readers", () => {
    for (const reply of [
      {},
      { decision: "block", permission: "deny", reason: "x" },
      { continue: false, action: "block" },
      { permission: "allow" },
      { action: "continue", data: null, reason: null, context_injection: null },
      { decison: "approve" },
      { allow: true, deny: false, blocked: 0 },
      { ok: true, reason: "fine" },
      { ok: false, error: "channel_not_found" },
      { status: "success", result: "approve", mode: "ask", level: "no" },
      { rules: [{ action: "deny" }], blocked: ["rm"] },
      { stats: { type: "block", level: "deny" } },
      { stats: { allowed: 0, blocked: 1 } },
      { canBlock: true, mayDeny: "yes" },
      { list: [{ status: "blocked" }, { decision: "logged" }, "deny"] },
      { decision: "approve", reason: "fine" },
      { decision: null, reason: "fine" },
      { continue: true, reason: "fine" },
      { continue: true, stopReason: "" },
      { reason: "it has a secret", hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "x" } },
      specific(PreToolUse, { permissionDecision: "allow", permissionDecisionReason: "fine" }),
      specific(PreToolUse, { permissionDecision: "deny", permission: "deny" }),
      specific(PreToolUse, { permissionDecision: "ask", permission: "ask" }),
      specific(PreToolUse, { updatedInput: { action: "deny", permission: "deny" } })
    ])
      for (const name of names) {
        const said = read(name, PreToolUse, reply)
        assert.isUndefined(said.failure, `${name}: ${JSON.stringify(reply)}`)
        assert.isUndefined(said.softFailure, `${name}: ${JSON.stringify(reply)}`)
      }
  })

  it("is no denial by words in data below a decision, or in what a hook was given", () => {
    const allow = specific(PreToolUse, { permissionDecision: "allow" })
    const data: ReadonlyArray<object> = [
      { audit: { decision: "logged" } },
      { audit: { decision: "denied" } },
      { policy: { decision: "not_applicable" } },
      { details: { prompt_injection: { result: "no" } } },
      { event: { tool_input: { action: "stop", service: "web", allowed: false } } },
      { input: { answer: "no" } },
      { checks: { secrets: { status: "stop" } } },
      { results: [{ decision: "deny" }] },
      { tool_input: { permission: "deny", deny: true } }
    ]
    const beside: ReadonlyArray<object> = [allow, { decision: "approve" }, { continue: true }, { tool_name: "service" }]
    for (const own of beside)
      for (const one of data)
        for (const name of names) {
          const reply = { ...own, ...one }
          const said = read(name, PreToolUse, reply)
          const text = `${name}: ${JSON.stringify(reply)}`
          assert.isUndefined(said.failure ?? said.softFailure, text)
          assert.strictEqual(said.outcome.verdict._tag, read(name, PreToolUse, own).outcome.verdict._tag, text)
          assert.isFalse(
            said.outcome.notices.some(({ level }) => level === "warning"),
            text
          )
        }
    for (const alone of [
      { audit: { decision: "logged" } },
      { event: { tool_input: { action: "stop" } } },
      { input: { action: "deny", allowed: false } },
      { log: { event: { decision: "deny" } } },
      { check: { status: "stop", answer: "no" } }
    ])
      for (const name of names) assert.isUndefined(read(name, PreToolUse, alone).softFailure, JSON.stringify(alone))
  })

  it("is no failure on an event that can't be denied", () => {
    assert.isUndefined(read("claude", SessionEnd, { permission: "deny" }).softFailure)
  })
})
