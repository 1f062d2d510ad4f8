/**
 * What a native handler says: any part of an outcome, and data for whoever collects.
 *
 * @since 0.1.0
 */
import * as fit from "@hookline/core/kit/translate/fit"
import { InvalidReply } from "@hookline/core/PipelineError"
import * as Capabilities from "@hookline/schema/Capabilities"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"

/**
 * What a handler says. All that is left out says nothing. An empty `by` stands for the handler's own name.
 *
 * @category models
 * @since 0.1.0
 */
export interface HandlerResult extends Partial<Outcome.Outcome> {
  /** For `collect`; `emit` passes it over. */
  readonly data?: unknown
}

const isOutcome = Schema.is(Outcome.Outcome)

const known = new Set([...Object.keys(Outcome.empty), "data"])

type Named = { readonly by: string }

const named = <A extends Named>(list: ReadonlyArray<A>, by: string): ReadonlyArray<A> =>
  list.some((one) => one.by === "") ? list.map((one) => (one.by === "" ? { ...one, by } : one)) : list

const verdictOf = (verdict: Verdict.Verdict, by: string): Verdict.Verdict => {
  if (verdict._tag === "Pass") return verdict
  const reasons = named(verdict.reasons, by)
  return verdict._tag === "Ask"
    ? { ...verdict, reasons, questions: named(verdict.questions, by) }
    : { ...verdict, reasons }
}

/** The outcome with the handler's name where it gave none. It hides its own output, and nobody else's. */
const owned = (outcome: Outcome.Outcome, by: string): Outcome.Outcome => ({
  verdict: verdictOf(outcome.verdict, by),
  changes: named(outcome.changes, by),
  context: named(outcome.context, by),
  notices: named(outcome.notices, by),
  halts: named(outcome.halts, by),
  quiet: outcome.quiet.filter((id) => id === by),
  effects: named(outcome.effects, by)
})

/**
 * What a handler returned as an outcome, within what the event can carry. Where it is none, that is a failure: somebody
 * who meant to block must not be heard as one who said nothing.
 *
 * @category mapping
 * @since 0.1.0
 */
export const outcomeOf = (said: unknown, by: string, event: HookEvent): Outcome.Outcome | InvalidReply => {
  if (said === undefined || said === null || said === Outcome.empty) return Outcome.empty
  if (!isJson(said)) return new InvalidReply({ hook: by, issue: `it returned ${typeof said}, where an object belongs` })
  const strange = Object.keys(said).find((key) => !known.has(key))
  if (strange !== undefined) {
    return new InvalidReply({ hook: by, issue: `it returned "${strange}", which is no part of an Outcome` })
  }
  const outcome: unknown = { ...Outcome.empty, ...said, data: undefined }
  if (!isOutcome(outcome)) {
    return new InvalidReply({ hook: by, issue: "it returned what is no Outcome: make one with Outcome.make" })
  }
  return fit.toEvent(Capabilities.of(event), nameOf(event), owned(outcome, by))
}

/**
 * The data in what a handler returned, if there is any.
 *
 * @category getters
 * @since 0.1.0
 */
export const dataOf = (said: unknown): unknown => (isJson(said) ? (said["data"] ?? undefined) : undefined)
