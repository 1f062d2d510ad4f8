// Events whose names are not theirs: the hooks that are meant do not run on them, so that none is passed without a word.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import { cases, type HookEvent, names } from "@hookline/schema/HookEvent"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { call } from "./rows.ts"

/** Returns an event as a program without types emits it. */
const untyped = (event: unknown): HookEvent =>
  // A program that is not compiled emits anything.
  event as HookEvent

const other = (name: string): HookEvent => untyped({ _tag: "Other", name, sessionId: "s", data: {} })

const files = {
  ".claude/settings.json": JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "no" }] }] } })
}

const rows: ReadonlyArray<readonly [what: string, event: HookEvent, text: RegExp]> = [
  [
    "an object without a _tag",
    untyped({ toolName: "Bash", toolInput: {} }),
    /without a name.*payloads of a host go to run/
  ],
  ["the payload of a host", untyped({ hook_event_name: "PreToolUse" }), /without a name/],
  ["no event", untyped(undefined), /without a name/],
  ["null", untyped(null), /without a name/],
  ["a number", untyped(5), /without a name/],
  ["a _tag that is no text", untyped({ _tag: 5 }), /without a name/],
  ["an event of a program without a name", untyped({ _tag: "Other", data: {} }), /without a name/],
  ["an event of a program with an empty name", other(""), /without a name/],
  ["a misspelt _tag", untyped({ _tag: "PreToolUze", toolName: "Bash" }), /"PreToolUze".*Is PreToolUse meant[?]/],
  ["another agent's name as the _tag", untyped({ _tag: "BeforeTool" }), /write PreToolUse/],
  ["a _tag that no event has", untyped({ _tag: "deploy" }), /"deploy".*has the _tag Other, and a name/],
  ["a known event as one of a program", other("PreToolUse"), /with the _tag PreToolUse/],
  ["a misspelt event as one of a program", other("PreToolUze"), /is PreToolUse meant[?]/],
  ["an event in other letters as one of a program", other("pre_tool_use"), /is PreToolUse meant[?]/],
  ["another agent's event as one of a program", other("BeforeTool"), /means PreToolUse/],
  ["every event", other("*"), /no name of an event/]
]

const noticesIn = ({ outcome: { notices } }: Effect.Success<ReturnType<Hookline["Service"]["emit"]>>) =>
  notices.map(({ text }) => text)

describe("an event that is emitted as", () => {
  for (const [what, event, text] of rows) {
    // proves: docs/native-handlers.md
    it.effect(`${what} is a failure for the policy`, () =>
      Effect.gen(function* () {
        for (const [policy, verdict] of [
          [FailurePolicy.layerClosed, "Deny"],
          [FailurePolicy.layerAsk, "Deny"],
          [FailurePolicy.layerOpen, "Pass"]
        ] as const) {
          for (const hooks of [{}, files]) {
            yield* Effect.gen(function* () {
              const { emit, plan, register, wants } = yield* Hookline
              const pipeline = yield* Pipeline
              // A known event is answered before, because answers are cached by the name.
              yield* emit(call)
              for (const number of [1, 2]) {
                const report = yield* emit(event)
                assert.strictEqual(report.outcome.verdict._tag, verdict, `${number}`)
                assert.match(noticesIn(report).join(), text)
              }
              assert.isTrue(wants(event))
              const planned = yield* plan(event)
              assert.match(planned.failures?.map((failure) => failure.text).join() ?? "", text)
              const answered = yield* pipeline.answer(event)
              // Without an approver `emit` settles a question as a denial.
              assert.strictEqual(answered.outcome.verdict._tag !== "Pass", verdict === "Deny")
              assert.match(noticesIn(answered).join(), text)
              yield* pipeline.prewarm(event)
              yield* Effect.scoped(
                Effect.gen(function* () {
                  yield* register({ event: "*", name: "all", handler: () => Effect.void })
                  assert.match(noticesIn(yield* emit(event)).join(), text)
                })
              )
            }).pipe(Effect.provide(TestHookline.layer(hooks, { no: {} }, { provide: [policy] })))
          }
        }
      })
    )
  }

  it.effect("another agent's name with a colon may be a program's own, and is reported once", () =>
    Effect.gen(function* () {
      const { emit, wants } = yield* Hookline
      assert.isTrue(wants(other("tool:pre")))
      assert.match(noticesIn(yield* emit(other("tool:pre"))).join(), /other agents call PreToolUse so/)
      assert.isFalse(wants(other("tool:pre")))
      assert.deepStrictEqual(noticesIn(yield* emit(other("tool:pre"))), [])
    }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )

  for (const [name, meant] of [
    ["step", "Stop"],
    ["Step", "Stop"],
    ["Shop", "Stop"],
    ["Stops", "Stop"],
    ["Stop2", "Stop"],
    ["sop", "Stop"],
    ["setups", "Setup"]
  ] as const)
    // proves: docs/native-handlers.md
    it.effect(`${name}, a letter from ${meant}, is one of the program, and is reported once as a warning`, () =>
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        yield* register({ event: "*", name: "all", handler: () => Effect.void })
        const { outcome } = yield* emit(other(name))
        assert.strictEqual(outcome.verdict._tag, "Pass")
        assert.deepStrictEqual(
          outcome.notices.map(({ level }) => level),
          ["warning"]
        )
        assert.include(outcome.notices[0]?.text, `is ${meant} meant?`)
        for (let time = 0; time < 2; time++) assert.deepStrictEqual(noticesIn(yield* emit(other(name))), [])
      }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
    )

  it.effect("a short event in other letters, or with a word beside it, is an error each time", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      for (const name of ["stop", "STOP", "hooks.Stop", "SetUp"]) {
        for (let time = 0; time < 2; time++) {
          const { notices } = (yield* emit(other(name))).outcome
          assert.deepStrictEqual(
            notices.map(({ level }) => level),
            ["error"],
            name
          )
        }
      }
    }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )

  it.effect("what it is passes without a word", () =>
    Effect.gen(function* () {
      const { emit, wants } = yield* Hookline
      const own = ["my:event", "Deployed", "custom", "constructor", "x:y"].map(other)
      for (const event of [
        ...own,
        call,
        cases.Stop.make({}),
        ...names.map((_tag) => untyped({ _tag, toolInput: {} }))
      ]) {
        // A command that is expanded may have hooks of its own.
        assert.strictEqual(wants(event), event._tag === "UserPromptExpansion")
        const { outcome } = yield* emit(event)
        assert.deepStrictEqual([event._tag, outcome.verdict._tag, outcome.notices], [event._tag, "Pass", []])
      }
    }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )
})
