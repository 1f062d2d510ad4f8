// Hooks that run once in a session, and emit events of that session themselves.
/** @effect-diagnostics runEffectInsideEffect:off */
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import { TestHookline } from "@hookline/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { call } from "./rows.ts"

const note = cases.Notification.make({ sessionId: "s", message: "hello" })

const prompt = cases.UserPromptSubmit.make({ sessionId: "s", prompt: "hello" })

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

  // proves: docs/native-handlers.md
  it.live.each([2, 3, 5])("fails at once where %i of them wait for each other", (size) =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const events = Array.from({ length: size }, (_, place) =>
        cases.Other.make({ name: `my:${place}`, sessionId: "s", data: {} })
      )
      const all = yield* Deferred.make<void>()
      const inner: Array<ReturnType<typeof statusesIn>> = []
      let started = 0
      for (const [place, { name }] of events.entries()) {
        const next = events[(place + 1) % size] ?? note
        const run = Effect.gen(function* () {
          started += 1
          if (started === size) yield* Deferred.succeed(all, undefined)
          yield* Deferred.await(all)
          // In a fiber of its own, as programs emit.
          const fiber = yield* Effect.forkChild(emit(next))
          inner.push(statusesIn(yield* Fiber.join(fiber)))
        })
        yield* register({ event: name, name: `handler ${place}`, once: true, handler: () => run })
      }
      const reports = yield* Effect.all(
        events.map((event) => emit(event)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        reports.flatMap(statusesIn),
        events.map((_, place) => [`handler ${place}`, "ran"])
      )
      // The one that would have closed the circle fails, and the others have their results.
      const countOf = (status: string): number => inner.filter(([run]) => run?.[1] === status).length
      assert.deepStrictEqual([countOf("failed"), countOf("skipped")], [1, size - 1])
      const last = yield* emit(events[0] ?? note)
      assert.match(String(statusesIn(last)[0]?.[2]), /has run once/)
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.live("denies under closed where it would wait for a run that waits for its event", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const isBoth = yield* Deferred.make<void>()
      const verdicts: Array<unknown> = []
      let started = 0
      const emitting = (event: typeof call | typeof prompt) =>
        Effect.gen(function* () {
          started += 1
          if (started === 2) yield* Deferred.succeed(isBoth, undefined)
          yield* Deferred.await(isBoth)
          verdicts.push((yield* emit(event)).outcome.verdict)
        })
      // Each guard is in the middle of its run, so that its verdict is unknown.
      yield* register({ event: "PreToolUse", name: "guard", once: true, handler: () => emitting(prompt) })
      yield* register({ event: "UserPromptSubmit", name: "reads", once: true, handler: () => emitting(call) })
      yield* Effect.all([emit(prompt), emit(call)], { concurrency: "unbounded" })
      assert.strictEqual(verdicts.length, 2)
      assert.match(JSON.stringify(verdicts), /waits for the run in which this event happened/)
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
  )

  const beside = {
    "is no wait where it never joins it": { isJoined: false },
    "is a wait where it joins it later": { isJoined: true }
  }

  for (const [what, { isJoined }] of Object.entries(beside))
    // proves: docs/native-handlers.md
    it.live(`emits in a detached fiber, which ${what}`, () =>
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        const inner: Array<readonly [string, string]> = []
        yield* register({
          event: "Notification",
          name: "fires",
          once: true,
          handler: () =>
            Effect.gen(function* () {
              const fiber = yield* Effect.forkDetach(emit(prompt))
              yield* Effect.sleep(200)
              if (isJoined) yield* Fiber.join(fiber)
            })
        })
        yield* register({
          event: "UserPromptSubmit",
          name: "waits",
          once: true,
          handler: () =>
            Effect.andThen(
              Effect.sleep(50),
              Effect.map(
                emit(note),
                ({ runs }) => void inner.push(...runs.map(({ id, status }) => [id, status] as const))
              )
            )
        })
        const reports = yield* Effect.all([emit(prompt), emit(note)], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          reports.flatMap(({ runs }) => runs.map(({ id, status }) => [id, status])),
          [
            ["waits", "ran"],
            ["fires", "ran"]
          ]
        )
        // Without a circle it has the result of the other run. In one, the first that finds it fails.
        if (!isJoined) assert.deepStrictEqual(inner, [["fires", "skipped"]])
        assert.strictEqual(inner.length, 1)
      }).pipe(
        Effect.timeoutOrElse({ duration: 8000, orElse: () => Effect.die(new Error("it hangs")) }),
        Effect.scoped,
        Effect.provide(TestHookline.layer())
      )
    )

  it.live("logs a wait that may be one for itself, through Effect.runPromise", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      const logged = yield* Deferred.make<string>()
      const logger = Logger.make(({ message }) => Deferred.doneUnsafe(logged, Effect.succeed(String(message))))
      const emitInside = Effect.withLogger(emit(note), logger)
      yield* register({
        event: "Notification",
        name: "greets",
        once: true,
        handler: () => Effect.promise((signal) => Effect.runPromise(emitInside, { signal }).then(() => undefined))
      })
      const fiber = yield* Effect.forkChild(emit(note))
      assert.match(yield* Deferred.await(logged), /greets runs once in a session, and an event waits for its run/)
      yield* Fiber.interrupt(fiber)
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
