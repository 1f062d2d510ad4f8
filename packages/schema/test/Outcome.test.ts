import { assert, describe, it } from "@effect/vitest"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { OutcomeLaws } from "@hookline/testing"

const { combine } = Outcome.reducer

OutcomeLaws.suite("Outcome", Outcome.reducer)

describe("Outcome", () => {
  it("is quiet once for a hook that both name", () => {
    const quiet = Outcome.make({ quiet: ["guard"] })
    assert.deepStrictEqual(combine(quiet, quiet).quiet, ["guard"])
  })

  it("goes on while nobody has answered a question", () => {
    assert.isTrue(Outcome.proceeds(Outcome.make({ verdict: Verdict.ask({ by: "guard", prompt: "Sure?" }, "risky") })))
    assert.isTrue(Outcome.proceeds(Outcome.empty))
  })

  it("stops on a denial and on a halt, each without the other", () => {
    assert.isFalse(Outcome.proceeds(Outcome.make({ verdict: Verdict.deny({ by: "guard", reason: "no" }) })))
    assert.isFalse(Outcome.proceeds(Outcome.make({ halts: [{ by: "guard", reason: "enough" }] })))
  })

  it("says what it is made of, and nothing else", () => {
    const notices = [{ by: "guard", level: "info", text: "hello" }] as const
    assert.deepStrictEqual(Outcome.make({ notices }), { ...Outcome.empty, notices })
  })
})
