import { assert, describe, it } from "@effect/vitest"
import * as fit from "@hookline/core/kit/translate/fit"
import type { Capabilities } from "@hookline/schema/Capabilities"
import { hasEffect, of } from "@hookline/schema/Capabilities"
import * as Change from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"

// Every list grows with the size on its own; short ones meet every case.
const small = { arbitrary: { size: 6 } }

/** What can be carried, any way it could be. */
const AnyCarries = Schema.Struct({
  verdicts: Schema.UniqueArray(Schema.Literals(["Allow", "Ask", "Defer", "Deny"])),
  blockBecomes: Schema.Literals(["context", "notice"]),
  changes: Schema.UniqueArray(Change.Change.fields.target),
  context: Schema.Boolean,
  halts: Schema.Boolean,
  effects: Schema.UniqueArray(Schema.Literals(["watchPaths", "retry"])),
  plainText: Schema.Boolean,
  failsClosed: Schema.Boolean
})

/** Effects of names that some events know, beside any others. */
const AnyOutcome = Schema.Struct({
  ...Outcome.Outcome.fields,
  effects: Schema.Array(
    Schema.Struct({
      ...Outcome.HostEffect.fields,
      kind: Schema.Union([Schema.Literals(["watchPaths", "retry", "terminalSequence"]), Schema.String])
    })
  )
})

const authors = (outcome: Outcome.Outcome): ReadonlySet<string> =>
  new Set([
    ...Verdict.reasonsOf(outcome.verdict).map(({ by }) => by),
    ...(outcome.verdict._tag === "Ask" ? outcome.verdict.questions.map(({ by }) => by) : []),
    ...[...outcome.changes, ...outcome.context, ...outcome.notices].map(({ by }) => by),
    ...[...outcome.halts, ...outcome.effects].map(({ by }) => by),
    ...outcome.quiet
  ])

const nothing: Capabilities = {
  verdicts: [],
  blockBecomes: "notice",
  changes: [],
  context: false,
  halts: false,
  effects: [],
  plainText: false,
  failsClosed: false
}

const deny = Verdict.deny({ by: "guard", reason: "secrets" })
const allow = Verdict.allow({ by: "guard", reason: "harmless" })
const ask = Verdict.ask({ by: "guard", prompt: "Push?" }, "it is Friday")
const notice = (level: Outcome.Notice["level"], text: string): Outcome.Notice => ({ by: "guard", level, text })

const within = (carries: Partial<Capabilities>, said: Partial<Outcome.Outcome>) =>
  fit.toEvent({ ...nothing, ...carries }, "Here", Outcome.make(said))

describe("Carry", () => {
  it.prop(
    "keeps within what can be carried",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const carried = fit.toEvent(carries, "Here", outcome)
      if (carried.verdict._tag !== "Pass") assert.include(carries.verdicts, carried.verdict._tag)
      for (const { target } of carried.changes) assert.include(carries.changes, target)
      for (const { kind } of carried.effects) assert.isTrue(hasEffect(carries, kind), kind)
      if (!carries.context) assert.deepStrictEqual(carried.context, [])
      if (!carries.halts) assert.deepStrictEqual(carried.halts, [])
    },
    small
  )

  it.prop(
    "never weakens what is stricter than Allow where a Deny can be carried",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const before = outcome.verdict._tag
      const after = fit.toEvent({ ...carries, verdicts: [...carries.verdicts, "Deny"] }, "Here", outcome).verdict._tag
      if (Verdict.isStricter(before, "Allow")) assert.isFalse(Verdict.isStricter(before, after), `${before} ${after}`)
      if (before === "Deny") assert.strictEqual(after, "Deny")
    },
    small
  )

  it.prop(
    "never allows what was not allowed",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const { verdict } = fit.toEvent(carries, "Here", outcome)
      if (verdict._tag === "Allow") assert.strictEqual(outcome.verdict._tag, "Allow")
    },
    small
  )

  it.prop(
    "silences nobody",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const after = authors(fit.toEvent(carries, "Here", outcome))
      for (const by of authors(outcome)) assert.isTrue(after.has(by), JSON.stringify(by))
    },
    small
  )

  it.prop(
    "does it once: a second time changes nothing",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const once = fit.toEvent(carries, "Here", outcome)
      assert.strictEqual(fit.toEvent(carries, "Here", once), once)
    },
    small
  )

  it.prop(
    "keeps the notices and the quiet as they were, and in front",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const carried = fit.toEvent(carries, "Here", outcome)
      assert.deepStrictEqual(carried.notices.slice(0, outcome.notices.length), outcome.notices)
      assert.strictEqual(carried.quiet, outcome.quiet)
    },
    small
  )

  it.prop(
    "changes nothing where everything is carried",
    [AnyOutcome],
    ([outcome]) => {
      const everything: Capabilities = {
        ...nothing,
        verdicts: ["Allow", "Ask", "Defer", "Deny"],
        changes: ["input", "result", "prompt"],
        context: true,
        halts: true,
        effects: outcome.effects.map(({ kind }) => kind)
      }
      assert.strictEqual(fit.toEvent(everything, "Here", outcome), outcome)
      assert.deepStrictEqual(fit.partition(everything, "Here", outcome), { outcome, dropped: [] })
    },
    small
  )

  it.prop(
    "tells of everything that it drops, apart or among the notices",
    [AnyCarries, AnyOutcome],
    ([carries, outcome]) => {
      const { dropped, outcome: carried } = fit.partition(carries, "Here", outcome)
      assert.deepStrictEqual(fit.toEvent(carries, "Here", outcome), {
        ...carried,
        notices: [...carried.notices, ...dropped]
      })
      const lists = ["changes", "halts", "effects", "context"] as const
      const lost = lists.reduce((sum, list) => sum + Math.max(0, outcome[list].length - carried[list].length), 0)
      assert.isAtLeast(dropped.length, lost)
    },
    small
  )

  it("turns a block into context, in the words of its reasons", () => {
    assert.deepStrictEqual(
      within({ context: true, blockBecomes: "context" }, { verdict: deny }),
      Outcome.make({ context: [{ by: "guard", text: "secrets", role: "system", ephemeral: false, objection: true }] })
    )
  })

  it("turns a block into a notice where the model hears nothing", () => {
    const told = Outcome.make({
      notices: [notice("warning", "guard wanted to block it, and Here does not support that: secrets")]
    })
    assert.deepStrictEqual(within({}, { verdict: deny }), told)
    assert.deepStrictEqual(within({ blockBecomes: "context" }, { verdict: deny }), told)
    assert.deepStrictEqual(within({ context: true }, { verdict: deny }), told)
  })

  it("tells of a block without reasons, and of one without a text", () => {
    assert.deepStrictEqual(within({}, { verdict: { _tag: "Deny", reasons: [] } }).notices, [
      { by: "unnamed", level: "warning", text: "unnamed wanted to block it, and Here does not support that" }
    ])
    assert.deepStrictEqual(
      within({ context: true, blockBecomes: "context" }, { verdict: Verdict.deny({ by: "guard", reason: "" }) })
        .context,
      [{ by: "guard", text: "guard objects, without a reason", role: "system", ephemeral: false, objection: true }]
    )
  })

  it("denies what was to be asked or left to somebody, where only that can be said", () => {
    assert.deepStrictEqual(within({ verdicts: ["Deny"] }, { verdict: ask }).verdict, {
      _tag: "Deny",
      reasons: [
        { by: "guard", text: "it is Friday" },
        { by: "guard", text: "Push?" }
      ]
    })
    const defer = Verdict.defer({ by: "guard", reason: "later" })
    assert.deepStrictEqual(
      within({ verdicts: ["Allow", "Ask", "Deny"] }, { verdict: defer }).verdict,
      Verdict.deny({ by: "guard", reason: "later" })
    )
  })

  it("asks the user nothing twice where reason and question are the same words", () => {
    const verdict = Verdict.ask({ by: "guard", prompt: "Push?" }, "Push?")
    assert.deepStrictEqual(
      within({ verdicts: ["Deny"] }, { verdict }).verdict,
      Verdict.deny({ by: "guard", reason: "Push?" })
    )
  })

  it("tells the user, and not the model, of a question that nobody can be asked", () => {
    assert.deepStrictEqual(
      within({ context: true, blockBecomes: "context" }, { verdict: ask }),
      Outcome.make({
        notices: [
          notice("warning", "guard wanted the user asked, and Here does not support that: it is Friday"),
          notice("warning", "guard wanted the user asked, and Here does not support that: Push?")
        ]
      })
    )
  })

  it("passes where nothing can be allowed, and says so quietly", () => {
    assert.deepStrictEqual(
      within({ verdicts: ["Deny"] }, { verdict: allow }),
      Outcome.make({ notices: [notice("info", "guard allowed it, and Here does not support that")] })
    )
  })

  it("does not allow an input that was to be changed, and can't be", () => {
    const changes: ReadonlyArray<Change.Change> = [{ by: "guard", target: "input", mode: "replace", value: {} }]
    assert.deepStrictEqual(within({ verdicts: ["Allow", "Deny"] }, { verdict: allow, changes }).verdict, Verdict.pass)
    assert.deepStrictEqual(
      within({ verdicts: ["Allow"], changes: ["input"] }, { verdict: allow, changes }).verdict,
      allow
    )
  })

  it("drops what can't be carried with a notice that says what, by whom and, where it has words, which", () => {
    assert.deepStrictEqual(
      within(
        {},
        {
          changes: [{ by: "guard", target: "result", mode: "replace", value: "x" }],
          context: [{ by: "guard", text: "be careful", role: "system", ephemeral: false }],
          halts: [{ by: "guard", reason: "enough" }],
          effects: [{ by: "guard", kind: "watchPaths", value: ["a"] }]
        }
      ),
      Outcome.make({
        notices: [
          notice("warning", "guard changed the result, and Here does not support that"),
          notice("warning", "guard has a text for the model, and Here does not support that: be careful"),
          notice("warning", "guard wanted to stop the agent, and Here does not support that: enough"),
          notice("warning", "guard set watchPaths, and Here does not support that")
        ]
      })
    )
  })

  it("turns a block into what the table of events says", () => {
    const said = Outcome.make({ verdict: deny })
    const carried = (event: HookEvent.HookEvent) => fit.toEvent(of(event), HookEvent.nameOf(event), said)
    const call = { toolName: "Bash", toolInput: {} }
    assert.strictEqual(carried(HookEvent.cases.PreToolUse.make(call)), said)
    assert.deepStrictEqual(
      carried(HookEvent.cases.PostToolUse.make(call)).context.map(({ text }) => text),
      ["secrets"]
    )
    assert.deepStrictEqual(
      carried(HookEvent.cases.SessionEnd.make({})).notices.map(({ text }) => text),
      ["guard wanted to block it, and SessionEnd does not support that: secrets"]
    )
  })
})
