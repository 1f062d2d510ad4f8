import { assert, describe, it } from "@effect/vitest"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const prefixes = ["once ", "stopped ", "held ", "moved ", "losses ", "approved ", "", "reviewed ", "once"]

describe("a mark of a session", () => {
  it.prop("is decoded to what was encoded", [SessionMark.SessionMark], ([mark]) => {
    assert.deepStrictEqual(SessionMark.decode(SessionMark.encode(mark)), Option.some(mark))
  })

  it.prop("has a text that no other mark has", [SessionMark.SessionMark, SessionMark.SessionMark], ([one, other]) => {
    const isSame = JSON.stringify(one) === JSON.stringify(other)
    assert.strictEqual(SessionMark.encode(one) === SessionMark.encode(other), isSame)
  })

  it.prop(
    "is encoded to the text that was decoded, and the text of a program is none",
    [Schema.Literals(prefixes), Schema.String, Schema.Array(Schema.String)],
    ([prefix, text, losses]) => {
      for (const rest of [text, JSON.stringify(losses), ` ${JSON.stringify(losses)}`]) {
        const mark = SessionMark.decode(`${prefix}${rest}`)
        if (Option.isSome(mark)) assert.strictEqual(SessionMark.encode(mark.value), `${prefix}${rest}`)
      }
    }
  )

  it.prop("has the scope of its tag", [SessionMark.SessionMark], ([mark]) => {
    assert.strictEqual(SessionMark.scopeOf(SessionMark.encode(mark)), SessionMark.scopes[mark._tag])
  })

  it("is shared only if a hook has done its work, or an approver has granted something", () => {
    const shared = Object.entries(SessionMark.scopes).flatMap(([tag, scope]) => (scope === "shared" ? [tag] : []))
    assert.deepStrictEqual(shared, ["Once", "Approved"])
  })

  it("is shared if it is a program's, also where it begins like another one", () => {
    for (const text of ["reviewed", "", "losses told: a.json", "sent on for ever", "start reported twice"]) {
      assert.strictEqual(SessionMark.scopeOf(text), "shared", text)
    }
  })

  it("keeps the texts of files that exist", () => {
    const { Approved, IncompleteRun, Misdirected, MovedAway, Once, OutputHeld, TurnEnded } =
      SessionMark.SessionMark.cases
    assert.deepStrictEqual(
      [
        Once.make({ hook: "claude/Stop/summary" }),
        TurnEnded.make({ name: "prompt:complete" }),
        OutputHeld.make({ hook: "a" }),
        IncompleteRun.make({ hook: "a" }),
        Misdirected.make({ hook: "a" }),
        MovedAway.make({ hook: "a" }),
        Approved.make({ hash: "0a" })
      ].map(SessionMark.encode),
      [
        "once claude/Stop/summary",
        "stopped prompt:complete",
        "held a",
        "incomplete a",
        "misdirected a",
        "moved a",
        "approved 0a"
      ]
    )
    assert.isTrue(Option.isNone(SessionMark.decode("reviewed")))
    assert.isTrue(Option.isNone(SessionMark.decode("losses told: a.json:1:1 bad")))
  })
})
