/**
 * The laws of the pipeline, over groups of hooks with any behaviour, which end in any order.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { runsOf } from "./internal/runsOf.ts"
import type * as TestPipeline from "./TestPipeline.ts"
import type * as TestRunner from "./TestRunner.ts"

/**
 * Creates a pipeline of these files, by their paths in its project, whose hooks follow this script under these
 * policies: `TestPipeline.layer`, with some stage replaced.
 *
 * @category models
 * @since 0.1.0
 */
export type LayerOf = (
  files: Readonly<Record<string, unknown>>,
  script: TestRunner.Script,
  policies: ReadonlyArray<TestPipeline.Provided>
) => Layer.Layer<Pipeline>

const bash = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" })

const hook = (command: string) => ({ type: "command", command, name: command })

/** Returns the output of a hook about this event. */
const says = (fields: object) => ({ json: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } })

/** Returns the last part of an id, which the file sets. */
const lastOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1)

const deeds = {
  nothing: {},
  allow: says({ permissionDecision: "allow" }),
  deny: says({ permissionDecision: "deny", permissionDecisionReason: "no" }),
  context: says({ additionalContext: "look" }),
  change: says({ updatedInput: { command: "ls -a" } }),
  halt: { json: { continue: false, stopReason: "enough" } },
  message: { json: { systemMessage: "hello" } },
  fail: { exit: 1 },
  block: { exit: 2, stderr: "blocked" }
} as const satisfies Record<string, TestRunner.Act>

type Deed = keyof typeof deeds

const Deed = Schema.Literals(Object.keys(deeds) as ReadonlyArray<Deed>)

/** The behaviour of each hook, and its delay in milliseconds. */
const Hooks = Schema.Array(Schema.Tuple([Deed, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(6)
)

const few = { arbitrary: { runs: runsOf(60), size: 6 } }

const playing =
  (layerOf: LayerOf) =>
  (hooks: ReadonlyArray<readonly [Deed, number]>, { parallel = true, policies = ShortCircuit.layerNever } = {}) => {
    const script = Object.fromEntries(
      hooks.map(([deed, millis], index) => [`h${index}`, { ...deeds[deed], after: `${millis} millis` as const }])
    )
    const files = {
      ".amplifier/hooks/hooks.json": {
        hooks: { PreToolUse: [{ parallel, hooks: hooks.map((_, index) => hook(`h${index}`)) }] }
      }
    }
    return Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const fiber = yield* Effect.forkChild(pipeline.answer(bash))
      yield* TestClock.adjust("1 minute")
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(layerOf(files, script, [policies])))
  }

const reversed = (hooks: ReadonlyArray<readonly [Deed, number]>): ReadonlyArray<readonly [Deed, number]> => {
  const times = hooks.map(([, millis]) => millis).toReversed()
  return hooks.map(([deed], index) => [deed, times[index] ?? 1])
}

/**
 * Registers the tests of a pipeline.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, layerOf: LayerOf): void => {
  const play = playing(layerOf)

  describe(`${title} keeps the laws of pipelines: it`, () => {
    it.effect.prop(
      "results in the same outcome in every order of completion where nothing is dropped",
      [Hooks],
      ([hooks]) =>
        Effect.gen(function* () {
          const one = yield* play(hooks)
          const other = yield* play(reversed(hooks))
          assert.deepStrictEqual(other.outcome, one.outcome)
        }),
      few
    )

    it.effect.prop(
      "denies in every order of completion or in none where a deny drops the rest",
      [Hooks],
      ([hooks]) =>
        Effect.gen(function* () {
          const policies = ShortCircuit.layerOnDeny
          const one = yield* play(hooks, { policies })
          const other = yield* play(reversed(hooks), { policies })
          assert.strictEqual(other.outcome.verdict._tag === "Deny", one.outcome.verdict._tag === "Deny")
          const wanted = hooks.some(([deed]) => deed === "deny" || deed === "block")
          assert.strictEqual(one.outcome.verdict._tag === "Deny", wanted)
        }),
      few
    )

    it.effect.prop(
      "is never weaker for a hook that only adds context, wherever it is",
      [Hooks, Schema.Natural, Schema.Boolean],
      ([hooks, place, parallel]) =>
        Effect.gen(function* () {
          const at = place % (hooks.length + 1)
          const more = [...hooks.slice(0, at), ["context", 1] as const, ...hooks.slice(at)]
          for (const policies of [ShortCircuit.layerNever, ShortCircuit.layerOnDeny]) {
            const before = yield* play(hooks, { parallel, policies })
            const after = yield* play(more, { parallel, policies })
            assert.isFalse(Verdict.isStricter(before.outcome.verdict._tag, after.outcome.verdict._tag))
          }
        }),
      few
    )

    it.effect.prop(
      "runs just what its plan shows, where no hook changes the input or drops another",
      [Schema.Array(Schema.Literals(["Bash", "Write", "*", "", "Bash|Write", "B.*", "^ash", "constructor"]))],
      ([matchers]) => {
        const groups = matchers.map((matcher, index) => ({ matcher, hooks: [hook(`h${index}`)] }))
        const files = { ".claude/settings.json": { hooks: { PreToolUse: groups } } }
        const script = Object.fromEntries(matchers.map((_, index) => [`h${index}`, {}]))
        return Effect.gen(function* () {
          const pipeline = yield* Pipeline
          const plan = yield* pipeline.plan(bash)
          const { runs } = yield* pipeline.answer(bash)
          const planned = plan.groups.flatMap(({ hooks }) => hooks)
          assert.deepStrictEqual(
            runs.map(({ id }) => id),
            planned
          )
          assert.strictEqual(planned.length + plan.others.length, matchers.length)
          assert.strictEqual(pipeline.wants(bash), planned.length > 0)
          assert.deepStrictEqual(
            new Set([...planned, ...plan.others.map(({ hook: id }) => id)].map(lastOf)).size,
            matchers.length
          )
        }).pipe(Effect.provide(layerOf(files, script, [])))
      },
      few
    )
  })
}
