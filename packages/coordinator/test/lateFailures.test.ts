// Native handlers that have returned, and whose finalizers then fail or do not end.
import { assert, describe, it } from "@effect/vitest"
import { Handlers } from "@hookline/coordinator/Handlers"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Hookline } from "@hookline/node/Hookline"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { bash } from "./fixtures.ts"

const denied = { verdict: Verdict.deny({ by: "", reason: "not here" }) }

const finalizers: ReadonlyArray<readonly [how: string, finalizer: Effect.Effect<void>, why: RegExp]> = [
  ["dies", Effect.die(new Error("fin")), /could not be released: fin$/],
  ["throws", Effect.sync(() => assert.fail("fin")), /could not be released: fin$/],
  ["interrupts itself", Effect.interrupt, /could not be released: it was interrupted by itself$/],
  ["does not end", Effect.never, /not released within 1 s$/]
]

const answered = (finalizer: Effect.Effect<void>, reply: typeof denied | undefined) =>
  Effect.gen(function* () {
    const { emit, register } = yield* Hookline
    yield* register({
      event: "PreToolUse",
      name: "guard",
      timeout: "1 second",
      handler: () =>
        Effect.as(
          Effect.addFinalizer(() => finalizer),
          reply
        )
    })
    return yield* emit(bash)
  }).pipe(Effect.scoped)

describe("a native handler", () => {
  for (const [how, finalizer, why] of finalizers) {
    // proves: docs/native-handlers.md
    it.live(`counts the reply of a handler whose finalizer ${how}, and reports the failure besides`, () =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* answered(finalizer, denied)
        assert.deepStrictEqual(outcome.verdict, Verdict.deny({ by: "guard", reason: "not here" }))
        const [{ failure, reply, status } = { failure: undefined, reply: undefined, status: "" }] = runs
        assert.strictEqual(status, "failed")
        assert.match(failure?.text ?? "", why)
        assert.deepInclude(reply, { _tag: "Value", value: denied })
        assert.isTrue(outcome.notices.some(({ text }) => why.test(text)))
      }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerOpen] })))
    )

    it.live(`is a failure for the policy where its finalizer ${how} after it let the action pass`, () =>
      Effect.gen(function* () {
        const { outcome } = yield* answered(finalizer, undefined)
        assert.strictEqual(outcome.verdict._tag, "Deny")
      }).pipe(Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerClosed] })))
    )
  }

  it.live("gives its data to the program that collects it, with the failure of its finalizer", () =>
    Effect.gen(function* () {
      const { collect, register } = yield* Handlers
      yield* register({
        event: "PreToolUse",
        name: "facts",
        handler: () =>
          Effect.as(
            Effect.addFinalizer(() => Effect.die("fin")),
            { data: { a: 1 } }
          )
      })
      assert.deepStrictEqual(yield* collect(bash), {
        data: [{ by: "facts", data: { a: 1 } }],
        failures: [
          { by: "facts", text: "facts failed: it has replied, and what it acquired could not be released: fin" }
        ]
      })
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )
})
