// Stages and policies of a program that break: `emit` answers, and the policy for failures decides.
import { assert, describe, it } from "@effect/vitest"
import { Settle } from "@hookline/coordinator/Settle"
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import type { WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { TestHookline } from "@hookline/testing"
import * as Catalog from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { call } from "./rows.ts"

const hooks = (...commands: ReadonlyArray<string>) => ({
  ".claude/settings.json": JSON.stringify({
    hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: "command", command, if: "Bash(*)" })) }] }
  })
})

const boo = (): never => {
  throw new Error("boo")
}

/** Returns what a program that is not compiled returns instead of another value. */
const untyped = (value: unknown): never =>
  // A program that is not compiled returns anything, and `never` fits everywhere.
  value as never

/** Returns a function that breaks as soon as the hooks are built. */
const later =
  <Args extends ReadonlyArray<unknown>, A>(isBuilt: () => boolean, work: (...args: Args) => A) =>
  (...args: Args): A =>
    isBuilt() ? boo() : work(...args)

type Break = (isBuilt: () => boolean) => Provided

const settling =
  (settle: () => unknown): Break =>
  () =>
    Layer.succeed(Settle)({ settle: () => untyped(settle()) })
const executing =
  (execute: () => unknown): Break =>
  () =>
    Layer.succeed(Executor)({ execute: () => untyped(execute()) })

/** Replaces methods of the catalogs that a discoverer opens. */
const opening = (methods: (catalog: WatchedCatalog) => Partial<WatchedCatalog>): Provided =>
  Layer.effect(
    Discoverer,
    Effect.map(Discoverer, (discoverer) => ({
      ...discoverer,
      open: (project, options) =>
        Effect.map(discoverer.open(project, options), (catalog) => ({ ...catalog, ...methods(catalog) }))
    }))
  )

const stages: Readonly<Record<string, readonly [layer: Break, text: RegExp]>> = {
  "a Settle that dies": [settling(() => Effect.die("boo")), /Settle stage broke: boo/],
  "a Settle that throws": [settling(boo), /Settle stage broke: boo/],
  "a Settle that interrupts itself": [
    settling(() => Effect.interrupt),
    /Settle stage broke: it was interrupted by itself/
  ],
  "a Settle that returns no Effect": [settling(() => undefined), /Settle stage broke: it returned no Effect/],
  "an Executor that dies": [executing(() => Effect.die("boo")), /broke: boo/],
  "an Executor that throws": [executing(boo), /broke: boo/],
  "an Executor that interrupts itself": [executing(() => Effect.interrupt), /broke: it was interrupted by itself/],
  "an Executor that returns no Effect": [executing(() => 5), /broke: it returned no Effect/],
  "a Matcher whose groups throw": [
    (isBuilt) =>
      Layer.effect(
        Matcher,
        Effect.map(Matcher, ({ compile }) => ({
          compile: (catalog) => {
            const compiled = compile(catalog)
            return { ...compiled, groups: later(isBuilt, compiled.groups) }
          }
        }))
      ),
    /PreToolUse could not be answered, because a stage broke: boo/
  ],
  "a Discoverer that throws": [
    (isBuilt) =>
      opening((catalog) => ({
        current: later(isBuilt, catalog.current),
        read: later(isBuilt, catalog.read)
      })),
    /the Discoverer broke: boo/
  ],
  "a Discoverer that dies": [
    (isBuilt) =>
      opening((catalog) => ({
        current: () => undefined,
        read: (scope) => Effect.suspend(() => (isBuilt() ? Effect.die("boo") : catalog.read(scope)))
      })),
    /the Discoverer broke: boo/
  ]
}

const emitted = (layer: Break, provide: ReadonlyArray<Provided>, script: object, ...commands: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    let isBuilt = false
    const built = TestHookline.layer(
      hooks(...commands),
      // The script of the test is a record of replies.
      script as Readonly<Record<string, { readonly exit?: number }>>,
      { provide: [...provide, layer(() => isBuilt)] }
    )
    return Effect.flatMap(Hookline, ({ emit }) => {
      isBuilt = true
      return emit(call)
    }).pipe(Effect.provide(built))
  })

const textsIn = ({ outcome }: Effect.Success<ReturnType<typeof emitted>>): string =>
  outcome.notices.map(({ text }) => text).join("\n")

describe("an event under", () => {
  for (const [name, [layer, text]] of Object.entries(stages)) {
    // proves: docs/answering-events.md
    it.live(`${name} is a failure for the policy`, () =>
      Effect.gen(function* () {
        const closed = yield* emitted(layer, [FailurePolicy.layerClosed], { passes: {} }, "passes")
        assert.deepStrictEqual(
          [closed.outcome.verdict._tag, text.test(textsIn(closed))],
          ["Deny", true],
          textsIn(closed)
        )
        const open = yield* emitted(layer, [], { passes: {} }, "passes")
        assert.deepStrictEqual([open.outcome.verdict._tag, text.test(textsIn(open))], ["Pass", true], textsIn(open))
      })
    )
  }

  for (const [name, when, text] of [
    ["throws", boo, /ShortCircuit layer threw: boo/],
    ["returns an unknown word", () => untyped("sometimes"), /ShortCircuit layer returned sometimes/],
    ["returns none", () => untyped(undefined), /ShortCircuit layer returned undefined/]
  ] as const) {
    // proves: docs/answering-events.md
    it.live(`a ShortCircuit that ${name} runs all hooks, and is a failure for the policy`, () =>
      Effect.gen(function* () {
        const layer: Break = () => ShortCircuit.layer(when)
        const passing = { one: {}, two: {} }
        const closed = yield* emitted(layer, [FailurePolicy.layerClosed], passing, "one", "two")
        assert.strictEqual(closed.outcome.verdict._tag, "Deny")
        assert.match(textsIn(closed), text)
        const open = yield* emitted(layer, [], passing, "one", "two")
        assert.strictEqual(open.outcome.verdict._tag, "Pass")
        assert.match(textsIn(open), text)
        // A deny counts nevertheless.
        const denied = yield* emitted(layer, [], { one: { exit: 2 }, two: {} }, "one", "two")
        assert.strictEqual(denied.outcome.verdict._tag, "Deny")
        assert.deepStrictEqual(
          denied.runs.map(({ status }) => status),
          ["ran", "ran"]
        )
      })
    )
  }

  for (const returned of [undefined, null, 0, "", true, "no"]) {
    // proves: docs/answering-events.md
    it.live(
      `a Matcher whose conditions are ${JSON.stringify(returned)} runs the hooks: only false keeps one from it`,
      () =>
        Effect.gen(function* () {
          const layer: Break = () =>
            Layer.effect(
              Matcher,
              Effect.map(Matcher, ({ compile }) => ({
                compile: (catalog) => ({ ...compile(catalog), conditionHolds: () => untyped(returned) })
              }))
            )
          const report = yield* emitted(layer, [], { guard: { exit: 2 } }, "guard")
          assert.strictEqual(report.outcome.verdict._tag, "Deny")
        })
    )
  }

  it.live("a Discoverer that breaks runs the hooks that were read before", () =>
    Effect.gen(function* () {
      const [layer] = stages["a Discoverer that dies"] ?? assert.fail("it is gone")
      const report = yield* emitted(layer, [], { guard: { exit: 2 } }, "guard")
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.deepStrictEqual(
        report.runs.map(({ status }) => status),
        ["ran"]
      )
    })
  )

  it.live("a Matcher that throws on another catalog runs the hooks of the last one", () =>
    Effect.gen(function* () {
      let isBroken = false
      const other = Catalog.empty
      const layer = Layer.mergeAll(
        Layer.effect(
          Discoverer,
          Effect.map(Discoverer, (discoverer) => ({
            ...discoverer,
            open: (project, options) =>
              Effect.map(discoverer.open(project, options), (catalog) => ({
                ...catalog,
                current: (scope) => (isBroken ? other : catalog.current(scope))
              }))
          }))
        ),
        Layer.effect(
          Matcher,
          Effect.map(Matcher, ({ compile }) => ({ compile: (catalog) => (isBroken ? boo() : compile(catalog)) }))
        )
      )
      yield* Effect.gen(function* () {
        const { emit } = yield* Hookline
        assert.strictEqual((yield* emit(call)).outcome.verdict._tag, "Deny")
        isBroken = true
        const report = yield* emit(call)
        assert.strictEqual(report.outcome.verdict._tag, "Deny")
        assert.match(textsIn(report), /the Matcher broke: boo/)
        isBroken = false
        assert.deepStrictEqual((yield* emit(call)).outcome.notices, [])
      }).pipe(Effect.provide(TestHookline.layer(hooks("guard"), { guard: { exit: 2 } }, { provide: [layer] })))
    })
  )

  it.live("a Mapper that breaks is an error of the payload", () =>
    Effect.gen(function* () {
      for (const map of [boo, () => Effect.die("boo"), () => untyped(undefined)]) {
        const error = yield* Effect.flatMap(Hookline, ({ run }) => Effect.flip(run({}))).pipe(
          Effect.provide(TestHookline.layer({}, {}, { provide: [Layer.succeed(Mapper)({ map })] }))
        )
        assert.match(error.message, /the Mapper broke: (boo|it returned no Effect)/)
      }
    })
  )
})
