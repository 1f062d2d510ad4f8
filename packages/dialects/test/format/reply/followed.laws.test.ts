// A reply with other text behind it: that of a process that the hook left behind, or its own.
import { assert, describe, it } from "@effect/vitest"
import { Arbitraries } from "@hookline/testing"
import * as Schema from "effect/Schema"
import { dialects, events, hook, messages } from "./samples.ts"

const strict = Schema.Literals(["deny", "block", "ask"])

const noises = Schema.Union([
  Schema.String,
  Schema.Literals([
    "noise\n",
    "\nnoise",
    "}",
    "{",
    "{}",
    '"',
    "\0",
    "[1]",
    '{"level":"info"}',
    '{"decision":"approve"}'
  ])
])

const endings = [{}, { held: true }, { cut: true }, { held: true, cut: true }]

describe.each(Object.entries(dialects))("a reply of %s with text behind it", (_, dialect) => {
  const read = (stdout: string, ending: (typeof endings)[number], code = 0) =>
    dialect.read({ _tag: "Exit", code, stdout, stderr: "", ...ending }, hook(), events.PreToolUse)

  it.prop("denies or asks as it does alone, whatever follows it", [strict, noises], ([decision, noise]) => {
    const text = JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: decision } })
    const alone = read(text, {})
    for (const ending of endings) {
      assert.deepStrictEqual(read(`${text}${noise}`, ending).outcome.verdict, alone.outcome.verdict)
    }
  })

  it.prop(
    "is a failure that grants nothing, unless another process could have written that text",
    [Arbitraries.ReplyFields, Schema.Literals(["noise", "noise}", "[]", '"'])],
    ([fields, noise]) => {
      const text = JSON.stringify({ ...fields, continue: true })
      const own = read(`${text}\n${noise}`, {})
      assert.strictEqual(own.failure?._tag, "InvalidReply")
      assert.notStrictEqual(own.outcome.verdict._tag, "Allow")
      assert.deepStrictEqual(read(`${text}\n${noise}`, { held: true }), read(text, {}))
    },
    { arbitrary: { size: 6 } }
  )

  it("is a failure where a second object follows, whoever wrote that", () => {
    const text = `{"decision":"approve"}\n{"decision":"block"}\n`
    for (const ending of endings) {
      const { failure, outcome } = read(text, ending)
      assert.include(failure?.message, "other text follows its object")
      assert.strictEqual(outcome.verdict._tag, "Pass")
    }
  })

  it("is a failure, and no plain text, where its end is missing, whether or not another process may hold it", () => {
    assert.strictEqual(read(`{"decisi`, { held: true }).failure?._tag, "InvalidReply")
    assert.strictEqual(read(`{"decisi`, {}).failure?._tag, "InvalidReply")
  })

  it("denies by exit code 2 with its own reason", () => {
    const { failure, outcome } = read(`{"reason":"secrets"}\nnoise`, {}, 2)
    assert.isUndefined(failure)
    assert.deepInclude(outcome.verdict, { _tag: "Deny", reasons: [{ by: hook().id, text: "secrets" }] })
    assert.match(messages(outcome).join(), /other text follows/)
  })
})
