import { assert, describe, it } from "@effect/vitest"
import * as Verdict from "@hookline/schema/Verdict"

const { combine } = Verdict.reducer

const small = { arbitrary: { size: 20 } }

const order: ReadonlyArray<Verdict.Tag> = ["Pass", "Allow", "Ask", "Defer", "Deny"]

const guard = (tag: "Allow" | "Defer" | "Deny", text: string) => Verdict.because(tag, "guard", text)

describe("Verdict", () => {
  it("is ordered from Pass over Allow, Ask and Defer to Deny", () => {
    for (const [index, tag] of order.entries()) {
      for (const [other, than] of order.entries()) assert.strictEqual(Verdict.isStricter(tag, than), index > other)
    }
  })

  it.prop(
    "has Pass as its identity",
    [Verdict.Verdict],
    ([verdict]) => {
      assert.deepStrictEqual(combine(Verdict.pass, verdict), verdict)
      assert.deepStrictEqual(combine(verdict, Verdict.pass), verdict)
    },
    small
  )

  it.prop(
    "is associative",
    [Verdict.Verdict, Verdict.Verdict, Verdict.Verdict],
    ([a, b, c]) => {
      assert.deepStrictEqual(combine(combine(a, b), c), combine(a, combine(b, c)))
    },
    small
  )

  it.prop(
    "becomes the stricter of both, whatever their order",
    [Verdict.Verdict, Verdict.Verdict],
    ([a, b]) => {
      const stricter = Verdict.isStricter(a._tag, b._tag) ? a._tag : b._tag
      assert.strictEqual(combine(a, b)._tag, stricter)
      assert.strictEqual(combine(b, a)._tag, stricter)
    },
    small
  )

  it.prop(
    "lets a Deny absorb every weaker verdict, reasons and all",
    [Verdict.Verdict, Verdict.Verdict.cases.Deny],
    ([verdict, deny]) => {
      if (verdict._tag === "Deny") {
        assert.deepStrictEqual(combine(deny, verdict), { _tag: "Deny", reasons: [...deny.reasons, ...verdict.reasons] })
      } else {
        assert.deepStrictEqual(combine(deny, verdict), deny)
        assert.deepStrictEqual(combine(verdict, deny), deny)
      }
    },
    small
  )

  it("keeps the reasons of equals in order", () => {
    for (const tag of ["Allow", "Defer", "Deny"] as const) {
      assert.deepStrictEqual(Verdict.reasonsOf(combine(guard(tag, "first"), guard(tag, "second"))), [
        { by: "guard", text: "first" },
        { by: "guard", text: "second" }
      ])
    }
  })

  it("keeps the questions of equals in order, beside their reasons", () => {
    const one = { by: "one", prompt: "Sure?", options: ["yes", "no"], timeoutMillis: 5, default: "allow" } as const
    const two = { by: "two", prompt: "Really?" }
    assert.deepStrictEqual(combine(Verdict.ask(one, "risky"), Verdict.ask(two, "odd")), {
      _tag: "Ask",
      reasons: [
        { by: "one", text: "risky" },
        { by: "two", text: "odd" }
      ],
      questions: [one, two]
    })
  })

  it("has no reasons where it says nothing", () => {
    assert.deepStrictEqual(Verdict.reasonsOf(Verdict.pass), [])
    assert.deepStrictEqual(Verdict.reasonsOf(guard("Allow", "fine")), [{ by: "guard", text: "fine" }])
  })
})
