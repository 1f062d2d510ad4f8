/**
 * Reads an `Outcome` that a function returned. No dialect reads it, because it has no format of any.
 *
 * @since 0.1.0
 */
import type * as Change from "@hookline/schema/Change"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson, isPlain, type Json } from "@hookline/schema/Json"
import { present } from "@hookline/schema/kit/present"
import * as Outcome from "@hookline/schema/Outcome"
import type * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import type { Interpretation } from "../Dialect.ts"
import { InvalidReply } from "../PipelineError.ts"
import { copyOf } from "../execute/copies.ts"
import * as fit from "./fit.ts"

const isOutcome = Schema.is(Outcome.Outcome)

const names = Object.keys(Outcome.empty)
const fields = new Set<string>(names)

const invalid = (hook: Hook, issue: string): Interpretation => ({
  outcome: Outcome.empty,
  failure: new InvalidReply({ hook: hook.id, issue })
})

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

/** Copies the value of a change, because the function still has it, and what was judged runs. */
const withOwnValue = (change: Change.Change): Change.Change => ({ ...change, value: copyOf(change.value) })

/** Sets the hook's id where `by` is empty. A hook hides its own output, and no other's. */
const owned = (outcome: Outcome.Outcome, by: string): Outcome.Outcome => ({
  verdict: verdictOf(outcome.verdict, by),
  changes: outcome.changes.length === 0 ? outcome.changes : named(outcome.changes, by).map(withOwnValue),
  context: named(outcome.context, by),
  notices: named(outcome.notices, by),
  halts: named(outcome.halts, by),
  quiet: outcome.quiet.map((id) => (id === "" ? by : id)).filter((id) => id === by),
  effects: named(outcome.effects, by)
})

/** Returns the fields of an outcome that a value has: of its own, by its class or hidden, because each may be a denial. */
const fieldsIn = (value: Partial<Outcome.Outcome>): Partial<Record<keyof Outcome.Outcome, unknown>> => ({
  ...("verdict" in value && { verdict: value.verdict }),
  ...("changes" in value && { changes: value.changes }),
  ...("context" in value && { context: value.context }),
  ...("notices" in value && { notices: value.notices }),
  ...("halts" in value && { halts: value.halts }),
  ...("quiet" in value && { quiet: value.quiet }),
  ...("effects" in value && { effects: value.effects })
})

/** Reads a value by the schema of outcomes. An invalid one is a failure, because it may have been meant to deny. */
const decoded = (hook: Hook, event: HookEvent, value: object, issue: string): Interpretation => {
  const outcome: unknown = { ...Outcome.empty, ...value }
  return isOutcome(outcome)
    ? { outcome: fit.toEvent(Capabilities.of(event), nameOf(event), owned(outcome, hook.id)) }
    : invalid(hook, issue)
}

/** Reads what a native handler returned. Its `data` is for `Handlers.collect` alone. */
const ofNative = (hook: Hook, event: HookEvent, value: unknown): Interpretation => {
  if (value === undefined || value === null || value === Outcome.empty) return { outcome: Outcome.empty }
  if (!isJson(value)) return invalid(hook, `it returned ${typeof value}, where an object belongs`)
  const strange = Object.keys(value).find((key) => key !== "data" && !fields.has(key) && value[key] !== undefined)
  if (strange !== undefined) return invalid(hook, `it returned "${strange}", which is no part of an Outcome`)
  // A part that is `undefined` is absent, like a whole value.
  const said = present(fieldsIn(value), 1)
  // A promise, an error, a map and the like have no field of an outcome.
  if (!isPlain(value) && !("data" in value) && Object.keys(said).length === 0) {
    return invalid(hook, "it returned an object of a class, without a field of an Outcome")
  }
  return decoded(hook, event, said, "it returned what is no Outcome: make one with Outcome.make")
}

/**
 * Checks whether a value is meant as an outcome. No dialect has the field `verdict`: a function or a runner of the program that
 * returns it means one. A tool may have a word of its own for what it found.
 */
const meansOutcome = ({ handler }: Hook, value: unknown): value is Json =>
  isJson(value) && "verdict" in value && (handler._tag !== "McpTool" || isTagged(value["verdict"]))

const isTagged = (verdict: unknown): boolean => isJson(verdict) && typeof verdict["_tag"] === "string"

/**
 * Returns the outcome within what the event supports, or `undefined` if the reply is for the hook's dialect.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = (hook: Hook, event: HookEvent, reply: HookReply): Interpretation | undefined => {
  if (reply._tag !== "Value") return undefined
  if (hook.handler._tag === "Native") return ofNative(hook, event, reply.value)
  return meansOutcome(hook, reply.value)
    ? decoded(
        hook,
        event,
        fieldsIn(reply.value),
        "it returned a verdict that is no part of an Outcome: make one with Outcome.make"
      )
    : undefined
}
