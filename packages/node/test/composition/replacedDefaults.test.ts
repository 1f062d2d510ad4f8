// A service in the place of a default leaves none unused silently that the default alone uses: neither a sandbox nor a
// limit, an approver or a log.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { CommandRunner } from "@hookline/core/Runners"
import * as Timeouts from "@hookline/core/Timeouts"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { call, command, inMemory, reply, sandbox, settings } from "./rows.ts"

/** Hooks that ask, tell and fail, so that a question, a text and a notice are to be settled. */
const files = settings(command("asks"), command("tells"), command("fails"))

const emitted = Effect.flatMap(Hookline, ({ emit }) => emit(call))

const over = (provide: ReadonlyArray<Provided>) => Hookline.layer({ ...inMemory(files), provide })

const unusedIn = ({ outcome }: Report): ReadonlyArray<string> =>
  outcome.notices.flatMap(({ by, text }) =>
    by === "hookline" && text.includes("hooks do not use it") ? [text.replace(/^a (\S+) is .*$/u, "$1")] : []
  )

const own = Layer.succeed(Executor)({ execute: () => Effect.succeed(reply(0)) })
/** An Executor in the form of those that decorate the default. */
const spread = Layer.effect(
  Executor,
  Effect.map(Executor, (base) => ({ ...base, execute: () => Effect.succeed(reply(0)) }))
)
const ownSettle = Layer.succeed(Settle)({ settle: (_, report) => Effect.succeed(report) })

/** The number of events after which a service that none has used is reported. */
const enough = 3

const silent: Readonly<Record<string, readonly [provide: ReadonlyArray<Provided>, unused: ReadonlyArray<string>]>> = {
  "a runner before an Executor": [[sandbox, own], [CommandRunner.key]],
  "a runner before an Executor that spreads the default": [[sandbox, spread], [CommandRunner.key]],
  "Concurrency beside an Executor that spreads the default": [
    [Concurrency.layer(1), spread],
    [Concurrency.Concurrency.key]
  ],
  "Approval beside a Settle that spreads the default": [
    [
      sandbox,
      Approval.layerDeny,
      Layer.effect(
        Settle,
        Effect.map(Settle, (base) => ({ ...base, settle: (_, report) => Effect.succeed(report) }))
      )
    ],
    [Approval.Approval.key]
  ],
  "a runner after an Executor": [[own, sandbox], [CommandRunner.key]],
  "Concurrency beside an Executor": [[own, Concurrency.layer(1)], [Concurrency.Concurrency.key]],
  "Approval beside Settle.layerNone": [[sandbox, Settle.layerNone, Approval.layerDeny], [Approval.Approval.key]],
  "the ports beside a Settle": [
    [
      sandbox,
      Audit.layer(() => Effect.void),
      ownSettle,
      Display.layer(() => Effect.void),
      ContextSink.layerNone,
      ContextBudget.layerUnlimited
    ],
    [Display.Display.key, Audit.Audit.key, ContextSink.ContextSink.key, ContextBudget.ContextBudget.key]
  ]
}

const lawful: Readonly<Record<string, ReadonlyArray<Provided>>> = {
  "an Executor alone": [own],
  "an Executor with its own runner in one layer": [Layer.merge(own, sandbox)],
  "an Executor beside a limit, which it is given": [own, Timeouts.layerFixed("1 minute")],
  "a decorated Executor": [
    sandbox,
    Layer.effect(
      Executor,
      Effect.map(Executor, (base) => ({ ...base, execute: (work) => base.execute(work) }))
    )
  ],
  "an Executor that calls a method it has read before": [
    sandbox,
    Layer.effect(
      Executor,
      Effect.map(Executor, (base) => {
        const { execute } = base
        return { ...base, execute: (work, onStart) => execute(work, onStart) }
      })
    )
  ],
  "an Executor that keeps the default": [
    sandbox,
    Layer.effect(
      Executor,
      Effect.map(Executor, (base) => ({ execute: (work) => base.execute(work) }))
    )
  ],
  "a Settle that keeps the default": [
    sandbox,
    Approval.layerDeny,
    Layer.effect(
      Settle,
      Effect.map(Settle, (base) => ({ settle: (event, report, times) => base.settle(event, report, times) }))
    )
  ],
  "Settle.layerNone alone": [sandbox, Settle.layerNone]
}

/** Stages that answer the start of a session themselves, and leave all other events to the default. */
const partial: Readonly<Record<string, Provided>> = {
  "a Settle": Layer.effect(
    Settle,
    Effect.map(Settle, ({ settle }) => ({
      settle: (event, report, times) =>
        event._tag === "SessionStart" ? Effect.succeed(report) : settle(event, report, times)
    }))
  ),
  "an Executor": Layer.effect(
    Executor,
    Effect.map(Executor, (base) => ({
      ...base,
      execute: (work, onStart) =>
        work.hook.event === "SessionStart" ? Effect.succeed(reply(0)) : base.execute(work, onStart)
    }))
  )
}

describe("a service in the place of a default", () => {
  for (const [name, [provide, unused]] of Object.entries(silent)) {
    // proves: docs/answering-events.md
    it.live(`is reported once where it leaves others unused: ${name}`, () =>
      Effect.gen(function* () {
        for (let count = 1; count < enough; count++) assert.deepStrictEqual(unusedIn(yield* emitted), [])
        assert.deepStrictEqual(unusedIn(yield* emitted), unused)
        assert.deepStrictEqual(unusedIn(yield* emitted), [])
      }).pipe(Effect.provide(over(provide)))
    )
  }

  it.live("is reported of a runner only after hooks of its kind have run", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      yield* register({ event: "Stop", name: "native", handler: () => Effect.void })
      for (let count = 0; count <= enough; count++)
        assert.deepStrictEqual(unusedIn(yield* emit(cases.Stop.make({ sessionId: "s" }))), [])
      for (let count = 1; count < enough; count++) assert.deepStrictEqual(unusedIn(yield* emit(call)), [])
      assert.deepStrictEqual(unusedIn(yield* emit(call)), [CommandRunner.key])
    }).pipe(Effect.scoped, Effect.provide(over([sandbox, spread])))
  )

  it.live("is reported where a runner is around it", () =>
    Effect.gen(function* () {
      for (let count = 1; count < enough; count++) yield* emitted
      assert.deepStrictEqual(unusedIn(yield* emitted), [CommandRunner.key])
    }).pipe(Effect.provide(Layer.provide(over([own]), sandbox)))
  )

  for (const [name, provide] of Object.entries(lawful)) {
    it.live(`is not reported where it leaves none unused: ${name}`, () =>
      Effect.gen(function* () {
        for (let count = 0; count <= enough; count++) assert.deepStrictEqual(unusedIn(yield* emitted), [])
      }).pipe(Effect.provide(over(provide)))
    )
  }

  for (const [name, layer] of Object.entries(partial))
    it.live(`is not reported where it answers some events itself: ${name}`, () =>
      Effect.gen(function* () {
        const { emit } = yield* Hookline
        const start = cases.SessionStart.make({ sessionId: "s", source: "startup" })
        const events = [start, start, call, ...Array.from({ length: enough + 1 }, () => start), call]
        for (const event of events) assert.deepStrictEqual(unusedIn(yield* emit(event)), [])
      }).pipe(
        Effect.provide(
          Hookline.layer({
            ...inMemory({
              ".claude/settings.json": {
                hooks: {
                  SessionStart: [{ hooks: [command("tells"), command("fails")] }],
                  PreToolUse: [{ hooks: [command("asks"), command("tells"), command("fails")] }]
                }
              }
            }),
            provide: [
              sandbox,
              Concurrency.layer(2),
              Approval.layerScripted(["Allow once"]),
              Audit.layer(() => Effect.void),
              Display.layer(() => Effect.void),
              ContextSink.layerNone,
              ContextBudget.layerUnlimited,
              layer
            ]
          })
        )
      )
    )

  it.live("is not reported of an Approval while no question was to be settled, however many events it answers", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      const start = cases.SessionStart.make({ sessionId: "s", source: "startup" })
      for (let count = 0; count <= 2 * enough; count++) assert.deepStrictEqual(unusedIn(yield* emit(start)), [])
      for (let count = 1; count < enough; count++) assert.deepStrictEqual(unusedIn(yield* emit(call)), [])
      assert.deepStrictEqual(unusedIn(yield* emit(call)), [Approval.Approval.key])
    }).pipe(Effect.provide(over([sandbox, Approval.layerDeny, ownSettle])))
  )
})

const hanging: Readonly<Record<string, Layer.Layer<Executor, never, Executor>>> = {
  "never answers": Layer.effect(
    Executor,
    Effect.map(Executor, (base) => ({ ...base, execute: () => Effect.never }))
  ),
  "can't be interrupted": Layer.effect(
    Executor,
    Effect.map(Executor, (base) => ({ ...base, execute: () => Effect.uninterruptible(Effect.never) }))
  ),
  "hangs after the start": Layer.effect(
    Executor,
    Effect.map(Executor, (base) => ({
      ...base,
      execute: (_, onStart) =>
        Effect.andThen(
          Effect.sync(() => onStart?.(0)),
          Effect.never
        )
    }))
  )
}

describe("an Executor of a program", () => {
  for (const [name, layer] of Object.entries(hanging)) {
    it.effect(`that ${name} fails its hooks at their limits, with some seconds beyond them`, () =>
      Effect.gen(function* () {
        const provide = [FailurePolicy.layerClosed, Timeouts.layerFixed("300 millis"), layer] as const
        const event = Effect.gen(function* () {
          const { emit, register } = yield* Hookline
          yield* register({ event: "PreToolUse", name: "native", timeout: 200, handler: () => Effect.void })
          return yield* emit(call)
        })
        const fiber = yield* Effect.forkChild(Effect.provide(Effect.scoped(event), over(provide)), {
          startImmediately: true
        })
        yield* TestClock.adjust("2 minutes")
        const exit = fiber.pollUnsafe()
        assert.isDefined(exit, "it hangs")
        const report = yield* Fiber.join(fiber)
        assert.strictEqual(report.outcome.verdict._tag, "Deny")
        assert.include(
          report.runs.map(({ status }) => status),
          "failed"
        )
        assert.notInclude(
          report.runs.map(({ status }) => status),
          "ran"
        )
      })
    )
  }
})
