import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Executor } from "@hookline/core/Executor"
import * as Timeouts from "@hookline/core/Timeouts"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { amplifier, answer, bash, claude, deny, hook, reasons, statuses, stop } from "./fixtures.ts"

const files = claude([hook("a")])

const timed = (event: HookEvent.HookEvent = bash) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(answer(event))
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(fiber)
  })

describe("a hook that can't do its work", () => {
  const said = (entry: Readonly<Record<string, unknown>>, settings: object = {}) => ({
    ...claude([hook("a", entry)]),
    ".hookline/settings.json": settings
  })
  const amcp = (mode: string) => ({
    ".amcp/hooks.json": {
      hooks: { PreToolUse: { handlers: [{ type: "command", command: "a", failure_mode: mode }] } }
    }
  })
  const ways: ReadonlyArray<readonly [how: string, files: object, verdict: string, policy?: TestPipeline.Provided]> = [
    ["nobody", said({}), "Pass"],
    ["its entry", said({ onFailure: "closed" }), "Deny"],
    ["its entry, which asks", said({ onFailure: "ask" }), "Ask"],
    ["its entry, in Claude Code's word", said({ onFailure: "block" }), "Deny"],
    ["its entry, in a word that nobody knows", said({ onFailure: "never" }), "Deny"],
    ["its entry, in AMCP's words", amcp("closed"), "Deny"],
    ["the settings", said({}, { failure_policy: "closed" }), "Deny"],
    ["a layer", said({}), "Ask", FailurePolicy.layerAsk],
    ["a layer, before the settings", said({}, { failure_policy: "closed" }), "Ask", FailurePolicy.layerAsk],
    ["its entry, before a layer", said({ onFailure: "open" }), "Pass", FailurePolicy.layerClosed],
    ["its entry, before the settings", said({ onFailure: "continue" }, { failure_policy: "closed" }), "Pass"]
  ]
  for (const [how, files, verdict, policy] of ways) {
    it.effect(`is answered by ${verdict} where that is said by ${how}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* answer()).outcome.verdict._tag, verdict)
      }).pipe(
        Effect.provide(
          TestPipeline.layer({ ...files }, { a: { exit: 1 } }, { provide: policy === undefined ? [] : [policy] })
        )
      )
    )
  }

  it.effect("that was strict and lawful besides fails only where policy is not open", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer()
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.strictEqual(outcome.context.length, 1)
    }).pipe(
      Effect.provide(
        TestPipeline.layer(files, {
          a: { exit: 1, json: { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "careful" } } }
        })
      )
    )
  )

  it.effect("never makes an agent go on for ever", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer(stop)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepStrictEqual(
        outcome.notices.map(({ level }) => level),
        ["error"]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a")], "Stop"), { a: { exit: 1 } }, { provide: [FailurePolicy.layerClosed] })
      )
    )
  )

  it.effect("keeps none of the others from running", () =>
    Effect.gen(function* () {
      const report = yield* timed()
      assert.deepStrictEqual(statuses(report), ["a failed", "b failed", "c ran"])
      assert.deepStrictEqual(reasons(report), ["no"])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(amplifier([hook("a"), hook("b"), hook("c")]), {
          a: { dies: "broken" },
          b: { hangs: true },
          c: deny("no")
        })
      )
    )
  )

  it.effect("is told which layer is missing where nothing runs its kind", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.include(report.runs[0]?.failure?.text, "ProcessCommandRunner.layer")
    }).pipe(Effect.provide(TestPipeline.layerWith(files, Executor.layerNone)))
  )
})

describe("a project's copy of a person's AMCP hook", () => {
  const file = (more: object) => ({ hooks: { PreToolUse: { handlers: [{ type: "command", command: "a", ...more }] } } })
  const files = {
    "/home/me/.config/amcp/hooks.json": file({ failure_mode: "closed", timeout: 20 }),
    ".amcp/hooks.json": file({ failure_mode: "open", timeout: 0.01 })
  }

  it.effect("takes its place, and is no weaker", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.strictEqual(report.runs.length, 1)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(Effect.provide(TestPipeline.layer(files, { a: { exit: 1 } })))
  )

  it.effect("is given up no sooner", () =>
    Effect.gen(function* () {
      const { runs } = yield* timed()
      assert.include(runs[0]?.failure?.text, "within 20 s")
    }).pipe(Effect.provide(TestPipeline.layer(files, { a: { hangs: true } })))
  )
})

describe("an input that is none", () => {
  it.effect("does not keep hooks from running", () =>
    Effect.gen(function* () {
      // Only a program without types can do this.
      const odd = { ...bash, toolInput: null } as unknown as HookEvent.HookEvent
      const report = yield* answer(odd)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          amplifier([hook("a", { if: "Bash(ls *)" }), hook("b")], { parallel: true }),
          {
            a: {},
            b: { exit: 2 }
          },
          { provide: [FailurePolicy.layerClosed] }
        )
      )
    )
  )
})

describe("a limit", () => {
  const limits = (layer: Parameters<typeof TestPipeline.layer>[2], more = {}) =>
    TestPipeline.layer(claude([hook("a", more)]), { a: { hangs: true } }, layer)

  const millis = Effect.map(timed(), ({ runs }) => runs[0]?.failure?.text)

  it.effect("is the hook's own", () =>
    Effect.gen(function* () {
      assert.include(yield* millis, "within 5 s")
    }).pipe(Effect.provide(limits({}, { timeout: 5 })))
  )

  it.effect("is that of its dialect where it has none", () =>
    Effect.gen(function* () {
      assert.include(yield* millis, "within 600 s")
    }).pipe(Effect.provide(limits({})))
  )

  it.effect("is what a layer says", () =>
    Effect.gen(function* () {
      assert.include(yield* millis, "within 2 s")
    }).pipe(Effect.provide(limits({ provide: [Timeouts.layerCap(2000)] }, { timeout: 5 })))
  )

  it.effect("is cut to the cap of its dialect", () =>
    Effect.gen(function* () {
      assert.include(yield* millis, "within 300 s")
    }).pipe(Effect.provide(TestPipeline.layer(amplifier([hook("a", { timeout: 900 })]), { a: { hangs: true } })))
  )
})

describe("a lost entry", () => {
  const broken = {
    ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [{ type: "comand", command: "guard" }] }] } }
  }

  it.effect("is told at the first event of a session, and once", () =>
    Effect.gen(function* () {
      const first = yield* answer(stop)
      assert.include(first.outcome.notices[0]?.text, "settings.json:7:13")
      assert.deepStrictEqual((yield* answer(bash)).outcome.notices, [])
      assert.strictEqual((yield* answer({ ...bash, sessionId: "another" })).outcome.notices.length, 1)
    }).pipe(Effect.provide(TestPipeline.layer(broken, {})))
  )

  it.effect("denies the events it was written under where failures are closed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Deny")
      assert.strictEqual(
        (yield* answer(HookEvent.cases.UserPromptSubmit.make({ prompt: "hi" }))).outcome.verdict._tag,
        "Pass"
      )
    }).pipe(Effect.provide(TestPipeline.layer(broken, {}, { provide: [FailurePolicy.layerClosed] })))
  )

  it.effect("of settings that can't be read denies all that can be denied, and is told where failures are open", () =>
    Effect.gen(function* () {
      const files = { ".hookline/settings.json": "{ broken" }
      const closed = TestPipeline.layer(files, {}, { provide: [FailurePolicy.layerClosed] })
      assert.strictEqual((yield* Effect.provide(answer(bash), closed)).outcome.verdict._tag, "Deny")
      const open = yield* Effect.provide(
        answer(bash),
        TestPipeline.layer(files, {}, { provide: [FailurePolicy.layerOpen] })
      )
      assert.strictEqual(open.outcome.notices.length, 1)
    })
  )

  it.effect("of a dialect that nobody knows is missed like any other", () =>
    Effect.gen(function* () {
      const plain = TestPipeline.hookOf("a")
      const unknown = { ...plain, source: { ...plain.source, dialect: "zzz" } }
      const closed = TestPipeline.layerOf([unknown], {}, { provide: [FailurePolicy.layerClosed] })
      const report = yield* Effect.provide(answer(bash), closed)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      const { outcome } = yield* Effect.provide(answer(bash), TestPipeline.layerOf([unknown], {}))
      assert.strictEqual(outcome.notices.length, 1)
    })
  )

  it.effect("in a file that can't be read denies all that can be denied", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Deny")
      assert.strictEqual((yield* answer(stop)).outcome.verdict._tag, "Pass")
      const { wants } = yield* Pipeline
      assert.isTrue(wants(bash))
    }).pipe(
      Effect.provide(
        TestPipeline.layer({ ".claude/settings.json": "{ broken" }, {}, { provide: [FailurePolicy.layerClosed] })
      )
    )
  )
})

describe("an event that can't be denied", () => {
  const after = HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {}, toolResponse: "done" })

  it.effect("gets a deny as feedback for the model, and goes on", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer(after)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepStrictEqual(
        outcome.context.map(({ text }) => text),
        ["that was wrong"]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a")], "PostToolUse"), { a: { exit: 2, stderr: "that was wrong" } })
      )
    )
  )
})

describe("a payload", () => {
  const run = (payload: unknown) => Effect.flatMap(Pipeline, (pipeline) => pipeline.run(payload))

  it.effect("that is none is an error with its stage and reason", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run({ session_id: "s" }))
      assert.deepStrictEqual([error.stage, error.reason._tag], ["map", "Unreadable"])
      const short = yield* Effect.flip(run({ hook_event_name: "PreToolUse" }))
      assert.include(short.message, "tool_name")
    }).pipe(Effect.provide(TestPipeline.layer({}, {}, { host: ClaudeCode })))
  )

  it.effect("of an event that nobody knows runs the hooks of just that name", () =>
    Effect.gen(function* () {
      const { outcome, reports } = yield* run({ event: "provider:request", data: { provider: "x" } })
      assert.deepStrictEqual(reports.flatMap(statuses), ["a ran"])
      assert.strictEqual(outcome.context[0]?.text, "be brief")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          amplifier([hook("a")], { event: "provider:request" }),
          { a: { json: { contextInjection: "be brief" } } },
          { host: Amplifier }
        )
      )
    )
  )

  it.effect("with two events does not come to the second after a deny", () =>
    Effect.gen(function* () {
      const payload = { event: "tool:pre", data: { tool_name: "task", tool_input: { agent: "explorer" } } }
      const { reply, reports } = yield* run(payload)
      assert.deepStrictEqual(
        reports.map(({ event }) => event),
        ["PreToolUse"]
      )
      assert.deepInclude(reply.body, { action: "deny", reason: "no" })
    }).pipe(
      Effect.provide(TestPipeline.layer(amplifier([hook("a")]), { a: { exit: 2, stderr: "no" } }, { host: Amplifier }))
    )
  )
})

describe("once", () => {
  it.effect("is over after a success, and not after a failure", () => {
    const exits = [1, 0, 0]
    return Effect.gen(function* () {
      const all = [yield* answer(), yield* answer(), yield* answer()]
      assert.deepStrictEqual(all.flatMap(statuses), ["a failed", "a ran", "a skipped"])
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf([{ ...TestPipeline.hookOf("a"), once: true }], { a: () => ({ exit: exits.shift() ?? 0 }) })
      )
    )
  })
})
