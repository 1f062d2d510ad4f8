// What a host is answered has nothing in it that steers a terminal, turns text around or can't be seen.
import { assert, describe, it } from "@effect/vitest"
import { legibleOutcome } from "@hookline/core/kit/translate/legible"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import { HiddenText } from "@hookline/testing"

/** Data that hooks set, which a host reads as such. */
const outcomes = (said: string): ReadonlyArray<Outcome.Outcome> =>
  HiddenText.values(Outcome.Outcome, said).map((outcome) => ({ ...outcome, changes: [], effects: [], quiet: [] }))

const events = HiddenText.values(HookEvent.HookEvent, "x").filter(
  (event, at, all) => all.findIndex(({ _tag }) => _tag === event._tag) === at
)

describe("every text of an answer is legible", () => {
  for (const { name, reply } of Dialects.all) {
    it(`for ${name}`, () => {
      const all = outcomes(HiddenText.text)
      assert.sameMembers(
        [...new Set(all.map(({ verdict }) => verdict._tag))],
        ["Pass", "Allow", "Ask", "Defer", "Deny"]
      )
      for (const event of events) {
        for (const outcome of all) {
          const { body, stderr = "", text = "", unsupported } = reply.write(legibleOutcome(outcome), event)
          const texts: Array<string> = [stderr, text, ...unsupported.map((notice) => `${notice.by} ${notice.text}`)]
          JSON.stringify(body, (key, value: unknown) => {
            texts.push(key, ...(typeof value === "string" ? [value] : []))
            return value
          })
          for (const one of texts) assert.deepStrictEqual(HiddenText.find(one), [], `${event._tag}: ${one}`)
        }
      }
    })
  }

  // proves: docs/security.md
  it("and an outcome without anything hidden is passed as it is", () => {
    for (const outcome of [Outcome.empty, ...outcomes("plain, שלום, 👩‍🚀")])
      assert.strictEqual(legibleOutcome(outcome), outcome)
  })

  it("and an option that only looks like a grant does not become one", () => {
    const question = { by: "guard", prompt: "Go on?", options: ["Allow\u{200b}", "Deny"] }
    const asked = legibleOutcome(Outcome.make({ verdict: { _tag: "Ask", reasons: [], questions: [question] } }))
    assert.deepStrictEqual(asked.verdict, {
      _tag: "Ask",
      reasons: [],
      questions: [{ ...question, options: ["Allow\\u{200b}", "Deny"] }]
    })
  })
})
