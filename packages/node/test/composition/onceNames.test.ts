// The names under which a session knows that handlers have run.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node/Hookline"
import { SessionState } from "@hookline/core/SessionState"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { call } from "./rows.ts"

const start = cases.SessionStart.make({ sessionId: "s", source: "startup" })
const denies = () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
const passes = () => Effect.void
const once = { name: "guard", once: true } as const

const whyIn = ({ runs }: Effect.Success<ReturnType<Hookline["Service"]["emit"]>>) =>
  runs.map(({ status, why }) => [status, why])

describe("a handler that runs once", () => {
  // proves: docs/native-handlers.md
  it.effect("runs once on each event that its name is registered for", () =>
    Effect.gen(function* () {
      const { emit, plan, register } = yield* Hookline
      yield* register({ ...once, event: "SessionStart", handler: passes })
      yield* register({ ...once, event: "PreToolUse", handler: denies })
      assert.deepStrictEqual(whyIn(yield* emit(start)), [["ran", undefined]])
      assert.deepStrictEqual(
        (yield* plan(call)).groups.flatMap(({ hooks }) => hooks),
        ["guard"]
      )
      assert.strictEqual((yield* emit(call)).outcome.verdict._tag, "Deny")
      assert.deepStrictEqual(whyIn(yield* emit(start)), [
        ["skipped", "a handler of its name has run once in this session"]
      ])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("is a defect under the name of another function on its event, while that is registered", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const guard = register({ ...once, event: "PreToolUse", handler: denies })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* register({ ...once, event: "PreToolUse", handler: passes })
          // The same function is not another one, and a handler that runs each time needs no name of its own.
          yield* register({ ...once, event: "PreToolUse", handler: passes })
          yield* register({ name: "guard", event: "PreToolUse", handler: passes })
          const exit = yield* Effect.exit(guard)
          const why = exit._tag === "Failure" ? Cause.pretty(exit.cause) : ""
          assert.include(
            why,
            `another handler of PreToolUse runs once as "guard", so that one of the two would never run`
          )
          yield* emit(call)
        })
      )
      yield* guard
      // The session knows the name, and the reason states it.
      assert.deepStrictEqual(whyIn(yield* emit(call)), [
        ["skipped", "a handler of its name has run once in this session"]
      ])
      assert.strictEqual((yield* emit({ ...call, sessionId: "other" })).outcome.verdict._tag, "Deny")
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("states that it has run on an event without a session, which all such events share", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const { sessionId: _, ...none } = call
      yield* register({ ...once, event: "PreToolUse", handler: passes })
      yield* emit(none)
      assert.deepStrictEqual(whyIn(yield* emit(none)), [
        ["skipped", "a handler of its name has run once on an event without a session"]
      ])
      assert.deepStrictEqual(whyIn(yield* emit(call)), [["ran", undefined]])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("is not taken for a configured hook whose id is its name", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const state = yield* SessionState
      const { runs } = yield* emit(call)
      const [{ id } = { id: "" }] = runs
      yield* state.mark({ project: "/project", session: "s" }, `once ${id}`)
      yield* register({ event: "PreToolUse", name: id, once: true, handler: denies })
      assert.strictEqual((yield* emit(call)).outcome.verdict._tag, "Deny")
    }).pipe(
      Effect.scoped,
      Effect.provide(
        TestHookline.layer(
          { ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "look" }] }] } } },
          { look: {} }
        )
      )
    )
  )
})
