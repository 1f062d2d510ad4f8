import { assert, describe, it } from "@effect/vitest"
import type { Change } from "@hookline/schema/Change"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { HookResult } from "../../src/amplifier/HookResult.ts"
import { toOutcome } from "../../src/amplifier/hookResultOutcome.ts"
import { fromOutcome } from "../../src/amplifier/hookResultView.ts"
import { AnyEvent, events, small } from "../format/reply/samples.ts"

const { PostToolUse, PreToolUse, SessionEnd, UserPromptSubmit } = events

const by = "native"

const outcome = (fields: Partial<HookResult>, event: Parameters<typeof toOutcome>[2] = PreToolUse) =>
  toOutcome(HookResult.make(fields), by, event)

const decode = Schema.decodeUnknownSync(HookResult)
const encode = Schema.encodeSync(HookResult)

describe("HookResult", () => {
  it.prop(
    "survives the wire",
    [HookResult],
    ([result]) => {
      assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(encode(result)))), JSON.parse(JSON.stringify(result)))
    },
    small
  )

  it("has the defaults that Amplifier gives its fields", () => {
    const defaults = HookResult.make({})
    assert.deepStrictEqual(decode({}), defaults)
    assert.deepStrictEqual(decode({ action: "continue" }), defaults)
    assert.deepStrictEqual(encode(defaults), {
      action: "continue",
      data: null,
      reason: null,
      context_injection: null,
      context_injection_role: "system",
      ephemeral: false,
      approval_prompt: null,
      approval_options: null,
      approval_timeout: 300,
      approval_default: "deny",
      suppress_output: false,
      user_message: null,
      user_message_level: "info",
      user_message_source: null,
      append_to_last_tool_result: false
    })
  })

  it("knows no other action", () => {
    assert.throws(() => decode({ action: "allow" }))
    assert.throws(() => decode({ action: "deny", reason: 5 }))
  })

  it.prop(
    "is as strict as an outcome as it is",
    [HookResult, AnyEvent],
    ([result, event]) => {
      const { verdict } = toOutcome(result, by, event)
      assert.notInclude(["Allow", "Defer"], verdict._tag)
      if (verdict._tag === "Deny") assert.include(["deny", "ask_user"], result.action)
    },
    small
  )

  it.prop(
    "comes back from an outcome as strict as it was",
    [HookResult, AnyEvent],
    ([result, event]) => {
      const once = toOutcome(result, by, event)
      const again = toOutcome(fromOutcome(once, event), by, event)
      assert.strictEqual(again.verdict._tag, once.verdict._tag)
    },
    small
  )
})

describe("A HookResult as an outcome", () => {
  it("says nothing where it goes on", () => {
    assert.deepStrictEqual(outcome({}), Outcome.empty)
  })

  it("denies for its reason, else its message, else with a sentence that names its author", () => {
    assert.deepStrictEqual(outcome({ action: "deny", reason: "no" }).verdict, Verdict.deny({ by, reason: "no" }))
    assert.deepStrictEqual(
      outcome({ action: "deny", userMessage: "secrets" }).verdict,
      Verdict.deny({ by, reason: "secrets" })
    )
    assert.deepStrictEqual(
      outcome({ action: "deny" }).verdict,
      Verdict.deny({ by, reason: "native denied this, without a reason" })
    )
  })

  it("asks with all that Amplifier's approval knows", () => {
    assert.deepStrictEqual(outcome({ action: "ask_user" }).verdict, {
      _tag: "Ask",
      reasons: [{ by, text: "Allow this operation?" }],
      questions: [{ by, prompt: "Allow this operation?", timeoutMillis: 300_000, default: "deny" }]
    })
    assert.deepStrictEqual(
      outcome({
        action: "ask_user",
        reason: "risky",
        approvalPrompt: "Push?",
        approvalOptions: ["Push", "Wait"],
        approvalTimeout: 1.5,
        approvalDefault: "allow"
      }).verdict,
      {
        _tag: "Ask",
        reasons: [{ by, text: "risky" }],
        questions: [{ by, prompt: "Push?", options: ["Push", "Wait"], timeoutMillis: 1500, default: "allow" }]
      }
    )
  })

  it("waits for an answer no longer than a number can say", () => {
    const { verdict } = outcome({ action: "ask_user", approvalTimeout: Number.MAX_VALUE })
    assert.strictEqual(verdict._tag === "Ask" && verdict.questions[0]?.timeoutMillis, Number.MAX_SAFE_INTEGER)
  })

  it("changes what its data changes, under any key that hosts use", () => {
    const changed = (target: Change["target"], value: unknown): ReadonlyArray<Change> => [
      { by, target, mode: "replace", value }
    ]
    const data = { tool_name: "Bash", tool_input: { command: "rm" } }
    assert.deepStrictEqual(outcome({ action: "modify", data }).changes, changed("input", { command: "rm" }))
    assert.deepStrictEqual(
      outcome({ data: { toolArgs: `{"command":"rm"}` } }).changes,
      changed("input", { command: "rm" })
    )
    assert.deepStrictEqual(outcome({ data: { result: "***" } }, PostToolUse).changes, changed("result", "***"))
    assert.deepStrictEqual(outcome({ data: { user_prompt: "x" } }, UserPromptSubmit).changes, changed("prompt", "x"))
  })

  it("changes nothing by data that are as they were, or of something else", () => {
    assert.deepStrictEqual(outcome({ data: { tool_input: { timeout: 5, command: "ls" } } }).changes, [])
    assert.deepStrictEqual(outcome({ data: { other: 1 } }).changes, [])
    assert.deepStrictEqual(outcome({ data: { tool_input: {} } }, SessionEnd), Outcome.empty)
  })

  it("changes what its data change, however deep that is", () => {
    const deep = (leaf: unknown) => {
      let value = leaf
      for (let depth = 0; depth < 50_000; depth++) value = depth % 2 === 0 ? [value] : { value }
      return value
    }
    const event = { ...PostToolUse, toolResponse: deep(1) }
    assert.strictEqual(outcome({ data: { result: deep(1) } }, event).changes.length, 0)
    assert.strictEqual(outcome({ data: { result: deep(2) } }, event).changes.length, 1)
    const loop: Record<string, unknown> = {}
    loop["self"] = { self: loop }
    const other: Record<string, unknown> = {}
    other["self"] = other
    assert.strictEqual(outcome({ data: { result: loop } }, { ...event, toolResponse: other }).changes.length, 0)
  })

  it("keeps text, message, source and silence, whatever the action", () => {
    for (const action of ["continue", "deny", "ask_user", "modify", "inject_context"] as const) {
      const said = outcome({
        action,
        contextInjection: "mind",
        contextInjectionRole: "user",
        ephemeral: true,
        userMessage: "hello",
        userMessageLevel: "error",
        userMessageSource: "linter",
        suppressOutput: true
      })
      assert.deepStrictEqual(said.context, [{ by, text: "mind", role: "user", ephemeral: true }], action)
      assert.deepStrictEqual(said.notices, [{ by: "linter", level: "error", text: "hello" }], action)
      assert.deepStrictEqual(said.quiet, [by], action)
    }
  })

  it("stays within what the event carries", () => {
    assert.deepStrictEqual(
      outcome({ action: "deny", reason: "no" }, PostToolUse).context.map(({ text }) => text),
      ["no"]
    )
    assert.lengthOf(outcome({ action: "inject_context", contextInjection: "mind" }, SessionEnd).notices, 1)
    assert.lengthOf(outcome({ appendToLastToolResult: true }).notices, 1)
  })
})
