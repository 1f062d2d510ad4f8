// Native handlers as hooks: once in a session, in a plan with a reason, and without a place of `Concurrency`.
import { assert, describe, it } from "@effect/vitest"
import * as Concurrency from "@hookline/core/Concurrency"
import { CommandRunner } from "@hookline/core/Runners"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { call, command, inMemory, reply, settings } from "./rows.ts"

describe("a native handler", () => {
  it.effect("that runs once runs once in each session, also for events at the same time", () =>
    Effect.gen(function* () {
      const { emit, plan, register } = yield* Hookline
      const sessions: Array<string | undefined> = []
      yield* register({
        event: "PreToolUse",
        name: "greets",
        once: true,
        handler: ({ sessionId }) =>
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => void sessions.push(sessionId))
          )
      })
      yield* Effect.all([emit(call), emit(call)], { concurrency: 2 })
      yield* emit(call)
      assert.deepStrictEqual(sessions, ["s"])
      const planned = yield* plan(call)
      assert.deepStrictEqual(
        planned.others.map(({ why }) => why._tag),
        ["AlreadyRan"]
      )
      yield* emit({ ...call, sessionId: "another" })
      assert.deepStrictEqual(sessions, ["s", "another"])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("that runs once and denies or fails runs again", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      let count = 0
      yield* register({
        event: "PreToolUse",
        name: "guards",
        once: true,
        handler: () =>
          Effect.suspend(() => {
            count += 1
            if (count === 1) return Effect.fail("not yet")
            return Effect.succeed(count === 2 ? { verdict: Verdict.deny({ by: "", reason: "no" }) } : {})
          })
      })
      const statuses = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.map(emit(call), ({ outcome, runs }) => [outcome.verdict._tag, runs.map(({ status }) => status)])
      )
      assert.deepStrictEqual(statuses, [
        ["Pass", ["failed"]],
        ["Deny", ["ran"]],
        ["Pass", ["ran"]],
        ["Pass", ["skipped"]]
      ])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.live("takes no place of Concurrency: a configured hook that emits an event does not wait for itself", () =>
    Effect.gen(function* () {
      let emits: Hookline["Service"]["emit"] = () => Effect.never
      const emitting = Layer.succeed(CommandRunner)({
        run: () => Effect.as(emits(cases.Notification.make({ sessionId: "s", message: "hello" })), reply(0))
      })
      const answered = Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        emits = emit
        let isHeard = false
        yield* register({ event: "Notification", handler: () => Effect.sync(() => void (isHeard = true)) })
        yield* emit(call)
        return isHeard
      })
      const hooks = Hookline.layer({
        ...inMemory(settings(command("emits"))),
        provide: [Concurrency.layer(1), emitting]
      })
      const isHeard = yield* Effect.timeoutOption(Effect.provide(Effect.scoped(answered), hooks), "20 seconds")
      assert.deepStrictEqual(isHeard, Option.some(true))
    })
  )
})
