import { assert, describe, it } from "@effect/vitest"
import * as Conflict from "@hookline/core/Conflict"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import {
  allow,
  amplifier,
  answer,
  bash,
  change,
  claude,
  context,
  deny,
  hook,
  name,
  reasons,
  statuses,
  stop
} from "./fixtures.ts"

const slow = { after: "1 second" } as const

/** Answers an event while the clock is moved on. */
const timed = (event: HookEvent.HookEvent = bash) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(answer(event))
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

describe("an event that nothing wants", () => {
  it.effect("is answered by the same effect each time", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.strictEqual(yield* answer(), report)
      assert.deepStrictEqual([report.event, report.runs, report.outcome.verdict._tag], ["PreToolUse", [], "Pass"])
    }).pipe(Effect.provide(TestPipeline.layer(claude([hook("a")], "Stop"), {})))
  )
})

describe("a parallel group", () => {
  it.effect("combines in the order of configuration, whoever is done first", () =>
    Effect.gen(function* () {
      const { outcome } = yield* timed()
      assert.deepStrictEqual(
        outcome.context.map(({ text }) => text),
        ["first", "second"]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b")]), {
          a: { ...slow, ...context("first") },
          b: context("second")
        })
      )
    )
  )

  it.effect("lets all hooks of Claude Code run to their ends, also after a deny", () =>
    Effect.gen(function* () {
      const report = yield* timed()
      assert.deepStrictEqual(statuses(report), ["a ran", "b ran", "c ran"])
      assert.deepStrictEqual(reasons(report), ["no", "no, either"])
      assert.strictEqual(report.outcome.context.length, 1)
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b"), hook("c")]), {
          a: deny("no"),
          b: { ...slow, ...context("seen") },
          c: { ...slow, ...deny("no, either") }
        })
      )
    )
  )

  const seen = TestRunner.record()

  it.effect("of Amplifier is interrupted by a deny", () =>
    Effect.gen(function* () {
      const report = yield* timed()
      assert.deepStrictEqual(statuses(report), ["a ran", "b interrupted", "c ran"])
      assert.deepStrictEqual(seen.interrupted, ["b"])
      assert.deepStrictEqual(reasons(report), ["no"])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          amplifier([hook("a"), hook("b"), hook("c")], { parallel: true }),
          { a: {}, b: { hangs: true }, c: { after: "10 millis", exit: 2, stderr: "no" } },
          { seen }
        )
      )
    )
  )

  it.effect("runs to its end where a layer says so", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* timed()), ["a ran", "b ran"])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          amplifier([hook("a"), hook("b")], { parallel: true }),
          { a: { exit: 2 }, b: slow },
          { provide: [ShortCircuit.layerNever] }
        )
      )
    )
  )
})

describe("a sequential group", () => {
  it.effect("shows each hook the event as those before it left it", () => {
    const inputs: Array<unknown> = []
    const look =
      (act: TestRunner.Act): ((work: { readonly payload: () => string }) => TestRunner.Act) =>
      (work) => {
        inputs.push((JSON.parse(work.payload()) as { readonly tool_input: unknown }).tool_input)
        return act
      }
    return Effect.gen(function* () {
      const { outcome } = yield* answer()
      assert.deepStrictEqual(inputs, [
        { command: "ls" },
        { command: "ls -a" },
        // The second look, at what is left: the hook's wish to change it again does not count.
        { command: "ls -al" }
      ])
      assert.deepStrictEqual(
        outcome.changes.map(({ value }) => value),
        [{ command: "ls -a" }, { command: "ls -al" }]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(amplifier([hook("a"), hook("b")]), {
          a: look(change({ command: "ls -a" })),
          b: look(change({ command: "ls -al" }))
        })
      )
    )
  })

  it.effect("goes on after context and changes, so that no later guard is lost", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.deepStrictEqual(statuses(report), ["a ran", "b ran", "c ran"])
      assert.deepStrictEqual(reasons(report), ["no"])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(amplifier([hook("a"), hook("b"), hook("c")]), {
          a: context("hello"),
          b: change({ command: "ls -a" }),
          c: { exit: 2, stderr: "no" }
        })
      )
    )
  )

  it.effect("stops at a deny", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.deepStrictEqual(statuses(report), ["a ran", "b skipped"])
      assert.strictEqual(name(report.runs[1]?.why ?? ""), "a denied")
    }).pipe(Effect.provide(TestPipeline.layer(amplifier([hook("a"), hook("b")]), { a: { exit: 2 }, b: {} })))
  )
})

describe("dialects side by side", () => {
  const files = { ...amplifier([hook("a")]), ...claude([hook("b")]) }

  it.effect("keep their own short circuits: a guard of Claude Code runs whatever another denied", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.deepStrictEqual(statuses(report), ["a ran", "b ran"])
      assert.deepStrictEqual(reasons(report), ["first", "second"])
    }).pipe(Effect.provide(TestPipeline.layer(files, { a: { exit: 2, stderr: "first" }, b: deny("second") })))
  )

  it.effect("see what the groups before have changed", () => {
    const inputs: Array<unknown> = []
    return Effect.gen(function* () {
      yield* answer()
      assert.deepStrictEqual(inputs, [{ command: "ls -a" }])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(files, {
          a: change({ command: "ls -a" }),
          b: ({ event }) => {
            inputs.push("toolInput" in event ? event.toolInput : undefined)
            return {}
          }
        })
      )
    )
  })
})

describe("a halt", () => {
  it.effect("ends the event after its group", () =>
    Effect.gen(function* () {
      const report = yield* answer()
      assert.deepStrictEqual(statuses(report), ["a ran", "b ran", "c skipped"])
      assert.deepStrictEqual(
        report.outcome.halts.map(({ reason }) => reason),
        ["enough"]
      )
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          { ...amplifier([hook("a"), hook("b")]), ...claude([hook("c")]) },
          { a: { json: { continue: false, stopReason: "enough" } }, b: {}, c: {} }
        )
      )
    )
  )
})

describe("two changes of one input, side by side", () => {
  const files = claude([hook("a"), hook("b")])
  const inputOf = ({ event }: Work): object => ("toolInput" in event ? event.toolInput : {})
  const script: TestRunner.Script = {
    a: (work) => change({ ...inputOf(work), cwd: "/a" }),
    b: (work) => ({ ...slow, ...change({ ...inputOf(work), command: "ls -b" }) })
  }
  const settled = Effect.map(timed(), ({ outcome }) => ({
    values: outcome.changes.map(({ value }) => value),
    verdict: outcome.verdict._tag,
    notices: outcome.notices.map(({ text }) => text.replaceAll(/\S*\//g, ""))
  }))

  it.effect("the last in order counts, with a notice", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* settled, {
        values: [{ command: "ls -b" }],
        verdict: "Pass",
        notices: ["a and b changed the input at the same time: the change by b counts"]
      })
    }).pipe(Effect.provide(TestPipeline.layer(files, script)))
  )

  it.effect("deny where the policy says so", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* settled).verdict, "Deny")
    }).pipe(Effect.provide(TestPipeline.layer(files, script, { provide: [Conflict.layerDeny] })))
  )

  it.effect("are put together where the policy says so", () =>
    Effect.gen(function* () {
      const { values } = yield* settled
      assert.deepStrictEqual(values, [{ cwd: "/a" }, { command: "ls -b" }])
    }).pipe(Effect.provide(TestPipeline.layer(files, script, { provide: [Conflict.layerMerge] })))
  )
})

describe("an allow", () => {
  it.effect("does not count for an input that another hook changes", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer()
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.strictEqual(outcome.notices.length, 1)
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b")]), { a: allow, b: change({ command: "rm -rf /" }) })
      )
    )
  )

  it.effect("counts for the input that its hook saw", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer()
      assert.strictEqual(outcome.verdict._tag, "Allow")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          { ...amplifier([hook("a")]), ...claude([hook("b")]) },
          { a: change({ command: "ls -a" }), b: allow }
        )
      )
    )
  )

  it.effect("counts for what its own hook changed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer()).outcome.verdict._tag, "Allow")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(claude([hook("a"), hook("b")]), {
          a: {
            json: {
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                permissionDecision: "allow",
                updatedInput: { command: "ls -a" }
              }
            }
          },
          b: {}
        })
      )
    )
  )
})

describe("a rule", () => {
  const only = (rule: string) => claude([hook("a", { if: rule })])

  it.effect("keeps a hook from running on calls that it does not speak of", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* answer()), [])
    }).pipe(Effect.provide(TestPipeline.layer(only("Bash(git *)"), { a: {} })))
  )

  it.effect("is judged again on what the hooks before have changed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* answer()), ["b ran", "a ran"])
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          { ...only("Bash(git *)"), ...amplifier([hook("b")]) },
          { a: {}, b: change({ command: "git push" }) }
        )
      )
    )
  )
})

describe("the end of a turn", () => {
  const files = claude([hook("a")], "Stop")
  const script = { a: { json: { decision: "block", reason: "run the tests" } } }
  const after = (continuations: number) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.answer(stop, { continuations }))

  it.effect("can be put off, seven times without a tool call and no more", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* after(7)).outcome.verdict._tag, "Deny")
      const { outcome } = yield* after(8)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.include(outcome.notices[0]?.text, "run the tests")
    }).pipe(Effect.provide(TestPipeline.layer(files, script)))
  )
})

describe("the same handler under two matchers", () => {
  const twice = {
    ".claude/settings.json": {
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [{ type: "command", command: "a" }] },
          { matcher: "*", hooks: [{ type: "command", command: "a", timeout: 5, onFailure: "block" }] }
        ]
      }
    }
  }

  it.effect("runs once on an event that both let it run on, and is as strict as the stricter", () =>
    Effect.gen(function* () {
      const { outcome, runs } = yield* answer()
      assert.deepStrictEqual(
        runs.map(({ status }) => status),
        ["failed", "skipped"]
      )
      assert.strictEqual(outcome.verdict._tag, "Deny")
      const { plan } = yield* Pipeline
      const { groups, others } = yield* plan(bash)
      const [first = "", copy = ""] = runs.map(({ id }) => id)
      assert.deepStrictEqual(
        groups.map(({ hooks }) => hooks),
        [[first]]
      )
      assert.deepStrictEqual(others, [{ hook: copy, why: { _tag: "SameAs", hook: first } }])
    }).pipe(Effect.provide(TestPipeline.layer(twice, { a: { exit: 1 } })))
  )

  it.effect("is as strict as the policy of layers where one of them has none of its own", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer()).outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          {
            ".claude/settings.json": {
              hooks: {
                PreToolUse: [
                  { matcher: "Bash", hooks: [{ type: "command", command: "a", onFailure: "open" }] },
                  { matcher: "*", hooks: [{ type: "command", command: "a" }] }
                ]
              }
            }
          },
          { a: { exit: 1 } },
          { provide: [FailurePolicy.layerClosed] }
        )
      )
    )
  )

  it.effect("runs on an event that only one of them lets it run on", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* answer({ ...bash, toolName: "Write" })).runs.map(({ status }) => status),
        ["ran"]
      )
    }).pipe(Effect.provide(TestPipeline.layer(twice, { a: {} })))
  )
})

describe("the end of a session", () => {
  it.effect("ends what is remembered of it, also where no hook wants it", () => {
    const end = HookEvent.cases.SessionEnd.make({ sessionId: "s" })
    return Effect.gen(function* () {
      const first = yield* answer()
      yield* answer(end)
      const second = yield* answer()
      assert.deepStrictEqual([first, second].flatMap(statuses), ["a ran", "a ran"])
    }).pipe(Effect.provide(TestPipeline.layerOf([{ ...TestPipeline.hookOf("a"), once: true }], { a: {} })))
  })
})

describe("a tool under another name", () => {
  it.effect("is told in the hook's words, and changed in the host's", () => {
    const told: Array<unknown> = []
    return Effect.gen(function* () {
      const call = HookEvent.cases.PreToolUse.make({ toolName: "write_file", toolInput: { path: "/a", content: "x" } })
      const { outcome } = yield* answer(call)
      assert.deepInclude(told[0], {
        tool_name: "Write",
        tool_input: { file_path: "/a", content: "x" },
        host_tool_name: "write_file",
        host_tool_input: { path: "/a", content: "x" }
      })
      assert.deepStrictEqual(outcome.changes[0]?.value, { path: "/b", content: "x" })
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          { ".claude/settings.json": { hooks: { PreToolUse: [{ matcher: "Write", hooks: [hook("a")] }] } } },
          {
            a: (work) => {
              told.push(JSON.parse(work.payload()))
              return change({ file_path: "/b", content: "x" })
            }
          },
          { host: Amplifier }
        )
      )
    )
  })
})
