/** What all hosts' answers have in common: what the outcome means for the host, and the words for it. */
import * as Carry from "@hookline/core/Carry"
import * as Carries from "@hookline/schema/Carries"
import * as Change from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HostEffect, Notice, Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Json } from "@hookline/schema/Json"

/** Texts of several hooks as one, without those that are empty or said before; nothing where nothing is left. */
export const joined = (texts: ReadonlyArray<string>, joint: string): string | undefined => {
  const said = [...new Set(texts)].filter((text) => text !== "")
  return said.length === 0 ? undefined : said.join(joint)
}

/** Why the verdict was given, and what was to be asked. */
export const reasons = (verdict: Verdict.Verdict): string | undefined =>
  joined(
    [
      ...Verdict.reasonsOf(verdict).map(({ text }) => text),
      ...(verdict._tag === "Ask" ? verdict.questions.map(({ prompt }) => prompt) : [])
    ],
    "\n"
  )

/** Why it was denied: hosts want to hear something. */
export const denial = (verdict: Verdict.Verdict): string =>
  reasons(verdict) ?? "A hook denied this, without saying why."

/** The texts for the model. */
export const context = (outcome: Outcome): string | undefined =>
  joined(
    outcome.context.map(({ text }) => text),
    "\n\n"
  )

/** The messages to the user, and with them what was lost and may have mattered. */
export const notices = (outcome: Outcome, unsaid: ReadonlyArray<Notice>): ReadonlyArray<Notice> => [
  ...outcome.notices,
  ...unsaid.filter(({ level }) => level !== "info")
]

/** The messages to the user as one text. */
export const messages = (outcome: Outcome, unsaid: ReadonlyArray<Notice>): string | undefined =>
  joined(
    notices(outcome, unsaid).map(({ text }) => text),
    "\n"
  )

/** Whether something happens after the event that can be kept from happening: the work does not merely end with it. */
const isBefore = (carries: Carries.Carries): boolean => carries.failsClosed

/** A halt on an event before an action keeps the action from happening, whatever hosts make of it. */
const halted = (outcome: Outcome, event: HookEvent.HookEvent): Outcome => {
  const carries = Carries.of(event)
  if (outcome.halts.length === 0 || outcome.verdict._tag === "Deny" || !carries.halts || !isBefore(carries)) {
    return outcome
  }
  const doubts = outcome.verdict._tag === "Allow" ? [] : Verdict.reasonsOf(outcome.verdict)
  const halts = outcome.halts.map(({ by, reason }) => ({ by, text: reason }))
  return { ...outcome, verdict: { _tag: "Deny", reasons: [...doubts, ...halts] } }
}

/** A halt at the end of some work beats a block: whoever is to stop is not told to go on as well. */
const isBeaten = ({ halts, verdict }: Outcome, event: HookEvent.HookEvent): boolean => {
  const carries = Carries.of(event)
  return halts.length > 0 && verdict._tag !== "Pass" && carries.verdicts.includes("Deny") && !isBefore(carries)
}

/** What a host can be told, and what it has no words for. */
export const divide = (
  outcome: Outcome,
  event: HookEvent.HookEvent,
  host: {
    readonly title: string
    /** It may look at what is to be said, since words for one thing may go only with words for another. */
    readonly supports: (meant: Outcome) => Carries.Carries
  }
): Carry.Divided => {
  const meant = halted(outcome, event)
  const where = `${HookEvent.nameOf(event)} under ${host.title}`
  if (!isBeaten(meant, event)) return Carry.divide(host.supports(meant), where, meant)
  const carries = host.supports({ ...meant, verdict: Verdict.pass })
  return Carry.divide({ ...carries, verdicts: [], blockBecomes: "notice" }, `${where} beside a halt`, meant)
}

/** The same without changes of one kind. */
export const without = (carries: Carries.Carries, target: Change.Target): Carries.Carries => ({
  ...carries,
  changes: carries.changes.filter((each) => each !== target)
})

/** What the changes make of an event's value, or nothing where there is none of them. */
export const changed = (
  outcome: Outcome,
  target: Change.Target,
  value: unknown
): { readonly value: unknown } | undefined =>
  outcome.changes.some((change) => change.target === target)
    ? // There is no `undefined` on the way to a host.
      { value: Change.apply(value, target, outcome.changes) ?? null }
    : undefined

/** A field, or none where it has no value. */
export const field = (name: string, value: unknown): Json => (value === undefined ? {} : { [name]: value })

/** That an effect could not be said. */
export const unsaidEffect = ({ by, kind }: HostEffect): Notice => ({
  by,
  level: "warning",
  text: `${by} set ${kind}, and the host can't be told: the value is none of its own, or a later hook set it again`
})
