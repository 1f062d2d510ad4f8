/**
 * The verdicts on an action, by strictness: `Pass < Allow < Ask < Defer < Deny`.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Reducer from "effect/Reducer"
import * as Schema from "effect/Schema"

/**
 * Schema for the reason of a verdict, and the hook that gave it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Reason = Schema.Struct({ by: Schema.String, text: Schema.String })

/** @since 0.1.0 */
export type Reason = typeof Reason.Type

/**
 * Schema for a question to the approver. The approver's own defaults apply to omitted fields.
 *
 * **Details**
 *
 * "Allow always" is among the answers only if `options` has it. It covers this hook, prompt, tool and input in the
 * session, or, where the hook names a `scope` such as `git push`, all questions of this hook about this tool with that
 * scope.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Question = Schema.Struct({
  by: Schema.String,
  prompt: Schema.String,
  options: Schema.optionalKey(Schema.Array(Schema.String)),
  scope: Schema.optionalKey(Schema.NonEmptyString),
  timeoutMillis: Schema.optionalKey(Schema.Finite),
  default: Schema.optionalKey(Schema.Literals(["allow", "deny"]))
})

/** @since 0.1.0 */
export type Question = typeof Question.Type

const reasons = Schema.Array(Reason)

/**
 * Schema for a verdict. Each but `Pass` has reasons.
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
 * The verdict without an opinion.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const combined = Verdict.reducer.combine(Verdict.pass, Verdict.allow({ by: "guard", reason: "Reads only" }))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const pass: Verdict = { _tag: "Pass" }

/**
 * Options for a verdict that one hook gives for one reason.
 *
 * @category models
 * @since 0.1.0
 */
export interface Given {
  readonly by: string
  readonly reason: string
}

/**
 * Creates a verdict by its tag, for callers that read the tag from somewhere.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const decide = (tag: "Allow" | "Deny") => Verdict.by(tag, { by: "guard", reason: `The policy file has ${tag}` })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const by = (tag: "Allow" | "Defer" | "Deny", { by, reason }: Given): Verdict => ({
  _tag: tag,
  reasons: [{ by, text: reason }]
})

/**
 * Creates an `Allow` by one hook.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const verdict = Verdict.allow({ by: "guard", reason: "Reads only" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const allow = (given: Given): Verdict => by("Allow", given)

/**
 * Creates a `Defer` by one hook.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const verdict = Verdict.defer({ by: "guard", reason: "The release team decides" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const defer = (given: Given): Verdict => by("Defer", given)

/**
 * Creates a `Deny` by one hook.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const verdict = Verdict.deny({ by: "guard", reason: "Push without --force" })
 * const texts = Verdict.reasonsOf(verdict).map(({ text }) => text)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const deny = (given: Given): Verdict => by("Deny", given)

/**
 * A question as it is written in a program: with a duration as its time limit.
 *
 * @category models
 * @since 0.1.0
 */
export interface Asking extends Question {
  readonly timeout?: Duration.Input
}

/**
 * Creates an `Ask` by one hook, with its question and reason.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const question = { by: "guard", prompt: "Push to main?", timeout: "5 minutes", default: "deny" } as const
 * const verdict = Verdict.ask(question, "main is protected")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ask = ({ timeout, ...question }: Asking, reason: string): Verdict => ({
  _tag: "Ask",
  reasons: [{ by: question.by, text: reason }],
  questions: [timeout === undefined ? question : { ...question, timeoutMillis: Duration.toMillis(timeout) }]
})

const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 3, Deny: 4 } as const satisfies Record<Tag, number>

/**
 * Checks whether the first verdict is stricter than the second.
 *
 * @category guards
 * @since 0.1.0
 */
export const isStricter = (self: Tag, that: Tag): boolean => strictness[self] > strictness[that]

/**
 * Returns the reasons of a verdict. `Pass` has none.
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
 * Combines verdicts: the strictest wins. Equal verdicts keep the reasons and questions of both, in order.
 *
 * @category combining
 * @since 0.1.0
 */
export const reducer: Reducer.Reducer<Verdict> = Reducer.make(combine, pass)
