/** The laws of every dialect for decoding hooks' replies, and for encoding answers. */
import { assert } from "@effect/vitest"
import * as fit from "@hookline/core/kit/translate/fit"
import type { Dialect } from "@hookline/core/Dialect"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Change from "@hookline/schema/Change"
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import * as HookEvent from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import * as Arbitraries from "../Arbitraries.ts"
import * as HookEvents from "../HookEvents.ts"
import type { HookWords } from "./HookWords.ts"
import type { Laws } from "./Laws.ts"
import { runsOf } from "./runsOf.ts"

const { ReplyFields, small } = Arbitraries

const by = "test/PreToolUse/guard"

const hook: Hook = {
  id: by,
  event: "PreToolUse",
  handler: { _tag: "Command", command: "./guard.sh" },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "test", scope: "project", file: "/p/hooks.json", folder: "/p", at: [] }
}

const isWithin = (outcome: Outcome.Outcome, event: HookEvent.HookEvent): boolean =>
  fit.toEvent(Capabilities.of(event), HookEvent.nameOf(event), outcome) === outcome

/** Checks for the end of some work, at which a block makes the work continue. */
const isEnd = (event: HookEvent.HookEvent): boolean =>
  Capabilities.mayDeny(event) && !Capabilities.of(event).failsClosed

export const readingLaws = ({ reply }: Dialect, laws: Laws, words: HookWords = {}): void => {
  const read = (event: HookEvent.HookEvent, said: unknown, code = 0, stderr = "") =>
    reply.read(
      { _tag: "Exit", code, stdout: typeof said === "string" ? said : JSON.stringify(said), stderr },
      hook,
      event
    )

  laws.prop(
    "a reply never throws, whatever it is, and stays within what its event supports",
    [Arbitraries.reply, HookEvents.example],
    ([said, event]) => {
      assert.isTrue(isWithin(reply.read(said, hook, event).outcome, event))
    },
    small
  )

  laws.prop(
    "a reply of any fields and exit code stays within what its event supports, and so does a value of them",
    [Schema.Union([ReplyFields, Schema.Json]), Schema.Literals([0, 1, 2]), HookEvents.example],
    ([fields, code, event]) => {
      assert.isTrue(isWithin(read(event, JSON.stringify(fields), code).outcome, event))
      assert.isTrue(isWithin(reply.read({ _tag: "Value", value: fields }, hook, event).outcome, event))
    },
    small
  )

  laws.prop(
    "exit code 2 denies whatever was printed, where a denial is supported",
    [Schema.Union([ReplyFields, Schema.String]), Schema.String, HookEvents.example],
    ([said, stderr, event]) => {
      const { failure, outcome } = read(event, said, 2, stderr)
      assert.strictEqual(outcome.verdict._tag, Capabilities.mayDeny(event) ? "Deny" : "Pass")
      if (!Capabilities.mayDeny(event)) return
      assert.isUndefined(failure)
      const reasons = Verdict.reasonsOf(outcome.verdict).map(({ text }) => text)
      assert.isTrue(reasons.some((text) => text !== ""))
      if (stderr.trim() !== "") assert.include(reasons, stderr.trim())
    },
    small
  )

  laws.prop(
    "what denies, denies with any rubbish beside it",
    [ReplyFields, HookEvents.example],
    ([fields, event]) => {
      const { verdict } = read(event, { ...fields, decision: "block" }).outcome
      assert.strictEqual(verdict._tag, Capabilities.mayDeny(event) ? "Deny" : "Pass")
    },
    small
  )

  laws.prop(
    "each way of deciding about a call decides, and each way of stopping the agent stops it",
    [Schema.NonEmptyString],
    ([reason]) => {
      const call = HookEvents.examples.PreToolUse
      const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })
      const verdictOf = (said: unknown) => read(call, said).outcome.verdict._tag
      for (const [word, tag] of [
        ["deny", "Deny"],
        ["ask", "Ask"],
        ["allow", words.grantsNothing === true ? "Pass" : "Allow"]
      ] as const) {
        const said = specific({ permissionDecision: word, permissionDecisionReason: reason })
        assert.strictEqual(verdictOf(said), tag)
      }
      assert.strictEqual(verdictOf({ decision: "block", reason }), "Deny")
      const { halts } = read(call, { continue: false, stopReason: reason }).outcome
      assert.deepStrictEqual(halts, [{ by, reason }])
    }
  )

  laws.prop(
    "a hook without output passes, and grants and changes nothing",
    [Schema.Literals(["", " \n", "{}"]), HookEvents.example],
    ([printed, event]) => {
      const { failure, outcome } = read(event, printed)
      assert.isUndefined(failure)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepStrictEqual([outcome.changes, outcome.halts, outcome.effects], [[], [], []])
    }
  )

  laws.prop(
    "a hook that did not do its work is a failure: another exit code, half an object, another status",
    [Schema.Int, Schema.Literals(["", "oh", '{"decision":', "{]}"]), HookEvents.example],
    ([number, text, event]) => {
      const code = number === 0 || number === 2 ? 1 : number
      const ended = read(event, text.startsWith("{") ? "" : text, code)
      const isDenial =
        (words.laterExitsDeny === true && code > 2 && text === "oh") || words.failuresDeny?.has(event._tag) === true
      if (isDenial && Capabilities.mayDeny(event)) assert.strictEqual(ended.outcome.verdict._tag, "Deny")
      else if (!isDenial) assert.isDefined(ended.failure)
      assert.isDefined(
        reply.read({ _tag: "Exit", code: 0, stdout: `{"decision": ${text}}`, stderr: "" }, hook, event).failure
      )
      for (const status of [199, 302, 404, 500]) {
        assert.isDefined(reply.read({ _tag: "Http", status, body: "{}" }, hook, event).failure, String(status))
      }
    },
    small
  )

  laws.prop(
    "a response and a judgement deny like an exit",
    [HookEvents.example, Schema.NonEmptyString],
    ([event, reason]) => {
      const tag = Capabilities.mayDeny(event) ? "Deny" : "Pass"
      const body = JSON.stringify({ decision: "block", reason })
      const denials: ReadonlyArray<HookReply> = [
        { _tag: "Http", status: 200, body },
        { _tag: "Value", value: { decision: "block", reason } },
        { _tag: "Judgement", ok: false, reason }
      ]
      for (const denial of denials)
        assert.strictEqual(reply.read(denial, hook, event).outcome.verdict._tag, tag, denial._tag)
      assert.strictEqual(reply.read({ _tag: "Judgement", ok: true }, hook, event).outcome.verdict._tag, "Pass")
    }
  )

  laws.prop(
    "nothing is granted beside a failure",
    [ReplyFields, HookEvents.example],
    ([fields, event]) => {
      const { failure, outcome } = read(event, fields)
      if (failure === undefined) return
      assert.notStrictEqual(outcome.verdict._tag, "Allow")
      assert.isFalse(outcome.effects.some(({ kind }) => kind === "updatedPermissions"))
    },
    small
  )

  laws.prop(
    "no message, context, halt or change is dropped for any verdict and exit code",
    [Schema.Literals(["approve", "block", "maybe"]), Schema.Literals([0, 1, 2])],
    ([decision, code]) => {
      const { outcome } = read(
        HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {} }),
        {
          decision,
          continue: false,
          stopReason: "enough",
          systemMessage: "hello",
          contextInjection: "careful",
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            updatedInput: { command: "ls" },
            additionalContext: "mind"
          }
        },
        code
      )
      assert.include(
        outcome.notices.map(({ text }) => text),
        "hello"
      )
      assert.deepStrictEqual(
        [outcome.context.map(({ text }) => text), outcome.halts, outcome.changes.map(({ value }) => value)],
        [["mind", "careful"], [{ by, reason: "enough" }], [{ command: "ls" }]]
      )
    }
  )

  laws.prop(
    "all that a hook returns is in the hook's own name",
    [ReplyFields, Schema.Literals([0, 1, 2]), HookEvents.example],
    ([fields, code, event]) => {
      const { outcome } = read(event, fields, code, "stderr")
      const { changes, context, effects, halts, notices, quiet, verdict } = outcome
      const authors = [...Verdict.reasonsOf(verdict), ...changes, ...context, ...notices, ...halts, ...effects]
      assert.deepStrictEqual([...new Set([...authors.map((each) => each.by), ...quiet, by])], [by])
    },
    small
  )
}

/** The parts of an outcome that hosts differ in. */
const Meant = Schema.Struct({
  verdict: Schema.Literals(["Pass", "Allow", "Ask", "Defer", "Deny"]),
  changes: Schema.Array(Schema.Literals(["input", "result"])).check(Schema.isMaxLength(2)),
  hasContext: Schema.Boolean,
  isHalt: Schema.Boolean
})

/** Returns the outcome with these parts, as far as the event supports them. */
const meantBy = (
  event: HookEvent.HookEvent,
  { changes, hasContext, verdict }: Omit<typeof Meant.Type, "isHalt">,
  isHalt: boolean
): Outcome.Outcome => {
  const said = { by, reason: "so it is meant" }
  const tags: Readonly<Record<Verdict.Tag, Verdict.Verdict>> = {
    Pass: Verdict.pass,
    Allow: Verdict.allow(said),
    Ask: Verdict.ask({ by, prompt: "May it?" }, said.reason),
    Defer: Verdict.defer(said),
    Deny: Verdict.deny(said)
  }
  return fit.toEvent(Capabilities.of(event), "", {
    ...empty,
    verdict: tags[verdict],
    changes: changes.map((target) => ({ by, target, mode: "replace", value: valueOf(event, target) })),
    context: hasContext ? [{ by, text: "mind the gap", role: "system", ephemeral: false }] : [],
    halts: isHalt ? [{ by, reason: "enough" }] : []
  })
}

/** Returns a changed value with all keys of what was sent, because some hosts can't take a key away. */
const valueOf = (event: HookEvent.HookEvent, target: "input" | "result"): unknown =>
  target === "input" ? { ...("toolInput" in event && event.toolInput), command: "echo changed" } : "a changed result"

/** Returns the outcome that a host acts on after an answer. */
export type Heard = (reply: ReturnType<Dialect["reply"]["write"]>, event: HookEvent.HookEvent) => Outcome.Outcome

export const answeringLaws = ({ capabilities, reply }: Dialect, laws: Laws, said?: Heard): void => {
  /** Most hosts decode an answer like a hook's reply. */
  const heard: Heard =
    said ??
    (({ body, exit, stderr = "", text }, event) =>
      reply.read(
        { _tag: "Exit", code: exit, stdout: body === undefined ? (text ?? "") : JSON.stringify(body), stderr },
        hook,
        event
      ).outcome)

  laws.prop(
    "an answer is never weaker than what is stricter than Allow",
    [Arbitraries.outcome, HookEvents.example],
    ([outcome, event]) => {
      // At the end of some work a halt overrides a block, which would make the agent continue.
      if (isEnd(event) && outcome.halts.length > 0) return
      const meant = fit.toEvent(Capabilities.of(event), "", outcome).verdict._tag
      const { verdict } = heard(reply.write(outcome, event), event)
      const mayDeny = capabilities(event).verdicts.includes("Deny")
      if (Verdict.isStricter(meant, "Allow") && mayDeny) {
        assert.isFalse(Verdict.isStricter(meant, verdict._tag), `${meant} became ${verdict._tag}`)
      }
      if (meant === "Pass") assert.notStrictEqual(verdict._tag, "Allow")
    },
    { arbitrary: { size: 6, runs: runsOf(400) } }
  )

  laws.prop(
    "an answer has every strict verdict that the host supports on the event",
    [HookEvents.example, Schema.Literals(["Ask", "Defer", "Deny"])],
    ([event, tag]) => {
      const supported = capabilities(event).verdicts
      const verdict =
        tag === "Ask" ? Verdict.ask({ by, prompt: "May it?" }, "so") : Verdict.by(tag, { by, reason: "so" })
      const meant = { ...empty, verdict }
      if (!supported.includes(tag)) return
      assert.strictEqual(heard(reply.write(meant, event), event).verdict._tag, tag)
    },
    { arbitrary: { size: 6, runs: runsOf(300) } }
  )

  /**
   * A key that JSON writes as it is. `JSON.parse` of Node 24.21 misreads escaped keys now and then, in texts with characters
   * beyond Latin-1: `{"\\t": 1}` as `{"\\\\": 1}`.
   */
  const Plain = Schema.String.check(Schema.isPattern(/^[^"\\\p{Cc}\p{Cs}]*$/u))

  const Text = Schema.Literals(["no", "Use another branch.", "ümläut", 'with "quotes"', "a\nb"])

  laws.prop("an answer has the reason of a denial", [HookEvents.example, Text], ([event, reason]) => {
    if (!capabilities(event).verdicts.includes("Deny")) return
    const { verdict } = heard(reply.write({ ...empty, verdict: Verdict.deny({ by, reason }) }, event), event)
    assert.include(
      Verdict.reasonsOf(verdict)
        .map(({ text }) => text)
        .join("\n"),
      reason
    )
  })

  laws.prop(
    "an answer has the changed input, the text for the model and the message, or reports them",
    [Schema.Record(Plain, Schema.String), Text],
    ([input, text]) => {
      const event = HookEvents.examples.PreToolUse
      const value = { ...event.toolInput, ...input, command: text }
      const meant: Outcome.Outcome = {
        ...empty,
        changes: [{ by, target: "input", mode: "replace", value }],
        context: [{ by, text, role: "system", ephemeral: false }],
        notices: [{ by, level: "warning", text: `message: ${text}` }]
      }
      const answer = reply.write(meant, event)
      const { changes, context, notices } = heard(answer, event)
      const told = answer.unsupported.map((notice) => notice.text).join("\n")
      if (!told.includes("changed the input"))
        assert.deepStrictEqual(
          changes.map((one) => one.value),
          [value]
        )
      if (!told.includes(text))
        assert.deepStrictEqual(
          context.map((one) => one.text),
          [text]
        )
      assert.include([...notices.map((one) => one.text), told].join("\n"), text)
      assert.isAtLeast(answer.exit, 0)
    },
    { arbitrary: { size: 4 } }
  )

  laws.prop(
    "a host reads from an answer what was meant, as far as it has words for it",
    [HookEvents.example, Meant],
    ([event, { isHalt, ...drawn }]) => {
      const outcome = meantBy(event, drawn, isHalt)
      const supports = reply.supports?.(event, outcome)
      const carries = supports ?? capabilities(event)
      const answer = reply.write(outcome, event)
      const read = heard(answer, event)
      const isBefore = Capabilities.of(event).failsClosed
      const verdict = ((): Verdict.Tag => {
        const { _tag } = outcome.verdict
        if (outcome.halts.length > 0 && Capabilities.of(event).halts) {
          // A halt prevents the action that it comes before, and overrides a block that would prolong some work.
          return isBefore && carries.verdicts.includes("Deny") ? "Deny" : "Pass"
        }
        // A grant was for the changed input. Where that can't be given, it is none for the one that was sent.
        const isOfOther = outcome.changes.some(({ target }) => target === "input" && !carries.changes.includes(target))
        if (_tag === "Allow" && isOfOther) return "Pass"
        if (_tag === "Pass" || carries.verdicts.includes(_tag)) return _tag
        return _tag !== "Allow" && carries.verdicts.includes("Deny") ? "Deny" : "Pass"
      })()
      assert.strictEqual(read.verdict._tag, verdict, JSON.stringify([HookEvent.nameOf(event), outcome, answer]))
      // Some hosts only keep an action from happening by a stop.
      if (outcome.halts.length > 0 && carries.halts) assert.isAbove(read.halts.length, 0, "the agent stops")
      else if (verdict === "Pass" || verdict === "Allow") assert.deepStrictEqual(read.halts, [], "the agent goes on")
      const told = answer.unsupported.map(({ text }) => text).join("\n")
      for (const target of ["input", "result"] as const) {
        const value = Change.apply({}, target, outcome.changes)
        if (!outcome.changes.some((change) => change.target === target)) continue
        if (verdict === "Deny" && target === "input") continue
        const isMade = read.changes.some((change) => change.target === target)
        assert.isTrue(
          isMade || told.includes(`changed the ${target}`),
          `a change of the ${target} is made, or reported`
        )
        if (isMade) assert.deepStrictEqual(Change.apply({}, target, read.changes), value)
        if (supports?.changes.includes(target) === true) assert.isTrue(isMade, `the ${target} is changed`)
      }
      for (const { text } of outcome.context) {
        const isHeard = read.context.some((one) => one.text.includes(text))
        assert.isTrue(isHeard || told.includes(text), `${text} is read, or reported`)
        if (supports?.context === true) assert.isTrue(isHeard, `${text} is read`)
      }
    },
    { arbitrary: { size: 6, runs: runsOf(400) } }
  )

  laws.prop("an answer to nothing changes and decides nothing", [HookEvents.example], ([event]) => {
    const { changes, halts, verdict } = heard(reply.write(empty, event), event)
    assert.deepStrictEqual([verdict._tag, changes, halts], ["Pass", [], []])
  })

  laws.prop(
    "an answer keeps an action from happening that a halt comes before",
    [HookEvents.of("PreToolUse"), Schema.NonEmptyString],
    ([event, reason]) => {
      const halting = fit.toEvent(Capabilities.of(event), "", { ...empty, halts: [{ by, reason }] })
      assert.strictEqual(heard(reply.write(halting, event), event).verdict._tag, "Deny")
    },
    small
  )
}

const empty: Outcome.Outcome = {
  verdict: Verdict.pass,
  changes: [],
  context: [],
  notices: [],
  halts: [],
  quiet: [],
  effects: []
}
