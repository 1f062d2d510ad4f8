/**
 * The laws of combining outcomes: every part is kept, and the strictest verdict wins.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type * as Reducer from "effect/Reducer"

// Every list of an outcome grows with the size: at the usual size a law would take minutes and find no more.
const small = { arbitrary: { size: 15 } }

const lists = ["changes", "context", "notices", "halts", "effects"] as const

/**
 * Registers the tests of a reducer of verdicts.
 *
 * @category suites
 * @since 0.1.0
 */
export const verdicts = (name: string, { combine, initialValue }: Reducer.Reducer<Verdict.Verdict>): void => {
  describe(`${name} keeps the laws of verdicts:`, () => {
    it.prop(
      "it has an identity, which is Pass",
      [Verdict.Verdict],
      ([verdict]) => {
        assert.deepStrictEqual(initialValue, Verdict.pass)
        assert.deepStrictEqual(combine(initialValue, verdict), verdict)
        assert.deepStrictEqual(combine(verdict, initialValue), verdict)
      },
      small
    )

    it.prop(
      "it is associative",
      [Verdict.Verdict, Verdict.Verdict, Verdict.Verdict],
      ([a, b, c]) => {
        assert.deepStrictEqual(combine(combine(a, b), c), combine(a, combine(b, c)))
      },
      small
    )

    it.prop(
      "it results in the stricter of both, whatever their order",
      [Verdict.Verdict, Verdict.Verdict],
      ([a, b]) => {
        const stricter = Verdict.isStricter(a._tag, b._tag) ? a._tag : b._tag
        assert.strictEqual(combine(a, b)._tag, stricter)
        assert.strictEqual(combine(b, a)._tag, stricter)
      },
      small
    )

    it.prop(
      "it lets a Deny absorb every weaker verdict, and keeps the reasons of both where both deny",
      [Verdict.Verdict, Verdict.Verdict.cases.Deny],
      ([verdict, deny]) => {
        const both = verdict._tag === "Deny" ? [...deny.reasons, ...verdict.reasons] : deny.reasons
        assert.deepStrictEqual(combine(deny, verdict), { _tag: "Deny", reasons: both })
        if (verdict._tag !== "Deny") assert.deepStrictEqual(combine(verdict, deny), deny)
      },
      small
    )
  })
}

/**
 * Registers the tests of a reducer of outcomes.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (name: string, reducer: Reducer.Reducer<Outcome.Outcome>): void => {
  const { combine, combineAll, initialValue } = reducer

  describe(`${name} keeps the laws of outcomes:`, () => {
    it.prop(
      "it has an identity, which is empty",
      [Outcome.Outcome],
      ([outcome]) => {
        assert.deepStrictEqual(initialValue, Outcome.empty)
        assert.deepStrictEqual(combine(initialValue, outcome), outcome)
        assert.deepStrictEqual(combine(outcome, initialValue), outcome)
      },
      small
    )

    it.prop(
      "it is associative",
      [Outcome.Outcome, Outcome.Outcome, Outcome.Outcome],
      ([a, b, c]) => {
        assert.deepStrictEqual(combine(combine(a, b), c), combine(a, combine(b, c)))
        assert.deepStrictEqual(combineAll([a, b, c]), combine(a, combine(b, c)))
      },
      small
    )

    it.prop(
      "it drops no context, notice, change, halt or effect, and keeps them in order",
      [Outcome.Outcome, Outcome.Outcome],
      ([a, b]) => {
        const both = combine(a, b)
        for (const list of lists) assert.deepStrictEqual<unknown>(both[list], [...a[list], ...b[list]])
      },
      small
    )

    it.prop(
      "it is quiet for the hooks that either is quiet for, each once",
      [Outcome.Outcome, Outcome.Outcome],
      ([a, b]) => {
        const { quiet } = combine(a, b)
        assert.deepStrictEqual(new Set(quiet), new Set([...a.quiet, ...b.quiet]))
        assert.strictEqual(new Set(quiet).size, quiet.length)
      },
      small
    )

    it.prop(
      "it takes its verdict from the verdicts alone",
      [Outcome.Outcome, Outcome.Outcome],
      ([a, b]) => {
        assert.deepStrictEqual(combine(a, b).verdict, Verdict.reducer.combine(a.verdict, b.verdict))
      },
      small
    )

    it.prop(
      "it goes on if and only if nothing denies and nothing halts",
      [Outcome.Outcome, Outcome.Outcome],
      ([a, b]) => {
        assert.strictEqual(Outcome.proceeds(a), a.verdict._tag !== "Deny" && a.halts.length === 0)
        assert.strictEqual(Outcome.proceeds(combine(a, b)), Outcome.proceeds(a) && Outcome.proceeds(b))
      },
      small
    )
  })

  verdicts(name, {
    initialValue: initialValue.verdict,
    combine: (a, b) => combine(Outcome.make({ verdict: a }), Outcome.make({ verdict: b })).verdict,
    combineAll: (all) => combineAll([...all].map((verdict) => Outcome.make({ verdict }))).verdict
  })
}
