// Native handlers and configured hooks in any mix: one order, one rule for denials, one chain of changes, one limit.
import { assert, describe, it } from "@effect/vitest"
import { Handlers } from "@hookline/coordinator/Handlers"
import { Pipeline } from "@hookline/core/Pipeline"
import * as ShortCircuit from "@hookline/core/ShortCircuit"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Change from "@hookline/schema/Change"
import { cases } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"

const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const Deed = Schema.Literals(["pass", "deny", "change", "fail", "hang"])
type Deed = typeof Deed.Type

/** A hook: configured without a priority, native with one. */
const Mixed = Schema.Struct({
  deed: Deed,
  priority: Schema.optionalKey(Schema.Literals([-5, 0, 19, 20, 21, 50]))
})
type Mixed = typeof Mixed.Type

const Mix = Schema.Array(Mixed).check(Schema.isMaxLength(8))

const idOf = (index: number): string => `h${index}`

const specific = (fields: object) => ({ json: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } })

const actOf = (deed: Deed, id: string): TestRunner.Act => {
  switch (deed) {
    case "pass":
      return {}
    case "deny":
      return specific({ permissionDecision: "deny", permissionDecisionReason: id })
    case "change":
      return specific({ updatedInput: { command: id } })
    case "fail":
      return { exit: 1 }
    case "hang":
      return { hangs: true }
  }
}

const handlerOf = (deed: Deed, id: string) => (): Effect.Effect<Partial<Outcome.Outcome>, string> => {
  switch (deed) {
    case "pass":
      return Effect.succeed({})
    case "deny":
      return Effect.succeed({ verdict: Verdict.deny({ by: "", reason: id }) })
    case "change":
      return Effect.succeed({ changes: [{ by: "", target: "input", mode: "replace", value: { command: id } }] })
    case "fail":
      return Effect.fail("it broke")
    case "hang":
      return Effect.never
  }
}

/** The groups of a mix, in the order in which they run. */
const groupsOf = (mix: ReadonlyArray<Mixed>) => {
  const all = mix.map((hook, index) => ({ ...hook, id: idOf(index) }))
  const natives = all
    .flatMap(({ priority, ...hook }) => (priority === undefined ? [] : [{ ...hook, priority }]))
    .toSorted((one, other) => one.priority - other.priority)
  return [
    { isNative: true, hooks: natives.filter(({ priority }) => priority < 20) },
    { isNative: false, hooks: all.filter(({ priority }) => priority === undefined) },
    { isNative: true, hooks: natives.filter(({ priority }) => priority >= 20) }
  ]
}

const statuses = { pass: "ran", deny: "ran", change: "ran", fail: "failed", hang: "failed" } as const

/** The dialects of the configured hooks: those of one run together, those of the other one after the other. */
const Kept = Schema.Literals(["claude", "amplifier"])
type Kept = typeof Kept.Type

/** The configuration of hooks in one group for each. */
const filesOf = (kept: Kept, ids: ReadonlyArray<string>): Readonly<Record<string, unknown>> => {
  const hooks = ids.map((id) => ({ type: "command", command: id, name: id }))
  return kept === "claude"
    ? { ".claude/settings.json": { hooks: { PreToolUse: hooks.map((hook) => ({ hooks: [hook] })) } } }
    : { ".amplifier/hooks/hooks.json": { hooks: { PreToolUse: [{ parallel: false, hooks }] } } }
}

/**
 * The rules, written as a model. Claude Code's hooks run together, and a deny of theirs skips none of theirs. Amplifier's
 * run in sequence, and a deny skips those after it.
 */
const modelOf = (mix: ReadonlyArray<Mixed>, isNever: boolean, kept: Kept) => {
  const runs: Array<string> = []
  let command = "ls"
  let isDenied = false
  let isEnded = false
  for (const { hooks, isNative } of groupsOf(mix)) {
    let isOver = isEnded || (isNative && isDenied && !isNever)
    for (const { deed, id } of hooks) {
      runs.push(`${id} ${isOver ? "skipped" : statuses[deed]}`)
      if (isOver) continue
      if (deed === "change") command = id
      if (deed !== "deny") continue
      isDenied = true
      if (isNever) continue
      if (!isNative) {
        isOver = kept === "amplifier"
        continue
      }
      isOver = true
      // A deny of a native handler ends the event.
      isEnded = true
    }
  }
  return { runs, isDenied, command }
}

const played = (mix: ReadonlyArray<Mixed>, isNever: boolean, kept: Kept) => {
  const configured = mix.flatMap(({ deed, priority }, index) =>
    priority === undefined ? [{ deed, id: idOf(index) }] : []
  )
  return Effect.scoped(
    Effect.gen(function* () {
      const { register } = yield* Handlers
      for (const [index, { deed, priority }] of mix.entries()) {
        const name = idOf(index)
        if (priority !== undefined) {
          yield* register({ event: "PreToolUse", name, priority, handler: handlerOf(deed, name) })
        }
      }
      const { answer, plan } = yield* Pipeline
      const planned = yield* plan(call)
      const fiber = yield* Effect.forkChild(answer(call))
      yield* TestClock.adjust("1 minute")
      return { report: yield* Fiber.join(fiber), planned }
    }).pipe(
      Effect.provide(
        TestHookline.layer(
          filesOf(
            kept,
            configured.map(({ id }) => id)
          ),
          Object.fromEntries(configured.map(({ deed, id }) => [id, actOf(deed, id)])),
          { provide: [Timeouts.layerFixed("2 seconds"), ...(isNever ? [ShortCircuit.layerNever] : [])] }
        )
      )
    )
  )
}

const last = (id: string): string => id.slice(id.lastIndexOf("/") + 1)

describe("native handlers and configured hooks", () => {
  it.effect.prop(
    "run in one order, by one rule for denials, changes and limits",
    [Mix, Schema.Boolean, Kept],
    ([mix, isNever, kept]) =>
      Effect.gen(function* () {
        const { planned, report } = yield* played(mix, isNever, kept)
        const model = modelOf(mix, isNever, kept)
        assert.deepStrictEqual(
          // A second look comes after all of them, and has tests of its own.
          report.runs.filter(({ look }) => look === undefined).map(({ id, status }) => `${last(id)} ${status}`),
          model.runs
        )
        assert.strictEqual(report.outcome.verdict._tag, model.isDenied ? "Deny" : "Pass")
        assert.deepStrictEqual(Change.apply(call.toolInput, "input", report.outcome.changes), {
          command: model.command
        })
        // A plan shows them in the same order.
        assert.deepStrictEqual(
          planned.groups.flatMap(({ hooks }) => hooks.map(last)),
          groupsOf(mix).flatMap(({ hooks }) => hooks.map(({ id }) => id))
        )
      }),
    { arbitrary: { runs: 150, size: 8 } }
  )
})
