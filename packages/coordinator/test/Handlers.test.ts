// Native handlers: what the registry of Amplifier's core does, and what it loses, kept here.
import { assert, describe, it } from "@effect/vitest"
import { TestHookline } from "@hookline/testing"
import { Amplifier } from "@hookline/testing/TestDialects"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { asks, bash, changes, denies, injects, native, notices, prompt, unsettled } from "./fixtures.ts"

const other = (name: string, data: Readonly<Record<string, unknown>> = {}) => cases.Other.make({ name, data })

describe("Handlers", () => {
  it.effect("asks in the order of priorities, and equals as they were registered", () =>
    Effect.gen(function* () {
      const { emit, list, register } = yield* unsettled
      const order: Array<string> = []
      const handler = (name: string) => () => Effect.sync(() => void order.push(name))
      yield* register({ event: "PreToolUse", name: "last", priority: 50, handler: handler("last") })
      yield* register({ event: "PreToolUse", name: "one", handler: handler("one") })
      yield* register({ event: "PreToolUse", name: "first", priority: -10, handler: handler("first") })
      yield* register({ event: "PreToolUse", name: "two", priority: 0, handler: handler("two") })
      const { outcome, runs } = yield* emit(bash)
      assert.deepStrictEqual(order, ["first", "one", "two", "last"])
      assert.deepStrictEqual(
        runs.map(({ id, kind, status }) => [id, kind, status]),
        ["first", "one", "two", "last"].map((name) => [name, "Native", "ran"])
      )
      assert.strictEqual(outcome, Outcome.empty)
      assert.deepStrictEqual(
        list("PreToolUse").map(({ name }) => name),
        order
      )
      assert.deepStrictEqual(list("Stop"), [])
    }).pipe(Effect.provide(native()))
  )

  it.effect("unregisters when the scope closes, each of two of one name its own", () =>
    Effect.gen(function* () {
      const { emit, list, register } = yield* unsettled
      const scope = yield* Scope.make()
      const handler = (text: string) => () => injects(text)
      yield* register({ event: "PreToolUse", name: "same", handler: handler("stays") })
      yield* Scope.provide(register({ event: "PreToolUse", name: "same", handler: handler("goes") }), scope)
      assert.strictEqual((yield* emit(bash)).outcome.context.length, 2)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(
        (yield* emit(bash)).outcome.context.map(({ text }) => text),
        ["stays"]
      )
      assert.strictEqual(list().length, 1)
    }).pipe(Effect.provide(native()))
  )

  it.effect(
    "gives a handler what was there where it was registered, and releases what it acquires with each event",
    () => {
      class Greeting extends Context.Service<Greeting, string>()("test/Greeting") {}
      return Effect.gen(function* () {
        const { emit, register } = yield* unsettled
        let open = 0
        let closed = 0
        yield* register({
          event: "PreToolUse",
          name: "greets",
          handler: () =>
            Effect.gen(function* () {
              yield* Effect.acquireRelease(
                Effect.sync(() => void open++),
                () => Effect.sync(() => void closed++)
              )
              return yield* injects(yield* Greeting)
            })
        }).pipe(Effect.provideService(Greeting, "hello"))
        yield* emit(bash)
        const { outcome } = yield* emit(bash).pipe(Effect.provideService(Greeting, "another"))
        assert.deepStrictEqual(outcome.context, [{ by: "greets", text: "hello", role: "system", ephemeral: false }])
        assert.deepStrictEqual([open, closed], [2, 2])
      }).pipe(Effect.provide(native()))
    }
  )

  it.effect("asks only those of the event, and those of all", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      const seen: Array<string> = []
      const handler = (name: string) => () => Effect.sync(() => void seen.push(name))
      yield* register({ event: "Stop", name: "stop", handler: handler("stop") })
      yield* register({ event: "decision:tool_resolution", name: "decision", handler: handler("decision") })
      yield* register({ event: "*", name: "all", handler: handler("all") })
      yield* emit(bash)
      yield* emit(other("decision:tool_resolution"))
      yield* emit(cases.Stop.make({}))
      assert.deepStrictEqual(seen, ["all", "decision", "all", "stop", "all"])
    }).pipe(Effect.provide(native()))
  )

  it.effect("takes a host's own names for events that all know", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      const seen: Array<string> = []
      yield* register({
        event: "tool:pre",
        name: "pre",
        handler: ({ _tag }) => Effect.sync(() => void seen.push(_tag))
      })
      yield* register({
        event: "session:resume",
        name: "resume",
        handler: () => Effect.sync(() => void seen.push("resumed"))
      })
      yield* emit(bash)
      yield* emit(cases.SessionStart.make({ source: "startup" }))
      yield* emit(cases.SessionStart.make({ source: "resume" }))
      yield* emit(cases.PostToolUse.make({ toolName: "Bash", toolInput: {} }))
      assert.deepStrictEqual(seen, ["PreToolUse", "resumed"])
    }).pipe(Effect.provide(TestHookline.layer({}, {}, { host: Amplifier })))
  )

  it.effect("shows each handler what those before it changed", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({ event: "PreToolUse", name: "a", handler: () => changes({ command: "ls -l" }) })
      yield* register({ event: "PreToolUse", name: "b", handler: () => changes({ timeout: 5 }, "merge") })
      const seen: Array<unknown> = []
      yield* register({
        event: "PreToolUse",
        name: "c",
        handler: ({ toolInput, toolName }) => Effect.sync(() => void seen.push(toolName, toolInput))
      })
      const { outcome } = yield* emit(bash)
      assert.deepStrictEqual(seen, ["Bash", { command: "ls -l", timeout: 5 }])
      assert.deepStrictEqual(
        outcome.changes.map(({ by, mode }) => [by, mode]),
        [
          ["a", "replace"],
          ["b", "merge"]
        ]
      )
    }).pipe(Effect.provide(native()))
  )

  it.effect("stops at a deny, and tells who was not asked any more", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({ event: "PreToolUse", name: "note", handler: () => injects("kept") })
      yield* register({ event: "PreToolUse", name: "guard", priority: 1, handler: () => denies("no") })
      yield* register({ event: "PreToolUse", name: "late", priority: 2, handler: () => Effect.die("was asked") })
      const { outcome, runs } = yield* emit(bash)
      assert.deepStrictEqual(outcome.verdict, { _tag: "Deny", reasons: [{ by: "guard", text: "no" }] })
      assert.strictEqual(outcome.context.length, 1)
      assert.deepInclude(runs[2], { id: "late", status: "skipped", why: "guard denied" })
    }).pipe(Effect.provide(native()))
  )

  it.effect("stops at a halt", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({
        event: "PreToolUse",
        name: "brake",
        handler: () => Effect.succeed({ halts: [{ by: "", reason: "enough" }] })
      })
      yield* register({ event: "PreToolUse", name: "late", handler: () => Effect.die("was asked") })
      const { outcome, runs } = yield* emit(bash)
      assert.deepStrictEqual(outcome.halts, [{ by: "brake", reason: "enough" }])
      assert.strictEqual(runs[1]?.why, "brake halted the agent")
    }).pipe(Effect.provide(native()))
  )

  describe("keeps what Amplifier's registry loses:", () => {
    const saying = [
      ["a change", () => changes({ command: "ls -l" })],
      ["a text", () => injects("look")],
      ["a message", () => notices("hm")],
      ["a question", () => asks("sure?")]
    ] as const

    for (const rotated of saying.map((_, at) => [...saying.slice(at), ...saying.slice(0, at)])) {
      it.effect(`all of four, ${rotated[0]?.[0]} first`, () =>
        Effect.gen(function* () {
          const { emit, register } = yield* unsettled
          for (const [name, handler] of rotated) yield* register({ event: "PreToolUse", name, handler })
          const { outcome } = yield* emit(bash)
          assert.deepStrictEqual(
            [outcome.changes, outcome.context, outcome.notices].map(([first]) => first?.by),
            ["a change", "a text", "a message"]
          )
          assert.strictEqual(outcome.verdict._tag, "Ask")
          assert.strictEqual(Verdict.reasonsOf(outcome.verdict)[0]?.by, "a question")
        }).pipe(Effect.provide(native()))
      )
    }

    it.effect("each text's own role, life and hook, where several inject", () =>
      Effect.gen(function* () {
        const { emit, register } = yield* unsettled
        yield* register({ event: "PreToolUse", name: "one", handler: () => injects("a") })
        yield* register({
          event: "PreToolUse",
          name: "two",
          handler: () => injects("b", { role: "user", ephemeral: true })
        })
        assert.deepStrictEqual((yield* emit(bash)).outcome.context, [
          { by: "one", text: "a", role: "system", ephemeral: false },
          { by: "two", text: "b", role: "user", ephemeral: true }
        ])
      }).pipe(Effect.provide(native()))
    )

    it.effect("a deny after a question", () =>
      Effect.gen(function* () {
        const { emit, register } = yield* unsettled
        yield* register({ event: "PreToolUse", name: "asks", handler: () => asks("sure?") })
        yield* register({ event: "PreToolUse", name: "guard", handler: () => denies("no") })
        assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Deny")
      }).pipe(Effect.provide(native()))
    )
  })

  it.effect("does not count a grant for an input that was changed afterwards", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({
        event: "PreToolUse",
        name: "grants",
        handler: () => Effect.succeed({ verdict: Verdict.allow({ by: "", reason: "harmless" }) })
      })
      yield* register({ event: "PreToolUse", name: "rewrites", handler: () => changes({ command: "rm -rf /" }) })
      const { outcome } = yield* emit(bash)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.match(outcome.notices[0]?.text ?? "", /its grant does not count/)
    }).pipe(Effect.provide(native()))
  )

  it.effect("lets an agent go that was made to go on too often", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({ event: "Stop", name: "more", handler: () => denies("go on") })
      const stop = cases.Stop.make({})
      assert.strictEqual((yield* emit(stop, { continuations: 7 })).outcome.verdict._tag, "Deny")
      assert.strictEqual((yield* emit(stop, { continuations: 8 })).outcome.verdict._tag, "Pass")
    }).pipe(Effect.provide(native()))
  )

  it.effect("keeps a handler within what its event can carry", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      yield* register({ event: "Notification", name: "guard", handler: () => denies("no") })
      const { outcome } = yield* emit(cases.Notification.make({ message: "hello" }))
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.match(outcome.notices[0]?.text ?? "", /guard wanted to block it/)
    }).pipe(Effect.provide(native()))
  )

  it.effect("adds default fields, which never win, until they are set anew", () =>
    Effect.gen(function* () {
      const { emit, register, setDefaults } = yield* unsettled
      const seen: Array<unknown> = []
      yield* register({
        event: "*",
        name: "sees",
        handler: ({ cwd, sessionId, ...event }) =>
          Effect.sync(() => void seen.push([sessionId, cwd, event._tag === "Other" ? event.data : undefined]))
      })
      yield* setDefaults({ sessionId: "default", cwd: "/here", data: { parent_id: "p", a: 1 } })
      yield* emit(bash)
      yield* emit(other("x", { a: 2 }))
      yield* setDefaults({ cwd: "/there" })
      yield* emit(other("x"))
      assert.deepStrictEqual(seen, [
        ["s1", "/here", undefined],
        ["default", "/here", { parent_id: "p", a: 2 }],
        [undefined, "/there", {}]
      ])
    }).pipe(Effect.provide(native()))
  )

  it.effect("stamps the time itself, whatever an event says, each time anew", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      const seen: Array<string | undefined> = []
      yield* register({
        event: "UserPromptSubmit",
        name: "sees",
        handler: ({ timestamp }) => Effect.sync(() => void seen.push(timestamp))
      })
      const event = { ...prompt, timestamp: "1999-12-31T23:59:59Z" }
      yield* emit(event)
      yield* TestClock.adjust("2 seconds")
      yield* emit(event)
      assert.deepStrictEqual(seen, ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:02.000Z"])
      assert.strictEqual(event.timestamp, "1999-12-31T23:59:59Z")
    }).pipe(Effect.provide(native()))
  )

  it.effect("answers an event of nobody with nothing", () =>
    Effect.gen(function* () {
      const { emit, wants } = yield* unsettled
      assert.isFalse(wants(bash))
      assert.deepStrictEqual(yield* emit(bash), {
        event: "PreToolUse",
        outcome: Outcome.empty,
        runs: [],
        diagnostics: [],
        env: {}
      })
    }).pipe(Effect.provide(native()))
  )

  it.effect("collects the data of all, each within its time, and tells whose is missing", () =>
    Effect.gen(function* () {
      const { collect, register } = yield* unsettled
      const event = "decision:tool_resolution"
      yield* register({ event, name: "a", handler: () => Effect.succeed({ data: { tool: "x", score: 1 } }) })
      yield* register({ event, name: "silent", handler: () => Effect.void })
      yield* register({ event, name: "denies", handler: () => denies("no") })
      yield* register({ event, name: "fails", handler: () => Effect.fail("no idea") })
      yield* register({ event, name: "hangs", handler: () => Effect.never })
      yield* register({ event, name: "b", handler: () => Effect.succeed({ data: 0 }) })
      const fiber = yield* Effect.forkChild(collect(other(event)))
      yield* TestClock.adjust("1 second")
      const { data, failures } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(data, [
        { by: "a", data: { tool: "x", score: 1 } },
        { by: "b", data: 0 }
      ])
      assert.deepStrictEqual(failures, [
        { by: "fails", text: "fails failed: no idea" },
        { by: "hangs", text: "hangs did not answer within 1 s" }
      ])
    }).pipe(Effect.provide(native()))
  )
})
