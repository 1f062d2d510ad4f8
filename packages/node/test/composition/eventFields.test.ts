// Known events without the fields that hooks judge: a guard that is not given the tool or the prompt must not pass them.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import { cases, type HookEvent, names } from "@hookline/schema/HookEvent"
import { HookEvents, TestHookline } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Returns an event as a program without types emits it. */
const untyped = (event: unknown): HookEvent =>
  // A program that is not compiled emits anything.
  event as HookEvent

const files = {
  ".claude/settings.json": JSON.stringify({
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "pass" }] }],
      PermissionRequest: [{ hooks: [{ type: "command", command: "pass", if: "Bash(rm *)" }] }],
      PostToolBatch: [{ hooks: [{ type: "command", command: "pass" }] }],
      FileChanged: [{ matcher: ".env", hooks: [{ type: "command", command: "pass" }] }],
      PreModelSwitch: [{ matcher: "large", hooks: [{ type: "command", command: "pass" }] }],
      UserPromptSubmit: [{ hooks: [{ type: "command", command: "pass" }] }]
    }
  })
}

const script = { pass: {} }

const input = { command: "rm -rf /" }

const rows: ReadonlyArray<readonly [what: string, event: unknown, text: RegExp]> = [
  [
    "the names of plain events",
    { _tag: "PreToolUse", tool: "Bash", input },
    /it has tool, where toolName belongs; it has input, where toolInput belongs/
  ],
  [
    "the names of payloads",
    { _tag: "PreToolUse", tool_name: "Bash", tool_input: input },
    /it has tool_name, where toolName belongs; it has tool_input, where toolInput belongs/
  ],
  [
    "the input under another name",
    { _tag: "PreToolUse", toolName: "Bash", input },
    /: it has input, where toolInput belongs$/
  ],
  ["no tool", { _tag: "PreToolUse", toolInput: input }, /: it has no toolName$/],
  ["an undefined tool", { _tag: "PreToolUse", toolName: undefined, toolInput: input }, /: it has no toolName$/],
  ["a tool that is a number", { _tag: "PreToolUse", toolName: 5, toolInput: input }, /its toolName is a number/],
  ["no input", { _tag: "PreToolUse", toolName: "Bash" }, /: it has no toolInput$/],
  [
    "null as input",
    { _tag: "PreToolUse", toolName: "Bash", toolInput: null },
    /its toolInput is null, where an object/
  ],
  ["a number as input", { _tag: "PreToolUse", toolName: "Bash", toolInput: 5 }, /its toolInput is a number/],
  ["a text as input", { _tag: "PreToolUse", toolName: "Bash", toolInput: "rm" }, /its toolInput is a text/],
  ["a list as input", { _tag: "PreToolUse", toolName: "Bash", toolInput: ["rm"] }, /its toolInput is a list/],
  ["no tool for a rule", { _tag: "PermissionRequest", toolInput: input }, /: it has no toolName$/],
  [
    "a call of a batch without input",
    {
      _tag: "PostToolBatch",
      toolCalls: [
        { toolName: "Bash", toolInput: {} },
        { toolName: "Bash", input }
      ]
    },
    /its toolCalls is a list.*each of which is an object with toolName and toolInput/
  ],
  ["no model", { _tag: "PreModelSwitch", fromModel: "small" }, /: it has no toModel$/],
  ["the prompt under another name", { _tag: "UserPromptSubmit", text: "go" }, /: it has text, where prompt belongs$/],
  ["no prompt", { _tag: "UserPromptSubmit" }, /: it has no prompt$/],
  ["a list as prompt", { _tag: "UserPromptSubmit", prompt: [{ text: "go" }] }, /its prompt is a list, where a text/]
]

const noticesIn = ({ outcome: { notices } }: Effect.Success<ReturnType<Hookline["Service"]["emit"]>>) =>
  notices.map(({ text }) => text)

describe("a known event", () => {
  for (const [what, given, text] of rows)
    // proves: docs/failure-policy.md
    it.effect(`with ${what} is a failure for the policy where hooks run on it`, () =>
      Effect.gen(function* () {
        const event = untyped(given)
        for (const [policy, verdict] of [
          [FailurePolicy.layerClosed, "Deny"],
          [FailurePolicy.layerOpen, "Pass"]
        ] as const)
          yield* Effect.gen(function* () {
            const { emit, plan, wants } = yield* Hookline
            const pipeline = yield* Pipeline
            assert.isTrue(wants(event))
            assert.match((yield* plan(event)).failures?.map((failure) => failure.text).join() ?? "", text)
            for (const report of [yield* emit(event), yield* emit(event), yield* pipeline.answer(event)]) {
              assert.strictEqual(report.outcome.verdict._tag, verdict)
              assert.match(noticesIn(report).join("\n"), text)
            }
          }).pipe(Effect.provide(TestHookline.layer(files, script, { provide: [policy] })))
      })
    )

  it.effect("is a failure for the policy of the hook that can't judge it", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      yield* register({ event: "PreToolUse", name: "strict", onFailure: "closed", handler: () => Effect.void })
      const report = yield* emit(untyped({ _tag: "PreToolUse", toolName: "Bash", input }))
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("is at most an error where it can't be denied", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      const report = yield* emit(untyped({ _tag: "FileChanged", path: "/.env" }))
      assert.strictEqual(report.outcome.verdict._tag, "Pass")
      assert.match(noticesIn(report).join(), /: it has no filePath; it has no event$/)
    }).pipe(Effect.provide(TestHookline.layer(files, script, { provide: [FailurePolicy.layerClosed] })))
  )

  it.effect("without them passes without a word where no hook runs on it", () =>
    Effect.gen(function* () {
      const { emit, plan, wants } = yield* Hookline
      for (const [, given] of rows) {
        const event = untyped(given)
        assert.isFalse(wants(event))
        assert.isUndefined((yield* plan(event)).failures)
        const { outcome } = yield* emit(event)
        assert.deepStrictEqual([outcome.verdict._tag, outcome.notices], ["Pass", []])
      }
    }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )

  it.effect("with all of them passes without a word, whatever else it has", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      yield* register({ event: "*", name: "all", handler: () => Effect.void })
      const absent = { sessionId: undefined, cwd: undefined, effort: undefined, toolUseId: undefined }
      const given = [
        ...names.map((name) => ({ ...HookEvents.examples[name], ...absent, extra: 1 })),
        // Fields with a default may be absent.
        ...["Stop", "SessionStart", "SessionEnd", "Setup", "PreCompact", "SubagentStart"].map((_tag) => ({ _tag })),
        cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })
      ]
      for (const event of given) {
        const { outcome } = yield* emit(untyped(event))
        assert.deepStrictEqual([event._tag, outcome.verdict._tag, outcome.notices], [event._tag, "Pass", []])
      }
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )
})

const values: ReadonlyArray<unknown> = [
  undefined,
  null,
  0,
  5,
  "",
  "Bash",
  "PreToolUse",
  true,
  [],
  ["Bash"],
  {},
  { command: "rm -rf /" },
  Symbol("s"),
  1n,
  () => 1,
  new Date(0)
]

const tags: ReadonlyArray<unknown> = [...names, "Other", "preToolUse", "PreToolUze", "deploy", "constructor", ...values]

const keys = [
  "name",
  "data",
  "toolName",
  "toolInput",
  "tool",
  "input",
  "prompt",
  "source",
  "filePath",
  "toModel",
  "toolCalls",
  "sessionId",
  "cwd",
  "agentId",
  "host"
]

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

/** Events of any form: a tag, known or not, and fields with values of any kind. */
const anyEvent: Arbitrary.Arbitrary<unknown> = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.schema(below(tags.length)),
    Arbitrary.schema(
      Schema.Array(Schema.Tuple([below(keys.length), below(values.length)])).check(Schema.isMaxLength(6))
    )
  ]),
  ([tag, fields]) => ({
    _tag: tags[tag],
    ...Object.fromEntries(fields.map(([key, value]) => [keys[key] ?? "", values[value]]))
  })
)

describe("an event of any form", () => {
  for (const [where, hooks] of [
    ["without hooks", {}],
    ["with hooks", files]
  ] as const)
    it.effect.prop(
      `that is not wanted is an empty pass, and none breaks a method: ${where}`,
      [anyEvent],
      ([given]) =>
        Effect.gen(function* () {
          const { emit, plan, wants } = yield* Hookline
          const pipeline = yield* Pipeline
          for (const one of [given, ...values]) {
            const event = untyped(one)
            const isWanted = wants(event)
            assert.strictEqual(pipeline.wants(event), isWanted)
            yield* plan(event)
            yield* pipeline.plan(event)
            yield* pipeline.prewarm(event)
            yield* pipeline.answer(event)
            const { outcome, runs } = yield* emit(event)
            if (isWanted) continue
            // The end of a session also ends its state, which may fail, and is no hook.
            const notices = outcome.notices.filter(({ by }) => !by.startsWith("the session's "))
            assert.deepStrictEqual([outcome.verdict._tag, notices, runs], ["Pass", [], []])
          }
        }).pipe(Effect.provide(TestHookline.layer(hooks, script, { provide: [FailurePolicy.layerClosed] }))),
      { arbitrary: { runs: 300, size: 20 } }
    )
})
