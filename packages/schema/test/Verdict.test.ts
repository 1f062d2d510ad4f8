import { assert, describe, it } from "@effect/vitest"
import * as Verdict from "@hookline/schema/Verdict"
import { OutcomeLaws } from "@hookline/testing"

const { combine } = Verdict.reducer

const order: ReadonlyArray<Verdict.Tag> = ["Pass", "Allow", "Ask", "Defer", "Deny"]

const guard = (tag: "Allow" | "Defer" | "Deny", text: string) => Verdict.by(tag, { by: "guard", reason: text })

OutcomeLaws.verdicts("Verdict", Verdict.reducer)

describe("Verdict", () => {
  it("is ordered from Pass over Allow, Ask and Defer to Deny", () => {
    for (const [index, tag] of order.entries()) {
      for (const [other, than] of order.entries()) assert.strictEqual(Verdict.isStricter(tag, than), index > other)
    }
  })

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

  it("takes the time limit of a question as a duration", () => {
    const asked = Verdict.ask({ by: "one", prompt: "Sure?", timeout: "2 minutes" }, "risky")
    assert.deepStrictEqual(asked._tag === "Ask" ? asked.questions : [], [
      { by: "one", prompt: "Sure?", timeoutMillis: 120_000 }
    ])
  })

  it("has no reasons where it says nothing", () => {
    assert.deepStrictEqual(Verdict.reasonsOf(Verdict.pass), [])
    assert.deepStrictEqual(Verdict.reasonsOf(guard("Allow", "fine")), [{ by: "guard", text: "fine" }])
  })
})
