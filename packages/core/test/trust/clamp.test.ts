import { assert, describe, it } from "@effect/vitest"
import { clamp, droppedOf, reasonFor, wordsOf } from "@hookline/core/kit/trust/clamp"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { Arbitraries } from "@hookline/testing"

const sized = { arbitrary: { size: 15, runs: 150 } }

const sorted = (verdict: Verdict.Verdict) => ({
  tag: verdict._tag,
  reasons: Verdict.reasonsOf(verdict)
    .map(({ by, text }) => `${by}\0${text}`)
    .toSorted()
})

describe("the clamp of untrusted hooks", () => {
  it.prop(
    "changes nothing the second time",
    [Outcome.Outcome, Arbitraries.event],
    ([outcome, event]) => {
      const once = clamp(outcome, event)
      assert.deepStrictEqual(clamp(once, event), once)
    },
    sized
  )

  // proves: README.md, docs/security.md, docs/trust.md
  it.prop(
    "only tightens: never an allowance, a change, a text of the hook for the model, a halt or an effect",
    [Outcome.Outcome, Arbitraries.event],
    ([outcome, event]) => {
      const { changes, context, effects, halts, quiet, verdict } = clamp(outcome, event)
      assert.deepStrictEqual({ changes, effects, halts, quiet }, { changes: [], effects: [], halts: [], quiet: [] })
      assert.notStrictEqual(verdict._tag, "Allow")
      for (const { text } of context) assert.strictEqual(text, reasonFor("objects"))
      for (const { text } of Verdict.reasonsOf(verdict)) {
        assert.include([reasonFor("denies"), reasonFor("asks")], text)
      }
    },
    sized
  )

  it.prop(
    "loses no verdict that is stricter than an allowance",
    [Outcome.Outcome, Arbitraries.event],
    ([outcome, event]) => {
      const { _tag } = clamp(outcome, event).verdict
      if (Verdict.isStricter(outcome.verdict._tag, "Allow")) {
        assert.isFalse(Verdict.isStricter(outcome.verdict._tag, _tag), "weaker than before")
      }
      if (outcome.halts.length > 0 && Capabilities.of(event).failsClosed) assert.strictEqual(_tag, "Deny")
    },
    sized
  )

  it.prop(
    "commutes with the reducer: clamped together is the same as clamped one by one",
    [Outcome.Outcome, Outcome.Outcome, Arbitraries.event],
    ([one, other, event]) => {
      const together = clamp(Outcome.reducer.combine(one, other), event)
      const each = Outcome.reducer.combine(clamp(one, event), clamp(other, event))
      assert.deepStrictEqual(
        { ...each, verdict: sorted(each.verdict) },
        { ...together, verdict: sorted(together.verdict) }
      )
    },
    sized
  )

  it.prop(
    "hides nothing: what a hook said is among its words, or named as dropped",
    [Outcome.Outcome, Arbitraries.event],
    ([outcome, event]) => {
      const counts = clamp(outcome, event)
      const isSame =
        outcome.changes.length + outcome.effects.length + outcome.halts.length === 0 &&
        outcome.context.length === counts.context.length &&
        outcome.verdict._tag === counts.verdict._tag
      assert.strictEqual(isSame || droppedOf(outcome, event).length > 0 || outcome.halts.length > 0, true)
      const words = wordsOf(outcome)
      if (outcome.verdict._tag !== "Allow") {
        for (const { text } of Verdict.reasonsOf(outcome.verdict)) if (text.trim() !== "") assert.include(words, text)
      }
      for (const { reason } of outcome.halts) if (reason.trim() !== "") assert.include(words, reason)
    },
    sized
  )
})
