/** The common parts of all hosts' answers: the meaning of an outcome for the host, and its texts. */
import * as fit from "@hookline/core/kit/translate/fit"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Change from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HostEffect, Notice, Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Json } from "@hookline/schema/Json"

/** Joins texts of several hooks, without empty and repeated ones. Returns `undefined` if none remains. */
export const joined = (texts: ReadonlyArray<string>, joint: string): string | undefined => {
  const said = [...new Set(texts)].filter((text) => text !== "")
  return said.length === 0 ? undefined : said.join(joint)
}

/** Returns the reasons of a verdict, and its questions. */
export const reasons = (verdict: Verdict.Verdict): string | undefined =>
  joined(
    [
      ...Verdict.reasonsOf(verdict).map(({ text }) => text),
      ...(verdict._tag === "Ask" ? verdict.questions.map(({ prompt }) => prompt) : [])
    ],
    "\n"
  )

/** Returns the reasons of a denial, with a default, because hosts need a text. */
export const denial = (verdict: Verdict.Verdict): string => reasons(verdict) ?? "A hook denied this without a reason."

/** Returns the context for the model. */
export const context = (outcome: Outcome): string | undefined =>
  joined(
    outcome.context.map(({ text }) => text),
    "\n\n"
  )

/** Returns the notices to the user, with those about unsupported parts that may matter. */
export const notices = (outcome: Outcome, unsupported: ReadonlyArray<Notice>): ReadonlyArray<Notice> => [
  ...outcome.notices,
  ...unsupported.filter(({ level }) => level !== "info")
]

/** Returns the notices to the user as one text. */
export const messages = (outcome: Outcome, unsupported: ReadonlyArray<Notice>): string | undefined =>
  joined(
    notices(outcome, unsupported).map(({ text }) => text),
    "\n"
  )

/**
 * Checks whether an action follows the event that can be prevented, so that the event is not merely the end of some
 * work.
 */
const isBefore = (carries: Capabilities.Capabilities): boolean => carries.failsClosed

/** Adds a denial to a halt on an event before an action, because hosts differ in whether a halt prevents it. */
const halted = (outcome: Outcome, event: HookEvent.HookEvent): Outcome => {
  const carries = Capabilities.of(event)
  if (outcome.halts.length === 0 || outcome.verdict._tag === "Deny" || !carries.halts || !isBefore(carries)) {
    return outcome
  }
  const doubts = outcome.verdict._tag === "Allow" ? [] : Verdict.reasonsOf(outcome.verdict)
  const halts = outcome.halts.map(({ by, reason }) => ({ by, text: reason }))
  return { ...outcome, verdict: { _tag: "Deny", reasons: [...doubts, ...halts] } }
}

/** Checks for a halt at the end of some work, which overrides a block: an agent that stops does not continue. */
const isBeaten = ({ halts, verdict }: Outcome, event: HookEvent.HookEvent): boolean => {
  const carries = Capabilities.of(event)
  return halts.length > 0 && verdict._tag !== "Pass" && carries.verdicts.includes("Deny") && !isBefore(carries)
}

/** Divides an outcome into the parts that a host supports, and the rest. */
export const divide = (
  outcome: Outcome,
  event: HookEvent.HookEvent,
  host: {
    readonly title: string
    /**
     * Returns the host's capabilities. They may depend on the outcome, because the host supports some parts only
     * together.
     */
    readonly supports: (meant: Outcome) => Capabilities.Capabilities
  }
): fit.Partitioned => {
  const meant = halted(outcome, event)
  const where = `${HookEvent.nameOf(event)} under ${host.title}`
  if (!isBeaten(meant, event)) return fit.partition(host.supports(meant), where, meant)
  const carries = host.supports({ ...meant, verdict: Verdict.pass })
  return fit.partition({ ...carries, verdicts: [], blockBecomes: "notice" }, `${where} beside a halt`, meant)
}

/** Divides an outcome for a host that takes no effects, so that each of them is unsupported. */
export const divideWithoutEffects = (
  outcome: Outcome,
  event: HookEvent.HookEvent,
  host: Parameters<typeof divide>[2]
): { readonly said: Outcome; readonly unsupported: ReadonlyArray<Notice> } => {
  const { dropped, outcome: said } = divide(outcome, event, host)
  return { said, unsupported: [...dropped, ...said.effects.map(unsupportedEffect)] }
}

/** Events at which an agent that is to stop stops by itself, unless an answer has a decision. */
const ends: ReadonlySet<string> = new Set(["Stop", "SubagentStop"])

/** Returns capabilities with a halt at the end of some work, which a host has that is answered nothing there. */
export const endingByItself = (
  carries: Capabilities.Capabilities,
  { _tag }: HookEvent.HookEvent
): Capabilities.Capabilities => (ends.has(_tag) ? { ...carries, halts: true } : carries)

/** Returns the text for a value, for hosts that take texts only. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Returns capabilities without changes of one target. */
export const without = (carries: Capabilities.Capabilities, target: Change.Target): Capabilities.Capabilities => ({
  ...carries,
  changes: carries.changes.filter((each) => each !== target)
})

/** Returns the changed value of a target, or `undefined` without a change. */
export const changed = (
  outcome: Outcome,
  target: Change.Target,
  value: unknown
): { readonly value: unknown } | undefined =>
  outcome.changes.some((change) => change.target === target)
    ? // JSON has no `undefined`.
      { value: Change.apply(value, target, outcome.changes) ?? null }
    : undefined

/** Returns an object with a field, or an empty object if the value is `undefined`. */
export const field = (name: string, value: unknown): Json => (value === undefined ? {} : { [name]: value })

/** Creates the notice of an unsupported effect. */
export const unsupportedEffect = ({ by, kind }: HostEffect): Notice => ({
  by,
  level: "warning",
  text: `${by} set ${kind}, which the host can't receive: the value is none of its own, or a later hook set it again`
})
