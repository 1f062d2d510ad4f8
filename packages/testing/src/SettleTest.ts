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
import * as Change from "@hookline/schema/Change"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import { legible } from "@hookline/schema/kit/shown/legible"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
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
  /** True if the approver never answers. */
  readonly hangs?: boolean
}

const hookSource: Report["runs"][number]["source"] = {
  dialect: "claude",
  scope: "project",
  file: "/p/hooks.json",
  folder: "/p",
  at: []
}

/** Creates the report of an outcome, which one hook returned. */
const reportOf = (event: HookEvent, outcome: Outcome.Outcome): Report => ({
  event: nameOf(event),
  outcome,
  runs: [{ id: "hook", kind: "Command", source: hookSource, status: "ran", outcome }],
  diagnostics: [Diagnostic.ofFile("file-unreadable", "/p/lost.json", { text: "It can't be read." })],
  env: { EXPORTED: "by the hook" }
})

/** Settles outcomes with one stage. */
const settledIn = (
  part: Part,
  { breaks = false, hangs = false }: Omit<Ports, "answers">,
  use: (
    settle: (event: HookEvent, outcome: Outcome.Outcome, answers: Ports["answers"]) => Effect.Effect<Settled>
  ) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    let seen: Seen = { asked: [], shown: [], delivered: [], recorded: [] }
    let rest: Array<string> = []
    const or = <A>(port: Effect.Effect<A>): Effect.Effect<A> => (breaks ? Effect.die(new Error("broken")) : port)
    const ports = Layer.mergeAll(
      Approval.layer((request) =>
        Effect.suspend(() => {
          seen.asked.push(request)
          if (hangs) return Effect.never
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
    return Effect.flatMap(Settle, ({ settle }) =>
      use((event, outcome, answers) =>
        Effect.suspend(() => {
          seen = { asked: [], shown: [], delivered: [], recorded: [] }
          rest = [...answers]
          return Effect.map(settle(event, reportOf(event, outcome), { start: 0 }), (report) => ({ report, seen }))
        })
      )
    ).pipe(
      // `fresh`, because a layer is otherwise shared between cases.
      Effect.provide(Layer.provide(Layer.fresh(part), Layer.provideMerge(ports, TestPipeline.thisProject)))
    )
  })

/** A settled report, with the calls of the ports. */
interface Settled {
  readonly report: Report
  readonly seen: Seen
}

const settled = (
  part: Part,
  event: HookEvent,
  outcome: Outcome.Outcome,
  { answers, ...ports }: Ports,
  check: (settled: Report, seen: Seen) => void
): Effect.Effect<void> =>
  settledIn(part, ports, (settle) =>
    Effect.map(settle(event, outcome, answers), ({ report, seen }) => check(report, seen))
  )

const answers = Arbitrary.schema(
  Schema.Array(Schema.Literals(["Allow once", "Allow always", "Deny", "yes"])).check(Schema.isMaxLength(4))
)

const event = HookEvents.example

/** Creates the call of a tool, in each event of one call. */
const call: Arbitrary.Arbitrary<HookEvent> = Arbitrary.map(
  Arbitrary.schema(Schema.Literals(["PreToolUse", "PermissionRequest", "PostToolUse"])),
  (tag) => HookEvents.examples[tag]
)

/** Creates an outcome that asks, beside changes of the input and of anything else. */
const asking: Arbitrary.Arbitrary<Outcome.Outcome> = Arbitrary.map(
  Arbitrary.all([
    Arbitraries.outcome,
    Arbitrary.array(Arbitrary.schema(Verdict.Question), { maxLength: 3 }),
    Arbitrary.array(Arbitrary.schema(Schema.Record(Schema.String, Schema.Json)), { maxLength: 2 })
  ]),
  ([any, questions, inputs]) => ({
    ...any,
    verdict: { _tag: "Ask", reasons: [{ by: "hook", text: "It is risky." }], questions },
    changes: [
      ...any.changes,
      ...inputs.map((value) => ({ by: "hook", target: "input" as const, mode: "merge" as const, value }))
    ],
    halts: []
  })
)

/** Creates the outcome of a hook that asks one question. */
const asks = (question: Verdict.Question): Outcome.Outcome =>
  Outcome.make({
    verdict: { _tag: "Ask", reasons: [{ by: question.by, text: "It is risky." }], questions: [question] }
  })

/** Returns the questions of an outcome, or one that is made of its first reason. */
const questionsIn = ({ verdict }: Outcome.Outcome): ReadonlyArray<Pick<Verdict.Question, "by" | "prompt">> => {
  if (verdict._tag !== "Ask") return []
  if (verdict.questions.length > 0) return verdict.questions
  const [reason] = verdict.reasons
  return [{ by: reason?.by ?? "a hook", prompt: reason?.text ?? "Allow this operation?" }]
}

const questionsOf = (outcome: Outcome.Outcome): number => questionsIn(outcome).length

/** Returns the input with which a tool will run. */
const inputOf = (event: HookEvent, { changes }: Outcome.Outcome): unknown => {
  if (!("toolInput" in event)) return undefined
  const changed = Change.apply(event.toolInput, "input", changes)
  return isJson(changed) ? changed : event.toolInput
}

/** Returns texts as a reader sees them: a stage may write out or leave away what can't be seen. */
const plainly = (all: ReadonlyArray<string>): ReadonlyArray<string> => all.map(legible).filter((text) => text !== "")

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
        if (!isGranted) {
          const refused = questionsIn(outcome)[asked.length - 1]
          const [reason] = Verdict.reasonsOf(done.outcome.verdict)
          assert.strictEqual(reason?.by, refused?.by, "who asked what was denied")
          assert.isTrue(reason !== undefined && reason.text.trim() !== "", "the reason of a denial")
        }
        assert.strictEqual(
          asked.length,
          isGranted ? wanted : Math.min(granted < 0 ? answers.length : granted, wanted - 1) + 1
        )
      })
    },
    size
  ),
  Law.make(
    "asks each question of the hooks about the tool and the input with which it will run",
    Arbitrary.all([call, asking]),
    (part, [event, outcome]) => {
      const questions = questionsIn(outcome)
      return settled(part, event, outcome, { answers: questions.map(() => "Allow once") }, (_, { asked }) => {
        assert.deepStrictEqual(
          asked.map(({ by, event, input, prompt, tool }) => ({ by, prompt, on: nameOf(event), tool, input })),
          questions.map(({ by, prompt }) => ({
            by,
            prompt,
            on: nameOf(event),
            tool: "toolName" in event ? event.toolName : undefined,
            input: inputOf(event, outcome)
          }))
        )
      })
    },
    size
  ),
  Law.make(
    "settles each of several events as if there was no other, whatever was granted before",
    Arbitrary.array(
      Arbitrary.all([
        Arbitrary.map(Arbitrary.all([event, call, Arbitrary.schema(Schema.Boolean)]), ([any, call, isCall]) =>
          isCall ? call : any
        ),
        Arbitrary.map(
          Arbitrary.all([Arbitraries.outcome, asking, Arbitrary.schema(Schema.Boolean)]),
          ([any, asks, isAsk]) => (isAsk ? asks : any)
        ),
        Arbitrary.schema(Schema.Literals(["Allow once", "Deny"]))
      ]),
      { minLength: 2, maxLength: 3 }
    ),
    (part, cases) =>
      Effect.gen(function* () {
        const verdictsOf = ({ report, seen }: Settled) => ({ ...report, asked: seen.asked.length })
        const [together, alone]: [Array<unknown>, Array<unknown>] = [[], []]
        const each = cases.map(([event, outcome, answer]) => [event, outcome, Array(9).fill(answer)] as const)
        yield* settledIn(part, {}, (settle) =>
          Effect.forEach(each, (one) => Effect.map(settle(...one), (done) => together.push(verdictsOf(done))), {
            discard: true
          })
        )
        for (const one of each) {
          yield* settledIn(part, {}, (settle) =>
            Effect.map(settle(...one), (done) => void alone.push(verdictsOf(done)))
          )
        }
        assert.deepStrictEqual(together, alone)
      }),
    size
  ),
  Law.make(
    "ends a question at its deadline, not before, with the answer that its hook set for silence",
    Arbitrary.all([
      call,
      Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 60_000 }))),
      Arbitrary.schema(Schema.Literals(["allow", "deny"]))
    ]),
    (part, [event, timeoutMillis, silence]) =>
      settledIn(part, { hangs: true }, (settle) =>
        Effect.gen(function* () {
          const question = { by: "hook", prompt: "Sure?", timeoutMillis, default: silence }
          const fiber = yield* Effect.forkChild(settle(event, asks(question), []), { startImmediately: true })
          yield* TestClock.adjust(timeoutMillis - 1)
          assert.isUndefined(fiber.pollUnsafe(), "before its deadline")
          yield* TestClock.adjust(2)
          assert.isDefined(fiber.pollUnsafe(), "after its deadline")
          const { report } = yield* Fiber.join(fiber)
          assert.strictEqual(report.outcome.verdict._tag === "Deny", silence === "deny")
        })
      ).pipe(Effect.provide(TestClock.layer())),
    { runs: 20 }
  ),
  Law.make(
    "remembers a grant for always for its hook, prompt and input alone, and where it was offered",
    Arbitrary.all([
      call,
      Arbitrary.schema(Schema.Boolean),
      Arbitrary.schema(Schema.Literals(["nothing", "input", "prompt", "hook"]))
    ]),
    (part, [event, isOffered, other]) =>
      settledIn(part, {}, (settle) =>
        Effect.gen(function* () {
          const options = ["Allow once", "Deny", ...(isOffered ? ["Allow always"] : [])]
          const question = { by: "hook", prompt: "Sure?", options }
          const first = yield* settle(event, asks(question), ["Allow always"])
          assert.notStrictEqual(first.report.outcome.verdict._tag, "Deny")
          const later = "toolInput" in event && other === "input" ? { ...event, toolInput: { command: "rm" } } : event
          const again = {
            ...question,
            ...(other === "prompt" && { prompt: "Really?" }),
            ...(other === "hook" && { by: "another" })
          }
          const second = yield* settle(later, asks(again), ["Deny"])
          const isRemembered = isOffered && other === "nothing"
          assert.strictEqual(second.seen.asked.length, isRemembered ? 0 : 1)
          assert.strictEqual(second.report.outcome.verdict._tag === "Deny", !isRemembered)
        })
      ),
    { runs: 40 }
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
    "keeps changes, halts and effects, every notice, and all of the report but its outcome",
    Arbitrary.all([event, Arbitraries.outcome, answers]),
    (part, [event, outcome, answers]) =>
      settled(part, event, outcome, { answers }, (done) => {
        assert.deepStrictEqual(done.outcome.changes, outcome.changes)
        assert.deepStrictEqual(done.outcome.halts, outcome.halts)
        assert.deepStrictEqual(done.outcome.effects, outcome.effects)
        assert.deepStrictEqual(done.outcome.notices.slice(0, outcome.notices.length), outcome.notices)
        const { outcome: _before, ...rest } = reportOf(event, outcome)
        const { outcome: _after, ...kept } = done
        assert.deepStrictEqual(kept, rest)
      }),
    size
  ),
  Law.make(
    "delivers to the model just the texts that the hooks returned, and has them in the report",
    Arbitrary.all([event, Arbitraries.outcome]),
    (part, [event, outcome]) =>
      settled(part, event, outcome, { answers: [] }, (done, { delivered }) => {
        const texts = plainly(outcome.context.map(({ text }) => text))
        assert.deepStrictEqual(plainly(delivered), texts)
        assert.deepStrictEqual(plainly(done.outcome.context.map(({ text }) => text)), texts)
      }),
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
