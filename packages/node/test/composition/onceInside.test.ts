// Hooks that run once in a session, and emit events of that session themselves.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import { TestHookline } from "@hookline/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { call } from "./rows.ts"

const note = cases.Notification.make({ sessionId: "s", message: "hello" })

const inside = "it runs once in this session, and this event happened in that run"

const statusesIn = ({ runs }: Effect.Success<ReturnType<Hookline["Service"]["emit"]>>) =>
  runs.map(({ id, status, why }) => [id, status, ...(why === undefined ? [] : [why])])

describe("a handler that runs once", () => {
  // proves: docs/native-handlers.md
  it.live("does not wait for itself where it emits an event of its own session", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const seen: Array<unknown> = []
      yield* register({
        event: "*",
        name: "greets",
        once: true,
        handler: ({ _tag }) => Effect.map(emit(note), (report) => void seen.push([_tag, ...statusesIn(report)]))
      })
      assert.deepStrictEqual(statusesIn(yield* emit(call)), [["greets", "ran"]])
      assert.deepStrictEqual(seen, [["PreToolUse", ["greets", "skipped", inside]]])
      const [[, , why] = []] = statusesIn(yield* emit(note))
      assert.match(String(why), /has run once/)
      // Another session has its own run.
      assert.deepStrictEqual(statusesIn(yield* emit({ ...note, sessionId: "other" })), [["greets", "ran"]])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.live("does not wait for itself through another one, which it starts in a fiber", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const seen: Array<unknown> = []
      yield* register({
        event: "PreToolUse",
        name: "outer",
        once: true,
        handler: () => Effect.flatMap(Effect.forkChild(emit(note)), (fiber) => Effect.asVoid(Fiber.join(fiber)))
      })
      yield* register({
        event: "Notification",
        name: "inner",
        once: true,
        handler: () => Effect.map(emit(call), (report) => void seen.push(...statusesIn(report)))
      })
      assert.deepStrictEqual(statusesIn(yield* emit(call)), [["outer", "ran"]])
      assert.deepStrictEqual(seen, [["outer", "skipped", inside]])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.live("runs again on an event that a fiber of its first run emits after that was denied", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const isOver = yield* Deferred.make<void>()
      let count = 0
      const later: Array<Fiber.Fiber<unknown>> = []
      yield* register({
        event: "PreToolUse",
        name: "fails",
        once: true,
        handler: () =>
          Effect.gen(function* () {
            count += 1
            if (count > 1) return
            later.push(yield* Effect.forkDetach(Effect.andThen(Deferred.await(isOver), emit(call))))
            return yield* Effect.fail("not yet")
          })
      })
      assert.deepStrictEqual(
        statusesIn(yield* emit(call)).map(([id, status]) => [id, status]),
        [["fails", "failed"]]
      )
      yield* Deferred.succeed(isOver, undefined)
      yield* Effect.forEach(later, Fiber.join)
      assert.strictEqual(count, 2)
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.live("waits for no other run where it was registered in a run that is over", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const scope = yield* Effect.scope
      yield* register({
        event: "SessionStart",
        name: "starts",
        once: true,
        handler: () =>
          Effect.provideService(
            register({ event: "Notification", name: "late", once: true, handler: () => Effect.asVoid(emit(note)) }),
            Scope.Scope,
            scope
          )
      })
      yield* emit(cases.SessionStart.make({ sessionId: "s", source: "startup" }))
      assert.deepStrictEqual(statusesIn(yield* emit(note)), [["late", "ran"]])
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )
})
