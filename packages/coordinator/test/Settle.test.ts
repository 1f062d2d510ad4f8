// What is done about what hooks say: texts for the model, questions, messages, records; and how a turn lives.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import { ContextQueue } from "@hookline/coordinator/ContextQueue"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Handlers } from "@hookline/coordinator/Handlers"
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import { TestApproval, TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import {
  asks,
  bash,
  changes,
  denies,
  injects,
  native,
  notices,
  piped,
  ports,
  prompt,
  record,
  sessionEnd
} from "./fixtures.ts"

const texts = ({ context }: Outcome.Outcome) => context.map(({ text }) => text)
const told = ({ notices: all }: Outcome.Outcome) => all.map(({ text }) => text).join("\n")

/** Emits an event with one handler before tools. */
const coordinate = (handler: () => Effect.Effect<Outcome.Outcome>, event = bash) =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    yield* hooks.register({ event: "PreToolUse", name: "hook", handler })
    return (yield* hooks.emit(event)).outcome
  })

describe("texts for the model", () => {
  it.effect("are given, shown to nobody, and recorded", () => {
    const seen = record()
    return Effect.gen(function* () {
      const outcome = yield* coordinate(() => injects("look"))
      assert.deepStrictEqual(texts(outcome), ["look"])
      assert.deepInclude(seen.given[0], {
        by: "hook",
        text: "look",
        bytes: 4,
        tokens: 1,
        event: "PreToolUse",
        session: "s1"
      })
      assert.deepStrictEqual(seen.shown, [])
      assert.deepInclude(seen.records[0], { _tag: "Injection", by: "hook", fate: "given", role: "system" })
      assert.deepInclude(seen.records[1], { _tag: "Event", event: "PreToolUse", verdict: "Pass" })
    }).pipe(Effect.provide(native(ports(seen))))
  })

  it.effect("are legible: no escapes, no control characters, no halves of characters", () => {
    const seen = record()
    return Effect.gen(function* () {
      const outcome = yield* coordinate(() => injects("a\u001b[31m\u0000\tb\r\n\u0085\ud800c\u{1f600}\u007f"))
      assert.deepStrictEqual(texts(outcome), ["a\tb\n\n\u{fffd}c\u{1f600}"])
      assert.deepStrictEqual(texts(yield* coordinate(() => injects("\u0000"))), [texts(outcome)[0]])
    }).pipe(Effect.provide(native(ports(seen))))
  })

  it.effect("of more than 10 KiB are refused, with a message and a record", () => {
    const seen = record()
    return Effect.gen(function* () {
      // Bytes count, not characters.
      assert.deepStrictEqual(texts(yield* coordinate(() => injects("ä".repeat(5120)))).length, 1)
      const outcome = yield* coordinate(() => injects("ä".repeat(5121)))
      assert.deepStrictEqual(texts(outcome).length, 1)
      assert.match(told(outcome), /is refused, since it has 10242 bytes, and 10240 are the most/)
      assert.match(seen.shown.map(({ text }) => text).join(), /refused/)
      assert.isTrue(
        seen.records.some((one) => one._tag === "Injection" && one.fate === "refused" && one.bytes === 10242)
      )
    }).pipe(Effect.provide(native(ports(seen))))
  })

  const turn = Effect.gen(function* () {
    const hooks = yield* Hookline
    yield* hooks.register({ event: "PreToolUse", name: "hook", handler: () => injects("x".repeat(2400)) })
    const step = Effect.suspend(() => Effect.map(hooks.emit(bash), ({ outcome }) => outcome))
    const [first, second] = [yield* step, yield* step]
    const other = (yield* hooks.emit({ ...bash, sessionId: "s2" })).outcome
    yield* hooks.emit(prompt)
    return { first, second, other, third: yield* step }
  })

  it.effect("of more than 1,000 tokens a turn get a warning; each session has its own turns", () =>
    Effect.gen(function* () {
      const { first, other, second, third } = yield* turn
      assert.deepStrictEqual([first, other, third].map(told), ["", "", ""])
      assert.strictEqual(second.context.length, 1)
      assert.match(told(second), /takes this turn's texts to 1200 tokens of 1000/)
    }).pipe(Effect.provide(native()))
  )

  it.effect("of more than that are refused, where the layer says so", () =>
    Effect.gen(function* () {
      const { second, third } = yield* turn
      assert.deepStrictEqual([second.context.length, third.context.length], [0, 1])
      assert.match(told(second), /refused/)
    }).pipe(Effect.provide(native([ContextBudget.layer({ overTurn: "refuse" })])))
  )

  it.effect("are not limited where the layer says so", () =>
    Effect.gen(function* () {
      const outcome = yield* coordinate(() => injects("x".repeat(1e6)))
      assert.deepStrictEqual([outcome.context.length, told(outcome)], [1, ""])
    }).pipe(Effect.provide(native([ContextBudget.layerUnlimited])))
  )

  it.effect("that nobody can judge are refused; a sink that breaks is told", () =>
    Effect.gen(function* () {
      const outcome = yield* coordinate(() => injects("a"))
      assert.match(told(outcome), /could not be compared with the budget: the budget broke: no scales/)
      assert.deepStrictEqual(texts(outcome), [])
    }).pipe(
      Effect.provide(native([ContextBudget.layerEffect(Effect.succeed({ admit: () => Effect.die("no scales") }))]))
    )
  )

  it.effect("stay in the report where the sink breaks, which is told", () =>
    Effect.gen(function* () {
      const outcome = yield* coordinate(() => injects("a"))
      assert.match(told(outcome), /the sink of texts for the model broke: leak/)
      assert.deepStrictEqual(texts(outcome), ["a"])
    }).pipe(
      Effect.provide(
        native([ContextSink.layerEffect(Effect.succeed({ deliver: () => Effect.die(new Error("leak")) }))])
      )
    )
  )

  it.effect("of several events of a turn wait for the model, each with its hook's name and size", () => {
    const layer = Hookline.layer({
      project: TestPipeline.project,
      files: TestPipeline.memory({}),
      provide: [ContextQueue.layer]
    })
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      const { take } = yield* ContextQueue
      yield* hooks.register({ event: "PreToolUse", name: "one", handler: () => injects("first") })
      yield* hooks.register({ event: "PostToolUse", name: "two", handler: () => injects("second") })
      yield* hooks.register({ event: "PostToolUse", name: "three", handler: () => injects("u", { role: "user" }) })
      yield* hooks.emit(bash)
      yield* hooks.emit(cases.PostToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: {} }))
      const messages = yield* take("s1")
      assert.deepStrictEqual(
        messages.map(({ content, role }) => [role, content]),
        [
          ["system", "From one (5 bytes):\nfirst\n\nFrom two (6 bytes):\nsecond"],
          ["user", "u"]
        ]
      )
      assert.deepStrictEqual(messages[1]?.from, [{ by: "three", event: "PostToolUse", bytes: 1, time: 0 }])
      assert.deepStrictEqual(yield* take("s1"), [])
    }).pipe(Effect.provide(layer))
  })
})

describe("questions", () => {
  const answered = (answer: string, question: Parameters<typeof asks>[1] = {}) => {
    const seen = record()
    return Effect.map(
      coordinate(() => asks("sure?", question)).pipe(Effect.provide(native(ports(seen, [answer])))),
      (outcome) => ({ outcome, seen })
    )
  }

  it.effect("are told to the person with all that decides, and recorded with the answer", () =>
    Effect.gen(function* () {
      const { outcome, seen } = yield* answered(" Allow ")
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepInclude(seen.questions[0], {
        by: "hook",
        prompt: "sure?",
        options: ["Allow", "Deny"],
        session: "s1",
        tool: "Bash",
        input: { command: "ls" },
        timeoutMillis: 300_000,
        deadline: 300_000,
        default: "deny"
      })
      assert.deepInclude(seen.records[0], {
        _tag: "Approval",
        by: "hook",
        answer: " Allow ",
        granted: true,
        found: "asked"
      })
    })
  )

  // proves: docs/security.md
  it.effect("are denied where nobody is there", () =>
    Effect.gen(function* () {
      const { verdict } = yield* coordinate(() => asks("sure?"))
      assert.deepStrictEqual(verdict, {
        _tag: "Deny",
        reasons: [{ by: "hook", text: "no approver is there to be asked: sure?" }]
      })
    }).pipe(Effect.provide(native()))
  )

  for (const [what, silence, tag] of [
    ["deny", undefined, "Deny"],
    ["deny", "deny", "Deny"],
    ["allow", "allow", "Pass"]
  ] as const) {
    it.effect(
      `${what} when time is up${silence === undefined ? "" : ` and ${silence} is the default`}, whatever the layer does`,
      () => {
        const seen = record()
        const hangs = Approval.layer(() => Effect.uninterruptible(Effect.never))
        const question = { timeoutMillis: 5000, ...(silence !== undefined && { default: silence }) }
        return Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(coordinate(() => asks("sure?", question)))
          yield* TestClock.adjust("5 seconds")
          const { verdict } = yield* Fiber.join(fiber)
          assert.strictEqual(verdict._tag, tag)
          assert.deepInclude(seen.records[0], { found: "timeout", granted: tag === "Pass" })
        }).pipe(Effect.provide(native([...ports(seen), hangs])))
      }
    )
  }

  for (const [what, ask] of [
    ["interrupts itself", Effect.interrupt],
    ["breaks", Effect.die(new Error("no screen"))]
  ] as const) {
    it.effect(`are denied where the dialog ${what}`, () =>
      Effect.gen(function* () {
        const { verdict } = yield* coordinate(() => asks("sure?"))
        assert.strictEqual(verdict._tag, "Deny")
      }).pipe(Effect.provide(native([Approval.layer(() => ask)])))
    )
  }

  it.effect("end with whoever waits for the answer", () => {
    const seen = TestApproval.record()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        coordinate(() => asks("sure?")),
        { startImmediately: true }
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual([seen.asked.length, seen.interrupted, seen.open], [1, 1, 0])
    }).pipe(Effect.provide(native([TestApproval.layer([{ hangs: true }], seen)])))
  })

  it.effect("of several hooks are asked in turn, up to the first that is not granted", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      for (const name of ["a", "b", "c"]) {
        yield* hooks.register({ event: "PreToolUse", name, handler: () => asks(`${name}?`) })
      }
      const { outcome } = yield* hooks.emit(bash)
      assert.deepStrictEqual(
        seen.questions.map(({ by }) => by),
        ["a", "b"]
      )
      assert.deepStrictEqual(outcome.verdict, { _tag: "Deny", reasons: [{ by: "b", text: "it was denied: b?" }] })
    }).pipe(Effect.provide(native(ports(seen, ["Allow once", "Deny", "Allow once"]))))
  })

  it.effect("of several events get one dialog at a time", () => {
    const seen = TestApproval.record()
    const person = TestApproval.layer(() => ({ answer: "allow", after: "1 second" }), seen)
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "hook", handler: () => asks("sure?") })
      const fiber = yield* Effect.forkChild(Effect.all([hooks.emit(bash), hooks.emit(bash)], { concurrency: 2 }))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual([seen.asked.length, seen.most, seen.open], [2, 1, 0])
    }).pipe(Effect.provide(native([person])))
  })

  it.effect("of another session are not delayed by one without an answer", () => {
    const seen = TestApproval.record()
    const person = TestApproval.layer(
      ({ session }) => (session === "s1" ? { hangs: true } : { answer: "allow", after: "1 second" }),
      seen
    )
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "hook", handler: () => asks("sure?") })
      const emitted = (sessionId: string) => Effect.forkChild(hooks.emit({ ...bash, sessionId }))
      const unanswered = [yield* emitted("s1"), yield* emitted("s1")]
      const others = [yield* emitted("s2"), yield* emitted("s3")]
      yield* TestClock.adjust("1 second")
      for (const other of others) assert.strictEqual((yield* Fiber.join(other)).outcome.verdict._tag, "Pass")
      // The second question of the first session has its own time, which begins when it is asked.
      yield* TestClock.adjust("5 minutes")
      yield* TestClock.adjust("5 minutes")
      for (const one of unanswered) assert.strictEqual((yield* Fiber.join(one)).outcome.verdict._tag, "Deny")
      assert.deepStrictEqual([seen.asked.length, seen.open], [4, 0])
      const [first, , , second] = seen.asked
      assert.deepStrictEqual([first?.deadline, second?.deadline], [300_000, 600_000])
    }).pipe(Effect.provide(native([person])))
  })

  it.effect("have an id, which is equal for equal questions alone", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "a", handler: ({ cwd = "sure?" }) => asks(cwd) })
      const others = [bash, { ...bash, sessionId: "s2" }, { ...bash, toolInput: {} }, { ...bash, cwd: "really?" }]
      for (const event of [bash, ...others]) yield* hooks.emit(event)
      yield* hooks.register({ event: "PreToolUse", name: "0", priority: -1, handler: () => asks("sure?") })
      yield* hooks.emit(bash)
      const [first, again, ...ids] = seen.questions.map(({ id }) => id)
      assert.strictEqual(first, again)
      assert.strictEqual(new Set([first, ...ids]).size, ids.length + 1)
    }).pipe(Effect.provide(native(ports(seen))))
  })

  it.effect("about an input that is no JSON are asked each time, because it may be another", () => {
    const seen = record()
    const odd: ReadonlyArray<unknown> = [
      new Map([["a", 1]]),
      [undefined],
      Number.NaN,
      1n,
      { toJSON: () => "x" },
      Object.assign([1], { key: 1 }),
      { [Symbol("key")]: 1 },
      Array.from({ length: 1 }),
      new Date(0)
    ]
    const inputs = odd.map((value) => ({ value }))
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      const handler = () => asks("sure?", { options: ["Allow always", "Deny"] })
      yield* hooks.register({ event: "PreToolUse", name: "a", handler })
      for (const toolInput of inputs) {
        for (const tag of ["Pass", "Deny"]) {
          assert.strictEqual((yield* hooks.emit({ ...bash, toolInput })).outcome.verdict._tag, tag)
        }
      }
      assert.strictEqual(new Set(seen.questions.map(({ id }) => id)).size, 2 * inputs.length)
    }).pipe(
      Effect.provide(
        native(
          ports(
            seen,
            inputs.flatMap(() => ["Allow always", "Deny"])
          )
        )
      )
    )
  })

  it.effect("granted for always are not asked again in the session, by the same hook in the same words", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      const handler = () => asks("sure?", { options: ["Allow always", "Deny"] })
      yield* hooks.register({ event: "PreToolUse", name: "a", handler })
      const verdict = (sessionId = "s1") =>
        Effect.map(hooks.emit({ ...bash, sessionId }), ({ outcome }) => outcome.verdict._tag)
      assert.strictEqual(yield* verdict(), "Pass")
      assert.strictEqual(yield* verdict(), "Pass")
      assert.strictEqual(seen.questions.length, 1)
      assert.isTrue(seen.records.some((one) => one._tag === "Approval" && one.found === "remembered"))
      // Another session, and another hook, are asked for themselves.
      assert.strictEqual(yield* verdict("s2"), "Deny")
      yield* hooks.register({ event: "PreToolUse", name: "b", handler })
      assert.strictEqual(yield* verdict(), "Deny")
      assert.deepStrictEqual(seen.questions.at(-1)?.by, "b")
      // With its session the memory is over.
      yield* hooks.emit(sessionEnd)
      assert.strictEqual(yield* verdict(), "Deny")
      assert.deepStrictEqual(seen.questions.at(-1)?.by, "a")
    }).pipe(Effect.provide(native(ports(seen, ["Allow always", "Deny", "Deny", "Deny"]))))
  })

  it.effect("keep what other hooks said: texts, messages, changes", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
      yield* hooks.register({ event: "PreToolUse", name: "b", handler: () => injects("look") })
      yield* hooks.register({ event: "PreToolUse", name: "c", handler: () => changes({ command: "ls -l" }) })
      yield* hooks.register({ event: "PreToolUse", name: "d", handler: () => notices("hm") })
      const { outcome } = yield* hooks.emit(bash)
      assert.deepStrictEqual(
        [outcome.verdict._tag, texts(outcome), outcome.changes.length, told(outcome)],
        ["Pass", ["look"], 1, "hm"]
      )
      assert.deepStrictEqual(
        seen.shown.map(({ text }) => text),
        ["hm"]
      )
    }).pipe(Effect.provide(native(ports(seen, ["Allow once"]))))
  })

  it.effect("are not asked where the action does not happen anyway", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
      yield* hooks.register({
        event: "PreToolUse",
        name: "b",
        handler: () => Effect.succeed({ halts: [{ by: "", reason: "enough" }] })
      })
      const { outcome } = yield* hooks.emit(bash)
      assert.deepStrictEqual([outcome.verdict._tag, seen.questions.length], ["Deny", 0])
      assert.match(seen.shown[0]?.text ?? "", /the agent is stopped: enough/)
    }).pipe(Effect.provide(native(ports(seen))))
  })

  it.effect("of hooks, where the host itself asks, answer the host", () =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PermissionRequest", name: "a", handler: () => asks("sure?") })
      const event = cases.PermissionRequest.make({ toolName: "Bash", toolInput: {} })
      assert.strictEqual((yield* hooks.emit(event)).outcome.verdict._tag, "Allow")
    }).pipe(Effect.provide(native([Approval.layerScripted(["Allow once"])])))
  )
})

describe("messages", () => {
  it.effect("are shown by severity, also of hooks that only pass, and never told to the model", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => notices("fyi") })
      yield* hooks.register({ event: "PreToolUse", name: "b", handler: () => notices("careful", "warning") })
      yield* hooks.emit(bash)
      assert.deepStrictEqual(seen.shown, [
        { by: "a", level: "info", text: "fyi" },
        { by: "b", level: "warning", text: "careful" }
      ])
      assert.deepStrictEqual(seen.given, [])
    }).pipe(Effect.provide(native(ports(seen))))
  })

  it.effect("stay in the report where the display breaks, which is told there", () =>
    Effect.gen(function* () {
      const outcome = yield* coordinate(() => notices("fyi"))
      assert.strictEqual(told(outcome), "fyi\nthe display broke: dark")
    }).pipe(Effect.provide(native([Display.layer(() => Effect.die(new Error("dark")))])))
  )

  it("are lines without anything that steers a terminal", () => {
    assert.strictEqual(
      Display.format({ by: "a\u001b", level: "error", text: "\u001b[2Jgone" }),
      String.raw`error: \u{1b}[2Jgone (a\u{1b})`
    )
  })
})

describe("the audit", () => {
  it.effect("that breaks is told, and costs no event", () =>
    Effect.gen(function* () {
      const outcome = yield* coordinate(() => denies("no"))
      assert.strictEqual(outcome.verdict._tag, "Deny")
      assert.match(told(outcome), /the audit broke: full/)
    }).pipe(
      Effect.provide(
        native([
          Audit.layerEffect(
            Effect.succeed({ record: () => Effect.die(new Error("full")), notices: Effect.die(new Error("full")) })
          )
        ])
      )
    )
  )

  it.effect("has its own troubles told to the person", () => {
    const seen = record()
    const trouble = [{ by: "audit", level: "error" as const, text: "the disk is full" }]
    return Effect.gen(function* () {
      assert.strictEqual(told(yield* coordinate(() => Effect.succeed(Outcome.empty))), "the disk is full")
      assert.deepStrictEqual(seen.shown, trouble)
    }).pipe(
      Effect.provide(
        native([
          ...ports(seen),
          Audit.layerEffect(Effect.succeed({ record: () => Effect.void, notices: Effect.succeed(trouble) }))
        ])
      )
    )
  })
})

describe("configured hooks", () => {
  it.effect("stand at priority 20 among native handlers, and see what those before them changed", () => {
    const seen = TestRunner.record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      const order: Array<string> = []
      const handler = (name: string) => () =>
        Effect.suspend(() => {
          order.push(`${name} ${seen.started.length}`)
          return changes({ command: name })
        })
      yield* hooks.register({ event: "PreToolUse", name: "after", priority: 21, handler: handler("after") })
      yield* hooks.register({ event: "PreToolUse", name: "before", priority: 19, handler: handler("before") })
      const report = yield* hooks.emit(bash)
      // The handler in front looks once more at what the one behind makes of the input, and so does the guard.
      assert.deepStrictEqual(order, ["before 0", "after 1", "before 1"])
      assert.deepStrictEqual(
        report.runs.map(({ kind, look = 1 }) => `${kind} ${look}`),
        ["Native 1", "Command 1", "Native 1", "Native 2", "Command 2"]
      )
      assert.deepInclude(seen.started[0]?.event, { toolInput: { command: "before" } })
    }).pipe(Effect.provide(piped(["guard"], { guard: {} }, [], seen)))
  })

  it.effect("are not asked after a deny, and their deny ends the rest", () => {
    const seen = TestRunner.record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({ event: "PreToolUse", name: "after", priority: 30, handler: () => Effect.die("asked") })
      const report = yield* hooks.emit(bash)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.deepInclude(report.runs[1], { id: "after", status: "skipped", why: `${report.runs[0]?.id} denied` })
      yield* hooks.register({ event: "PreToolUse", name: "guard", handler: () => denies("no") })
      const { runs } = yield* hooks.emit(bash)
      assert.deepInclude(runs[1], { id: report.runs[0]?.id ?? "", status: "skipped", why: "guard denied" })
      assert.strictEqual(seen.started.length, 1)
    }).pipe(Effect.provide(piped(["guard"], { guard: { exit: 2, stderr: "no" } }, [], seen)))
  })

  it.effect("cost nothing more where there is no native handler and nothing is wanted", () =>
    Effect.gen(function* () {
      const { emit: ask } = yield* Hookline
      const { answer } = yield* Pipeline
      const event = cases.PostToolUse.make({ toolName: "Bash", toolInput: {} })
      // The one report of such events is made once, so that nothing was added on the way.
      assert.strictEqual(yield* ask(event), yield* answer(event))
    }).pipe(Effect.provide(piped(["guard"], { guard: {} })))
  )

  it.effect("have a default field as any handler", () => {
    const seen = TestRunner.record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      const handlers = yield* Handlers
      yield* handlers.setDefaults({ cwd: "/somewhere" })
      yield* hooks.emit(bash)
      assert.strictEqual(seen.started[0]?.event.cwd, "/somewhere")
    }).pipe(Effect.provide(piped(["guard"], { guard: {} }, [], seen)))
  })
})
