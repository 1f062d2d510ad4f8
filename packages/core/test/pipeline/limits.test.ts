// How long a hook may take: to the millisecond what it asks for, within what its dialect and the settings allow.
import { assert, describe, it } from "@effect/vitest"
import * as Timeouts from "@hookline/core/Timeouts"
import { TestPipeline } from "@hookline/testing"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { amplifier, answer, claude, hook, statuses } from "./fixtures.ts"

const user = (settings: object) => ({ "/home/me/.hookline/settings.json": settings })

const limits: ReadonlyArray<readonly [what: string, files: Readonly<Record<string, unknown>>, seconds: number]> = [
  ["what it asks for", amplifier([hook("a", { timeout: 5 })]), 5],
  ["what its dialect gives", amplifier([hook("a")]), 30],
  ["no more than its dialect's cap", amplifier([hook("a", { timeout: 400 })]), 300],
  ["what it asks for, where its dialect has no cap", claude([hook("a", { timeout: 900 })]), 900],
  ["what the settings give", { ...claude([hook("a")]), ...user({ default_timeout: 7 }) }, 7],
  ["no more than the settings' cap", { ...claude([hook("a", { timeout: 50 })]), ...user({ max_timeout: 9 }) }, 9]
]

describe("a policy for timeouts", () => {
  for (const [limit, millis] of [
    ["2 seconds", 2000],
    [Duration.minutes(1), 60_000],
    [1500, 1500]
  ] as const) {
    it.effect(`limits a hook to the duration that it returns: ${millis} ms`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(answer())
        yield* TestClock.adjust(millis - 1)
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(statuses(yield* Fiber.join(fiber)), ["a failed"])
      }).pipe(
        Effect.provide(
          TestPipeline.layer(claude([hook("a")]), { a: { hangs: true } }, { provide: [Timeouts.layer(() => limit)] })
        )
      )
    )
  }
})

describe("a hook that hangs", () => {
  for (const [what, files, seconds] of limits) {
    it.effect(`has ${what}: ${seconds} s`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(answer())
        yield* TestClock.adjust(seconds * 1000 - 1)
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        assert.isDefined(fiber.pollUnsafe())
        assert.deepStrictEqual(statuses(yield* Fiber.join(fiber)), ["a failed"])
      }).pipe(Effect.provide(TestPipeline.layer(files, { a: { hangs: true } })))
    )
  }
})
