import { assert, describe, it } from "@effect/vitest"
import * as fit from "@hookline/core/kit/translate/fit"
import type { HostReply } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { HookResult } from "../../../src/amplifier/HookResult.ts"
import { toOutcome } from "../../../src/amplifier/hookResultOutcome.ts"
import { AnyEvent, AnyOutcome, by, DialectName, dialects, events, readBack, small } from "./samples.ts"

/** What an answer means by its host's own rules. */
const heard = (name: keyof typeof dialects, reply: HostReply, event: HookEvent): Outcome.Outcome =>
  name === "amplifier"
    ? toOutcome(Schema.decodeUnknownSync(HookResult)(reply.body), by, event)
    : readBack(name, reply, event).outcome

const verdicts = ["Ask", "Defer", "Deny"] as const

/** Whether some work ends here, which a block would keep going on. */
const isEnd = (event: HookEvent): boolean => {
  const { failsClosed, verdicts } = Capabilities.of(event)
  return verdicts.includes("Deny") && !failsClosed
}

const ends = Object.values(events).filter(isEnd)

describe("Answering a host", () => {
  it.prop(
    "never weakens what is stricter than Allow",
    [DialectName, AnyOutcome, AnyEvent],
    ([name, outcome, event]) => {
      if (isEnd(event) && outcome.halts.length > 0) return
      const meant = fit.toEvent(Capabilities.of(event), "", outcome).verdict._tag
      const reply = dialects[name].write(outcome, event)
      const { verdict } = heard(name, reply, event)
      if (verdicts.some((tag) => tag === meant)) {
        assert.isFalse(Verdict.isStricter(meant, verdict._tag), `${meant} became ${verdict._tag}`)
      }
      if (meant === "Pass") assert.notStrictEqual(verdict._tag, "Allow")
    },
    { arbitrary: { size: 6, runs: 1000 } }
  )

  it.prop(
    "never allows what was not allowed",
    [DialectName, AnyOutcome, AnyEvent],
    ([name, outcome, event]) => {
      if (name === "amplifier" || outcome.verdict._tag === "Allow") return
      assert.notStrictEqual(readBack(name, dialects[name].write(outcome, event), event).outcome.verdict._tag, "Allow")
    },
    small
  )

  it.prop(
    "keeps an action from happening that a halt comes before",
    [DialectName, Schema.Literals(["PreToolUse", "UserPromptSubmit", "PermissionRequest", "PostToolBatch"])],
    ([name, tag]) => {
      const event = events[tag]
      const outcome = Outcome.make({ halts: [{ by, reason: "enough" }] })
      const reply = dialects[name].write(outcome, event)
      const { verdict } = heard(name, reply, event)
      assert.deepStrictEqual(Verdict.reasonsOf(verdict)[0], { by, text: "enough" })
      assert.strictEqual(verdict._tag, "Deny")
    }
  )

  it.prop(
    "never tells it to go on with work that is to halt, whoever blocks its end",
    [DialectName, AnyOutcome, Schema.Literals(ends.map(({ _tag }) => _tag))],
    ([name, outcome, tag]) => {
      const event = events[tag]
      const halting = { ...outcome, halts: [{ by, reason: "enough" }, ...outcome.halts] }
      const reply = dialects[name].write(halting, event)
      const said = heard(name, reply, event)
      assert.strictEqual(said.verdict._tag, "Pass")
      assert.strictEqual(reply.exit, 0)
      assert.isTrue(
        said.halts.length > 0 || reply.unsupported.some(({ text }) => text.includes("wanted to stop the agent"))
      )
    },
    small
  )

  it.prop(
    "is JSON, and one that the dialect's own hooks could have said",
    [DialectName, AnyOutcome, AnyEvent],
    ([name, outcome, event]) => {
      const reply = dialects[name].write(outcome, event)
      assert.include([0, 2], reply.exit)
      if (name === "amplifier") {
        assert.deepStrictEqual(Object.keys(reply.body ?? {}).length, 15)
        assert.strictEqual(reply.exit, 0)
      } else assert.isUndefined(readBack(name, reply, event).failure)
    },
    small
  )

  it.prop(
    "tells of all that is not in the answer: every author is in it or among the unsaid",
    [DialectName, AnyOutcome, AnyEvent],
    ([name, outcome, event]) => {
      // Each author says something of its own, so that it can be found in the answer.
      const named = mark(outcome)
      const { body, stderr, text, unsupported } = dialects[name].write(named.outcome, event)
      const answer = [JSON.stringify(body ?? {}), stderr, text].join(" ")
      for (const author of named.authors) {
        assert.isTrue(answer.includes(author) || unsupported.some(({ by }) => by === author), `${author}: ${answer}`)
      }
    },
    small
  )
})

/** Gives each thing that is said to an author of its own, and writes the author into what is said. */
const mark = (
  outcome: typeof AnyOutcome.Type
): { readonly outcome: Outcome.Outcome; readonly authors: ReadonlyArray<string> } => {
  const authors: Array<string> = []
  const next = (): string => {
    const author = `author-${authors.length}-`
    authors.push(author)
    return author
  }
  const texts = <A extends object>(items: ReadonlyArray<A>, write: (author: string) => Partial<A>): ReadonlyArray<A> =>
    items.map((item) => {
      const author = next()
      return { ...item, by: author, ...write(author) }
    })
  const verdict = outcome.verdict
  const reasons =
    verdict._tag === "Pass" || verdict._tag === "Allow" ? [] : texts(verdict.reasons, (text) => ({ text }))
  return {
    outcome: {
      verdict: verdict._tag === "Pass" || verdict._tag === "Allow" ? verdict : { ...verdict, reasons },
      // Of several changes of one thing the last may be all that is left.
      changes: texts(outcome.changes.slice(0, 1), (author) => ({ value: { [author]: 1 } })),
      context: texts(outcome.context, (text) => ({ text })),
      notices: texts(outcome.notices, (text) => ({ text })),
      // Only the first is shown.
      halts: texts(outcome.halts.slice(0, 1), (reason) => ({ reason })),
      quiet: outcome.quiet,
      effects: texts(outcome.effects.slice(0, 1), (author) => ({ value: [author] }))
    },
    authors
  }
}
