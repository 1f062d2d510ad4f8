/**
 * How strictly an action is judged: `Pass < Allow < Ask < Defer < Deny`.
 *
 * @since 0.1.0
 */
import * as Reducer from "effect/Reducer"
import * as Schema from "effect/Schema"

/**
 * Schema for why a verdict was given, and by which hook.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Reason = Schema.Struct({ by: Schema.String, text: Schema.String })

/** @since 0.1.0 */
export type Reason = typeof Reason.Type

/**
 * Schema for a question to a person. What is left out is the asker's to choose.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Question = Schema.Struct({
  by: Schema.String,
  prompt: Schema.String,
  options: Schema.optionalKey(Schema.Array(Schema.String)),
  timeoutMillis: Schema.optionalKey(Schema.Finite),
  default: Schema.optionalKey(Schema.Literals(["allow", "deny"]))
})

/** @since 0.1.0 */
export type Question = typeof Question.Type

const reasons = Schema.Array(Reason)

/**
 * Schema for a verdict, each (but `Pass`, which says nothing) with its reasons.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Verdict = Schema.TaggedUnion({
  Pass: {},
  Allow: { reasons },
  Ask: { reasons, questions: Schema.Array(Question) },
  Defer: { reasons },
  Deny: { reasons }
}).annotate({ identifier: "Verdict" })

/** @since 0.1.0 */
export type Verdict = typeof Verdict.Type

/** @since 0.1.0 */
export type Tag = Verdict["_tag"]

/**
 * The verdict that says nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const pass: Verdict = Verdict.cases.Pass.make({})

/**
 * `Allow`, `Defer` or `Deny` by one hook, for one reason.
 *
 * @category constructors
 * @since 0.1.0
 */
export const because = (tag: "Allow" | "Defer" | "Deny", by: string, text: string): Verdict => ({
  _tag: tag,
  reasons: [{ by, text }]
})

/**
 * `Ask` by one hook: its question, with the reason for it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ask = (question: Question, reason: string): Verdict => ({
  _tag: "Ask",
  reasons: [{ by: question.by, text: reason }],
  questions: [question]
})

const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 3, Deny: 4 } as const satisfies Record<Tag, number>

/**
 * Whether the first verdict is stricter than the second.
 *
 * @category guards
 * @since 0.1.0
 */
export const isStricter = (self: Tag, that: Tag): boolean => strictness[self] > strictness[that]

/**
 * The reasons of a verdict; `Pass` has none.
 *
 * @category getters
 * @since 0.1.0
 */
export const reasonsOf = (verdict: Verdict): ReadonlyArray<Reason> => (verdict._tag === "Pass" ? [] : verdict.reasons)

const combine = (self: Verdict, that: Verdict): Verdict => {
  if (isStricter(self._tag, that._tag)) return self
  if (isStricter(that._tag, self._tag) || self._tag === "Pass" || that._tag === "Pass") return that
  const reasons = [...self.reasons, ...that.reasons]
  return self._tag === "Ask" && that._tag === "Ask"
    ? { _tag: "Ask", reasons, questions: [...self.questions, ...that.questions] }
    : { ...self, reasons }
}

/**
 * Combines verdicts: the strictest wins, equals keep all reasons and questions, in order.
 *
 * @category combining
 * @since 0.1.0
 */
export const reducer: Reducer.Reducer<Verdict> = Reducer.make(combine, pass)
