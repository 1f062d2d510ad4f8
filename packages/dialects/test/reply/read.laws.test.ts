import { assert, describe, it } from "@effect/vitest"
import * as Carry from "@hookline/core/Carry"
import * as Carries from "@hookline/schema/Carries"
import * as HookEvent from "@hookline/schema/HookEvent"
import { HookReply } from "@hookline/schema/HookReply"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { AnyEvent, by, DialectName, dialects, hook, read, small } from "./samples.ts"

const word = Schema.Union([
  Schema.Literals(["allow", "deny", "ask", "defer", "approve", "block", "continue", "DENY", "maybe", ""]),
  Schema.Json
])

/** Replies with the fields that hooks have, of any type, well-formed ones among them. */
const AnyFields = Schema.Struct({
  continue: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Json])),
  stopReason: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
  suppressOutput: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Json])),
  systemMessage: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
  decision: Schema.optionalKey(word),
  reason: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
  contextInjection: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
  newContent: Schema.optionalKey(Schema.Json),
  feedback: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
  anything: Schema.optionalKey(Schema.Json),
  hookSpecificOutput: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({
        hookEventName: Schema.optionalKey(Schema.Literals(["PreToolUse", "Stop", "PermissionRequest"])),
        permissionDecision: Schema.optionalKey(word),
        permissionDecisionReason: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
        updatedInput: Schema.optionalKey(Schema.Json),
        additionalContext: Schema.optionalKey(Schema.Union([Schema.String, Schema.Json])),
        updatedToolOutput: Schema.optionalKey(Schema.Json),
        decision: Schema.optionalKey(Schema.Union([Schema.Struct({ behavior: word }), word])),
        watchPaths: Schema.optionalKey(Schema.Json),
        retry: Schema.optionalKey(Schema.Json),
        anything: Schema.optionalKey(Schema.Json)
      }),
      Schema.Json
    ])
  )
})

const isWithin = (outcome: Outcome.Outcome, event: HookEvent.HookEvent): boolean =>
  Carry.within(Carries.of(event), HookEvent.nameOf(event), outcome) === outcome

describe("Reading a reply", () => {
  it.prop(
    "never throws, and stays within what the event carries",
    [DialectName, HookReply, AnyEvent],
    ([name, reply, event]) => {
      const { outcome } = dialects[name].read(reply, hook(), event)
      assert.isTrue(isWithin(outcome, event))
    }
  )

  it.prop(
    "never throws on any JSON with any exit code, and stays within what the event carries",
    [
      DialectName,
      Schema.Union([AnyFields, Schema.Json]),
      Schema.Union([Schema.Literals([0, 1, 2]), Schema.Int]),
      AnyEvent
    ],
    ([name, fields, code, event]) => {
      assert.isTrue(isWithin(read(name, event, JSON.stringify(fields), code).outcome, event))
      const value = { _tag: "Value", value: fields } as const
      assert.isTrue(isWithin(dialects[name].read(value, hook(), event).outcome, event))
    },
    small
  )

  it.prop(
    "denies on exit code 2 whatever was printed, where a denial can be carried",
    [DialectName, Schema.Union([AnyFields, Schema.String]), Schema.String, AnyEvent],
    ([name, printed, stderr, event]) => {
      const said = read(name, event, printed, 2, stderr)
      if (!Carries.of(event).verdicts.includes("Deny")) assert.strictEqual(said.outcome.verdict._tag, "Pass")
      else {
        assert.strictEqual(said.outcome.verdict._tag, "Deny")
        assert.isUndefined(said.failure)
        const reasons = Verdict.reasonsOf(said.outcome.verdict)
        assert.isTrue(reasons.some(({ text }) => text !== ""))
        if (stderr.trim() !== "")
          assert.include(
            reasons.map(({ text }) => text),
            stderr.trim()
          )
      }
    },
    small
  )

  it.prop(
    "is never less strict for a field that can't be read: what denies, denies with any rubbish beside it",
    [DialectName, AnyFields, AnyEvent],
    ([name, fields, event]) => {
      const denies = { ...fields, decision: "block" }
      const { verdict } = read(name, event, denies).outcome
      assert.strictEqual(verdict._tag, Carries.of(event).verdicts.includes("Deny") ? "Deny" : "Pass")
    },
    small
  )

  it.prop(
    "grants nothing beside a failure",
    [DialectName, AnyFields, AnyEvent],
    ([name, fields, event]) => {
      const { failure, outcome } = read(name, event, fields)
      if (failure !== undefined) {
        assert.notStrictEqual(outcome.verdict._tag, "Allow")
        assert.isFalse(outcome.effects.some(({ kind }) => kind === "updatedPermissions"))
      }
    },
    small
  )

  it.prop(
    "loses no message, context, halt or change for any verdict and exit code",
    [DialectName, Schema.Literals(["approve", "block", "maybe"]), Schema.Literals([0, 1, 2])],
    ([name, decision, code]) => {
      const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })
      const { outcome } = read(
        name,
        event,
        {
          decision,
          continue: false,
          stopReason: "enough",
          systemMessage: "hello",
          contextInjection: "careful",
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            updatedInput: { command: "ls" },
            additionalContext: "mind"
          }
        },
        code
      )
      assert.include(
        outcome.notices.map(({ text }) => text),
        "hello"
      )
      assert.deepStrictEqual(
        outcome.context.map(({ text }) => text),
        ["mind", "careful"]
      )
      assert.deepStrictEqual(outcome.halts, [{ by, reason: "enough" }])
      assert.deepStrictEqual(
        outcome.changes.map(({ value }) => value),
        [{ command: "ls" }]
      )
    }
  )

  it.prop(
    "says all it says in the hook's own name",
    [DialectName, AnyFields, Schema.Literals([0, 1, 2]), AnyEvent],
    ([name, fields, code, event]) => {
      const { outcome } = read(name, event, fields, code, "stderr")
      const authors = [
        ...Verdict.reasonsOf(outcome.verdict),
        ...outcome.changes,
        ...outcome.context,
        ...outcome.notices,
        ...outcome.halts,
        ...outcome.effects
      ].map((each) => each.by)
      assert.deepStrictEqual([...new Set([...authors, ...outcome.quiet, by])], [by])
    },
    small
  )
})
