import { assert, describe, it } from "@effect/vitest"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const { combine, combineAll } = Outcome.reducer

// Every list of an outcome grows with the size on its own: at the usual size a law would take minutes and see no more.
const small = { arbitrary: { size: 15 } }

const lists = ["changes", "context", "notices", "halts", "effects"] as const

describe("Outcome", () => {
  it.prop(
    "has the outcome that says nothing as its identity",
    [Outcome.Outcome],
    ([outcome]) => {
      assert.deepStrictEqual(combine(Outcome.empty, outcome), outcome)
      assert.deepStrictEqual(combine(outcome, Outcome.empty), outcome)
    },
    small
  )

  it.prop(
    "is associative",
    [Outcome.Outcome, Outcome.Outcome, Outcome.Outcome],
    ([a, b, c]) => {
      assert.deepStrictEqual(combine(combine(a, b), c), combine(a, combine(b, c)))
      assert.deepStrictEqual(combineAll([a, b, c]), combine(a, combine(b, c)))
    },
    small
  )

  it.prop(
    "loses no context, notice, change, halt or effect, and keeps them in order",
    [Outcome.Outcome, Outcome.Outcome],
    ([a, b]) => {
      const both = combine(a, b)
      for (const list of lists) assert.deepStrictEqual<unknown>(both[list], [...a[list], ...b[list]])
    },
    small
  )

  it.prop(
    "is quiet for the hooks that either is quiet for, each once",
    [Outcome.Outcome, Outcome.Outcome],
    ([a, b]) => {
      const { quiet } = combine(a, b)
      assert.deepStrictEqual(new Set(quiet), new Set([...a.quiet, ...b.quiet]))
      assert.strictEqual(new Set(quiet).size, quiet.length)
    },
    small
  )

  it("is quiet once for a hook that both name", () => {
    const quiet = Outcome.make({ quiet: ["guard"] })
    assert.deepStrictEqual(combine(quiet, quiet).quiet, ["guard"])
  })

  it.prop(
    "takes its verdict from the verdicts alone",
    [Outcome.Outcome, Outcome.Outcome],
    ([a, b]) => {
      assert.deepStrictEqual(combine(a, b).verdict, Verdict.reducer.combine(a.verdict, b.verdict))
    },
    small
  )

  it.prop(
    "goes on if and only if nothing denies and nothing halts",
    [Outcome.Outcome, Outcome.Outcome],
    ([a, b]) => {
      assert.strictEqual(Outcome.goesOn(a), a.verdict._tag !== "Deny" && a.halts.length === 0)
      assert.strictEqual(Outcome.goesOn(combine(a, b)), Outcome.goesOn(a) && Outcome.goesOn(b))
    },
    small
  )

  it("goes on while nobody has answered a question", () => {
    assert.isTrue(Outcome.goesOn(Outcome.make({ verdict: Verdict.ask({ by: "guard", prompt: "Sure?" }, "risky") })))
    assert.isTrue(Outcome.goesOn(Outcome.empty))
  })

  it("stops on a denial and on a halt, each without the other", () => {
    assert.isFalse(Outcome.goesOn(Outcome.make({ verdict: Verdict.because("Deny", "guard", "no") })))
    assert.isFalse(Outcome.goesOn(Outcome.make({ halts: [{ by: "guard", reason: "enough" }] })))
  })

  it("says what it is made of, and nothing else", () => {
    const notices = [{ by: "guard", level: "info", text: "hello" }] as const
    assert.deepStrictEqual(Outcome.make({ notices }), { ...Outcome.empty, notices })
  })
})
