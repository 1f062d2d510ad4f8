// Handlers that put other guards in force: in their own scope, which closes when they return, and in others.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { Skills } from "@hookline/skills/Skills"
import { TestHookline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { call } from "./rows.ts"

const start = cases.SessionStart.make({ sessionId: "s", source: "startup" })

const guard = {
  event: "PreToolUse",
  name: "guard",
  handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
} as const

const noticesOf = (handler: (hooks: Hookline["Service"]) => Effect.Effect<void, never, Scope.Scope>) =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    yield* hooks.register({ event: "SessionStart", name: "starts", handler: () => handler(hooks) })
    const { outcome } = yield* hooks.emit(start)
    const after = yield* hooks.emit(call)
    return { notices: outcome.notices.map(({ level, text }) => [level, text]), verdict: after.outcome.verdict._tag }
  }).pipe(Effect.scoped)

/** Runs with a scope that closes with that of the place. */
const scopeBelow = <A>(use: (scope: Scope.Scope) => Effect.Effect<A, never, Scope.Scope>) =>
  Effect.flatMap(
    Effect.flatMap(Effect.scope, (scope) => Scope.fork(scope)),
    use
  )

/** Runs in a scope that a finalizer closes. */
const closing = (put: Effect.Effect<void, never, Scope.Scope>, scope: Scope.Closeable) =>
  Effect.andThen(
    Effect.provideService(put, Scope.Scope, scope),
    Effect.addFinalizer((exit) => Scope.close(scope, exit))
  )

const text =
  "starts has put in force in its own scope, which closes after each event, so that it is removed: WHAT. Provide a " +
  "scope that stays open, or close it by Effect.scoped if it is for the time of the handler."

describe("a native handler", () => {
  // proves: docs/native-handlers.md
  it.effect("is reported with what it registers in its own scope", () =>
    Effect.gen(function* () {
      const { notices, verdict } = yield* noticesOf(({ register }) => register(guard))
      assert.deepStrictEqual(notices, [["warning", text.replace("WHAT", 'the handler "guard"')]])
      assert.strictEqual(verdict, "Pass")
    }).pipe(Effect.provide(TestHookline.layer()))
  )

  it.effect.each<
    [string, (put: Effect.Effect<void, never, Scope.Scope>) => Effect.Effect<unknown, never, Scope.Scope>]
  >([
    ["a layer that is built in its scope", (put) => Layer.build(Layer.effectDiscard(put))],
    ["a fork of its scope", (put) => scopeBelow((scope) => Effect.provideService(put, Scope.Scope, scope))],
    [
      "a fork of a fork of its scope",
      (put) =>
        scopeBelow((scope) =>
          Effect.flatMap(Scope.fork(scope), (below) => Effect.provideService(put, Scope.Scope, below))
        )
    ],
    ["a fiber that its scope ends", (put) => Effect.forkScoped(put)],
    ["a scope that a finalizer of it closes", (put) => Effect.flatMap(Scope.make(), (scope) => closing(put, scope))]
  ])("is reported with what it registers in %s", ([, within]) =>
    Effect.gen(function* () {
      const { notices, verdict } = yield* noticesOf(({ register }) => Effect.asVoid(within(register(guard))))
      assert.deepStrictEqual(notices, [["warning", text.replace("WHAT", 'the handler "guard"')]])
      assert.strictEqual(verdict, "Pass")
    }).pipe(Effect.provide(TestHookline.layer()))
  )

  it.effect("can't register in a scope that has closed", () =>
    Effect.gen(function* () {
      const { register } = yield* Hookline
      const scope = yield* Scope.make()
      yield* Scope.close(scope, Exit.void)
      const exit = yield* Effect.exit(Effect.provideService(register(guard), Scope.Scope, scope))
      assert.match(
        exit._tag === "Failure" ? Cause.pretty(exit.cause) : "",
        /the handler "guard" would be removed at once/
      )
    }).pipe(Effect.provide(TestHookline.layer()))
  )

  it.effect("is not reported where another scope removes what it registers", () =>
    Effect.gen(function* () {
      const inside = yield* noticesOf(({ emit, register }) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* register(guard)
            assert.strictEqual((yield* emit(call)).outcome.verdict._tag, "Deny")
          })
        )
      )
      assert.deepStrictEqual(inside, { notices: [], verdict: "Pass" })
      const scope = yield* Effect.scope
      const outside = yield* noticesOf(({ register }) => Effect.provideService(register(guard), Scope.Scope, scope))
      assert.deepStrictEqual(outside, { notices: [], verdict: "Deny" })
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )

  it.effect("is reported with the skill that it opens in its own scope", () =>
    Effect.gen(function* () {
      const { activate } = yield* Skills
      const { notices, verdict } = yield* noticesOf(() => Effect.asVoid(Effect.orDie(activate("rel"))))
      assert.deepStrictEqual(notices, [["warning", text.replace("WHAT", 'the skill "rel"')]])
      assert.strictEqual(verdict, "Pass")
    }).pipe(
      Effect.provide(
        TestHookline.layer(
          {
            ".claude/skills/rel/SKILL.md":
              "---\nname: rel\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: deny\n---\n"
          },
          { deny: { exit: 2 } }
        )
      )
    )
  )
})
