/**
 * The laws of every layer of `Settle`: a denial stays one, an `Ask` is answered by the approver and by no one else, and
 * everything that a hook returned reaches the ports.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import { SessionState } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Arbitraries from "./Arbitraries.ts"
import * as HookEvents from "./HookEvents.ts"
import * as Law from "./Law.ts"
import * as TestPipeline from "./TestPipeline.ts"

/**
 * A layer of `Settle` on the ports.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<
  Settle,
  never,
  | Approval.Approval
  | Audit.Audit
  | ContextBudget.ContextBudget
  | ContextSink.ContextSink
  | Display.Display
  | SessionState
  | ThisProject
>

/** The calls of the ports, in order. */
interface Seen {
  readonly asked: Array<Approval.Request>
  readonly shown: Array<string>
  readonly delivered: Array<string>
  readonly recorded: Array<Audit.Entry>
}

/** The behaviour of the ports in one case. */
interface Ports {
  /** The answers of the approver, one for each question. */
  readonly answers: ReadonlyArray<string>
  /** True if all ports except the approver break. */
  readonly breaks?: boolean
}

const settled = (
  part: Part,
  event: HookEvent,
  outcome: Outcome.Outcome,
  { answers, breaks = false }: Ports,
  check: (settled: Report, seen: Seen) => void
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const seen: Seen = { asked: [], shown: [], delivered: [], recorded: [] }
    const rest = [...answers]
    const or = <A>(port: Effect.Effect<A>): Effect.Effect<A> => (breaks ? Effect.die(new Error("broken")) : port)
    const ports = Layer.mergeAll(
      Approval.layer((request) =>
        Effect.suspend(() => {
          seen.asked.push(request)
          const answer = rest.shift()
          return answer === undefined
            ? Effect.fail(new Approval.Unanswered({ why: "no answer is left" }))
            : Effect.succeed({ answer, found: "asked" as const })
        })
      ),
      Audit.layerEffect(
        Effect.succeed({
          record: (entry) => or(Effect.sync(() => void seen.recorded.push(entry))),
          notices: or(Effect.succeed([]))
        })
      ),
      Display.layer((notices) => or(Effect.sync(() => void seen.shown.push(...notices.map(({ text }) => text))))),
      ContextSink.layerEffect(
        Effect.succeed({
          deliver: (all) => or(Effect.sync(() => void seen.delivered.push(...all.map(({ text }) => text))))
        })
      ),
      ContextBudget.layerUnlimited,
      SessionState.layerMemory
    )
    const run = { id: "hook", kind: "Command", source: hookSource, status: "ran" as const, outcome }
    const report: Report = { event: nameOf(event), outcome, runs: [run], diagnostics: [], env: {} }
    return Effect.flatMap(Settle, ({ settle }) => settle(event, report, { start: 0 })).pipe(
      Effect.map((done) => check(done, seen)),
      // `fresh`, because a layer is otherwise shared between cases.
      Effect.provide(Layer.provide(Layer.fresh(part), Layer.provideMerge(ports, TestPipeline.thisProject)))
    )
  })

const hookSource: Report["runs"][number]["source"] = {
  dialect: "claude",
  scope: "project",
  file: "/p/hooks.json",
  folder: "/p",
  at: []
}

const answers = Arbitrary.schema(
  Schema.Array(Schema.Literals(["Allow once", "Allow always", "Deny", "yes"])).check(Schema.isMaxLength(4))
)

const event = HookEvents.example

/** The questions of an outcome, or one that is made of its first reason. */
const questionsOf = ({ verdict }: Outcome.Outcome): number =>
  verdict._tag === "Ask" ? Math.max(verdict.questions.length, 1) : 0

const isAsked = ({ halts, verdict }: Outcome.Outcome): boolean => verdict._tag === "Ask" && halts.length === 0

const size = { size: 6, runs: 150 }

/** Equal questions of one hook are asked once if they are granted for always. */
const withoutAlways = (all: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.map((answer) => (answer === "Allow always" ? "Allow once" : answer))

/**
 * The laws of settling.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "keeps a denial, and makes no other verdict but an Ask stricter or weaker",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) =>
      settled(part, event, outcome, { answers }, ({ outcome: { verdict } }) => {
        if (outcome.verdict._tag !== "Ask") assert.deepStrictEqual(verdict, outcome.verdict)
      }),
    size
  ),
  Law.make(
    "grants an Ask if, and only if, the approver grants every question, which it is asked before the answer",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, any]) => {
      const answers = withoutAlways(any)
      return settled(part, event, outcome, { answers }, (done, { asked }) => {
        if (!isAsked(outcome)) {
          assert.deepStrictEqual(asked, [])
          return
        }
        const wanted = questionsOf(outcome)
        const granted = answers.slice(0, wanted).findIndex((answer) => !Approval.isGrant(answer))
        const isGranted = answers.length >= wanted && granted < 0
        assert.strictEqual(done.outcome.verdict._tag === "Deny", !isGranted)
        assert.strictEqual(
          asked.length,
          isGranted ? wanted : Math.min(granted < 0 ? answers.length : granted, wanted - 1) + 1
        )
      })
    },
    size
  ),
  Law.make(
    "denies an Ask where a hook stops the agent, and asks nothing",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) => {
      const halted = { ...outcome, halts: [{ by: "hook", reason: "enough" }] }
      return settled(part, event, halted, { answers }, (done, { asked }) => {
        assert.deepStrictEqual(asked, [])
        if (outcome.verdict._tag === "Ask") assert.strictEqual(done.outcome.verdict._tag, "Deny")
      })
    },
    size
  ),
  Law.make(
    "keeps changes, halts and effects, and every notice",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) =>
      settled(part, event, outcome, { answers }, (done) => {
        assert.deepStrictEqual(done.outcome.changes, outcome.changes)
        assert.deepStrictEqual(done.outcome.halts, outcome.halts)
        assert.deepStrictEqual(done.outcome.effects, outcome.effects)
        assert.deepStrictEqual(done.outcome.notices.slice(0, outcome.notices.length), outcome.notices)
      }),
    size
  ),
  Law.make(
    "delivers to the model just the texts that the report has",
    Arbitrary.all([event, Arbitraries.outcome]),
    (part, [event, outcome]) =>
      settled(part, event, outcome, { answers: [] }, (done, { delivered }) =>
        assert.deepStrictEqual(
          delivered,
          done.outcome.context.map(({ text }) => text)
        )
      ),
    size
  ),
  Law.make(
    "shows every notice of the hooks, and the first wish to stop the agent",
    Arbitrary.all([event, Arbitraries.outcome]),
    (part, [event, outcome]) =>
      settled(part, event, outcome, { answers: [] }, (_, { shown }) => {
        for (const { text } of outcome.notices) assert.include(shown, text)
        const [halt] = outcome.halts
        if (halt !== undefined) assert.isTrue(shown.some((text) => text.includes(halt.reason)))
      }),
    size
  ),
  Law.make(
    "records the event with its final verdict, after its questions",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) =>
      settled(part, event, outcome, { answers }, (done, { recorded }) => {
        const last = recorded.at(-1)
        assert.strictEqual(last?._tag === "Event" ? last.verdict : undefined, done.outcome.verdict._tag)
        assert.strictEqual(recorded.filter(({ _tag }) => _tag === "Event").length, 1)
      }),
    size
  ),
  Law.make(
    "keeps the verdict where a port breaks",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) =>
      settled(part, event, outcome, { answers, breaks: true }, (broken, { asked }) => {
        if (outcome.verdict._tag !== "Ask") {
          assert.strictEqual(broken.outcome.verdict._tag, outcome.verdict._tag)
        } else if (isAsked(outcome) && asked.length === 0) {
          assert.isFalse(Verdict.isStricter("Deny", broken.outcome.verdict._tag))
        }
      }),
    size
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Settle } from "@hookline/coordinator/Settle"
 * import * as SettleTest from "@hookline/testing/SettleTest"
 *
 * const test = () => SettleTest.suite("My stage", Settle.layer)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
