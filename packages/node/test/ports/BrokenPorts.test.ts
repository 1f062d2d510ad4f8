// Ports that break: an event ends in time with a report that names the port, and the policy for failures decides it.
import { assert, describe, it } from "@effect/vitest"
import * as Coordinator from "@hookline/coordinator/kit/slots"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Stages from "@hookline/core/kit/stages"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline } from "@hookline/node/Hookline"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { cases, test } from "./law.ts"
import { bash, filesOf, ports, ways } from "./ports.ts"

/** Services that can be replaced and are no ports: `Executor` and `Pipeline` bound the work of each. */
const others =
  /Runners\/|Policy|Timeouts|ShortCircuit|Conflict|Concurrency|NativeHooks|Mapper|Matcher|Translator|Discoverer|Executor|Handlers|Settle/

// Each method once under `closed`, in a way that differs from one to the next; the other cases are in the whole matrix.
describe("an event of which", () => {
  const closed = cases.filter(({ policy, scene }) => policy === (scene.policies?.[0] ?? "closed"))
  const methods = Map.groupBy(closed, ({ scene }) => scene)
  test(Array.from(methods.values(), (each, index) => each[index % each.length]).filter((one) => one !== undefined))
})

describe("the table of ports", () => {
  // proves: docs/failure-policy.md
  it("has every port that a program can replace", () => {
    const keys = new Set(Object.values(ports).map(({ key }) => key.key))
    const slots = [...Stages.slots(), ...Coordinator.slots].map(({ key }) => key.key)
    assert.deepStrictEqual(
      slots.filter((key) => !others.test(key) && !keys.has(key)),
      []
    )
  })
})

describe("files that break", () => {
  const layerOf = (isBroken: () => boolean, way: () => Effect.Effect<never>) =>
    Hookline.layer({
      project: TestPipeline.project,
      trust: Trust.layerAll,
      host: ClaudeCode,
      files: Layer.effect(
        ConfigFiles,
        Effect.map(ConfigFiles, (inner) =>
          ConfigFiles.of({
            ...inner,
            read: (path) => Effect.suspend(() => (isBroken() ? way() : inner.read(path))),
            watch: () => Effect.succeed({ watchPath: () => undefined, changed: isBroken, unwatched: () => undefined })
          })
        )
      ).pipe(Layer.provide(filesOf({ closed: "Deny" }))),
      provide: [TestRunner.layer({ "guards/a": {} }), FailurePolicy.layerClosed]
    })

  for (const [what, { way }] of Object.entries(ways)) {
    if (what === "late" || what === "by throwing") continue
    it.effect(`after a reading ${what} are reported until they are read again`, () => {
      let isBroken = false
      return Effect.gen(function* () {
        const { emit, refresh } = yield* Hookline
        assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Pass")
        isBroken = true
        const refreshed = yield* Effect.forkChild(refresh, { startImmediately: true })
        yield* TestClock.adjust("20 seconds")
        assert.strictEqual(refreshed.pollUnsafe()?._tag, "Success")
        // They wait together, and not one after the other.
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 20 }, () => emit(bash)),
            { concurrency: "unbounded" }
          ),
          {
            startImmediately: true
          }
        )
        yield* TestClock.adjust("20 seconds")
        assert.isDefined(all.pollUnsafe())
        for (const { outcome, runs } of yield* Fiber.join(all)) {
          assert.strictEqual(outcome.verdict._tag, "Deny")
          assert.match(outcome.notices.map(({ text }) => text).join(), /ConfigFiles/)
          // The hooks of the reading before are those that the files most likely have still.
          assert.lengthOf(runs, 1)
        }
        isBroken = false
        assert.strictEqual((yield* emit(bash)).outcome.verdict._tag, "Pass")
      }).pipe(
        Effect.provide(
          layerOf(
            () => isBroken,
            () => way(() => Effect.never)
          )
        )
      )
    })
  }

  const watches = {
    "a watch that dies": () => Effect.die(new Error("no space")),
    "a watch that never comes": () => Effect.never,
    ...Object.fromEntries(
      (["watchPath", "changed", "unwatched"] as const).map((method) => [
        `a ${method} that throws`,
        () =>
          Effect.succeed({
            watchPath: () => undefined,
            changed: () => false,
            unwatched: () => undefined,
            [method]: () => {
              throw new Error("no space")
            }
          })
      ])
    )
  }
  for (const [what, watch] of Object.entries(watches)) {
    it.effect(`by ${what} are read at every event`, () => {
      let reads = 0
      const files = Layer.effect(
        ConfigFiles,
        Effect.map(ConfigFiles, (inner) =>
          ConfigFiles.of({
            ...inner,
            read: (path) => Effect.suspend(() => ((reads += 1), inner.read(path))),
            watch
          })
        )
      ).pipe(Layer.provide(filesOf({ closed: "Deny" })))
      const program = Effect.gen(function* () {
        const { emit } = yield* Hookline
        const { diagnostics, outcome } = yield* emit(bash)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        assert.match(diagnostics.map(({ text }) => text).join(), /ConfigFiles (?:broke: no space|did not answer)/)
        const before = reads
        yield* emit(bash)
        assert.isAbove(reads, before)
      }).pipe(
        Effect.provide(
          Hookline.layer({
            project: TestPipeline.project,
            trust: Trust.layerAll,
            host: ClaudeCode,
            files,
            provide: [TestRunner.layer({ "guards/a": {} }), FailurePolicy.layerClosed]
          })
        )
      )
      return Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(program, { startImmediately: true })
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(fiber)
      })
    })
  }
})
