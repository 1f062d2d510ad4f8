/** Clamps the outcome of an untrusted hook: only what tightens counts. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

/**
 * The reason that the model gets. A hook's own text may instruct the model, so that it goes to the person alone; ids are
 * made of texts of the project, too.
 */
export const reasonFor = (what: "denies" | "asks" | "objects"): string =>
  `A hook of this project, which is not trusted, ${what} here. The person sees its reason.`

const reasons = (given: ReadonlyArray<Verdict.Reason>, what: "denies" | "asks"): ReadonlyArray<Verdict.Reason> =>
  given.map(({ by }) => ({ by, text: reasonFor(what) }))

/** Keeps a question and who asks it, without answers that the hook offers, such as a grant for always. */
const asked = ({ by, prompt }: Verdict.Question): Verdict.Question => ({ by, prompt })

const tightening = (verdict: Verdict.Verdict): Verdict.Verdict => {
  switch (verdict._tag) {
    case "Pass":
    case "Allow":
      return Verdict.pass
    case "Ask":
      return { _tag: "Ask", reasons: reasons(verdict.reasons, "asks"), questions: verdict.questions.map(asked) }
    case "Defer":
      return { _tag: "Defer", reasons: reasons(verdict.reasons, "asks") }
    case "Deny":
      return { _tag: "Deny", reasons: reasons(verdict.reasons, "denies") }
  }
}

/** Denies for a hook that halts the agent before an action: the halt itself is not its own to give. */
const denials = ({ halts }: Outcome.Outcome, event: HookEvent): Verdict.Verdict =>
  halts.length === 0 || !Capabilities.of(event).failsClosed
    ? Verdict.pass
    : {
        _tag: "Deny",
        reasons: reasons(
          halts.map(({ by, reason }) => ({ by, text: reason })),
          "denies"
        )
      }

/**
 * Returns what counts of an outcome: a denial, a question, an objection after the fact, and messages to the person. An
 * allowance, changes, context, halts and effects of the host do not count.
 */
export const clamp = (outcome: Outcome.Outcome, event: HookEvent): Outcome.Outcome =>
  outcome === Outcome.empty
    ? outcome
    : Outcome.make({
        verdict: Verdict.reducer.combine(tightening(outcome.verdict), denials(outcome, event)),
        context: outcome.context
          .filter(({ objection }) => objection === true)
          .map((one) => ({ ...one, text: reasonFor("objects") })),
        notices: outcome.notices
      })

/** Returns the hook's own words for the person: the reasons of what it denies, asks, objects to, or halts for. */
export const wordsOf = ({ context, halts, verdict }: Outcome.Outcome): ReadonlyArray<string> => {
  const own = verdict._tag === "Allow" ? [] : Verdict.reasonsOf(verdict).map(({ text }) => text)
  const objections = context.flatMap(({ objection, text }) => (objection === true ? [text] : []))
  return [...own, ...objections, ...halts.map(({ reason }) => reason)].filter((text) => text.trim() !== "")
}

const count = (many: number, one: string, more: string): ReadonlyArray<string> =>
  many === 0 ? [] : [many === 1 ? one : `${many} ${more}`]

/** Names what clamping drops, for the one notice about it. */
export const droppedOf = (
  { changes, context, effects, halts, verdict }: Outcome.Outcome,
  event: HookEvent
): ReadonlyArray<string> => [
  ...(verdict._tag === "Allow" ? ["an allowance"] : []),
  ...count(changes.length, "a change", "changes"),
  ...count(context.filter(({ objection }) => objection !== true).length, "a text for the model", "texts for the model"),
  ...(Capabilities.of(event).failsClosed ? [] : count(halts.length, "a halt", "halts")),
  ...count(effects.length, "an effect", "effects")
]
