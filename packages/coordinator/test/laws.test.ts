// What holds for any handlers: their order, and how what they say is folded.
import { legibleOutcome } from "@hookline/core/kit/translate/legible"
import { assert, describe, it } from "@effect/vitest"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bash, native, unsettled } from "./fixtures.ts"

const priorities = Arbitrary.array(Arbitrary.schema(Schema.Int))

/** The names in the order in which they are asked, where they were registered in this order. */
const asked = (handlers: ReadonlyArray<{ readonly name: string; readonly priority: number }>) =>
  Effect.gen(function* () {
    const { emit, list, register } = yield* unsettled
    const order: Array<string> = []
    for (const { name, priority } of handlers) {
      yield* register({
        event: "PreToolUse",
        name,
        priority,
        handler: () => Effect.sync(() => void order.push(name))
      })
    }
    yield* emit(bash)
    assert.deepStrictEqual(
      list("PreToolUse").map(({ name }) => name),
      order
    )
    return order
  }).pipe(Effect.provide(native()), Effect.scoped)

describe("the order of handlers", () => {
  it.effect.prop("is the same for every order of registration, where no two are equal", [priorities], ([numbers]) =>
    Effect.gen(function* () {
      const handlers = [...new Set(numbers)].map((priority) => ({ name: `at ${priority}`, priority }))
      const one = yield* asked(handlers)
      assert.deepStrictEqual(yield* asked(handlers.toReversed()), one)
      assert.deepStrictEqual(yield* asked(handlers.toSorted((a, b) => (a.name < b.name ? -1 : 1))), one)
    })
  )

  it.effect.prop("is by priority, and equals stay as they were registered", [priorities], ([numbers]) =>
    Effect.gen(function* () {
      const handlers = numbers.map((priority, index) => ({ name: `${index}`, priority: priority % 3 }))
      const wanted = handlers.toSorted((one, other) => one.priority - other.priority).map(({ name }) => name)
      assert.deepStrictEqual(yield* asked(handlers), wanted)
    })
  )
})

/** What any event carries before a tool, but what ends an emission, and what other hooks' changes undo. */
const said = Arbitrary.map(Arbitrary.schema(Outcome.Outcome), (outcome) => ({
  ...outcome,
  verdict: outcome.verdict._tag === "Ask" ? outcome.verdict : Outcome.empty.verdict,
  // A change of the input that is no object is a failure.
  changes: outcome.changes.map((change) => ({
    ...change,
    target: "input" as const,
    value: { [change.by]: change.mode }
  })),
  halts: [],
  effects: [],
  quiet: []
}))

const emitted = (outcomes: ReadonlyArray<Outcome.Outcome>) =>
  Effect.gen(function* () {
    const { emit, register } = yield* unsettled
    for (const [index, outcome] of outcomes.entries()) {
      yield* register({ event: "PreToolUse", name: `${index}`, handler: () => Effect.succeed(outcome) })
    }
    return (yield* emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: {} }))).outcome
  }).pipe(Effect.provide(native()), Effect.scoped)

const named = (by: string, name: string): string => (by === "" ? name : by)

/** The outcome as it is of the handler of this name. */
const of = (outcome: Outcome.Outcome, index: number): Outcome.Outcome => {
  const own = <A extends { readonly by: string }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
    all.map((one) => ({ ...one, by: named(one.by, `${index}`) }))
  const { changes, context, notices, verdict } = outcome
  return {
    ...outcome,
    changes: own(changes),
    context: own(context),
    notices: own(notices),
    verdict:
      verdict._tag === "Ask"
        ? { ...verdict, reasons: own(verdict.reasons), questions: own(verdict.questions) }
        : verdict
  }
}

/** Each case is a registry of its own, and outcomes are large. */
const few = { arbitrary: { runs: 40, size: 8 } }

describe("what handlers say", () => {
  it.effect.prop(
    "folds as outcomes do, and loses nothing",
    [Arbitrary.array(said)],
    ([any]) =>
      Effect.gen(function* () {
        // Hooks look again at an input that a later one changed: they are asked another question, and a change that they
        // want again is a conflict. So one hook changes it here, and none where one asks.
        const asks = any.some(({ verdict }) => verdict._tag === "Ask")
        const author = any.findLastIndex(({ changes }) => changes.length > 0)
        const outcomes = any.map((outcome, index) => (asks || index !== author ? { ...outcome, changes: [] } : outcome))
        assert.deepStrictEqual(yield* emitted(outcomes), legibleOutcome(Outcome.reducer.combineAll(outcomes.map(of))))
      }),
    few
  )

  it.effect.prop(
    "is denied by one deny, wherever it stands",
    [Arbitrary.array(said), said],
    ([before, after]) =>
      Effect.gen(function* () {
        const deny = Outcome.make({ verdict: { _tag: "Deny", reasons: [{ by: "guard", text: "no" }] } })
        const { verdict } = yield* emitted([...before, deny, after])
        assert.deepStrictEqual(verdict, deny.verdict)
      }),
    few
  )
})
