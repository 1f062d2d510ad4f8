/**
 * Keeps an outcome within what its event supports, and drops nothing: a part without support becomes text
 * for the model, or a message for the user.
 *
 * @since 0.1.0
 */
import type { Capabilities } from "@hookline/schema/Capabilities"
import { hasEffect } from "@hookline/schema/Capabilities"
import type { Context, Notice, Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

/**
 * The part of an outcome that is supported, and a notice for each part that was dropped.
 *
 * @category models
 * @since 0.1.0
 */
export interface Partitioned {
  readonly outcome: Outcome
  readonly dropped: ReadonlyArray<Notice>
}

/** Checks whether an outcome is supported as it is. It nearly always is, and this runs for every reply of every hook. */
const fits = (carries: Capabilities, { changes, context, effects, halts, verdict }: Outcome): boolean =>
  (verdict._tag === "Pass" || carries.verdicts.includes(verdict._tag)) &&
  (context.length === 0 || carries.context) &&
  (halts.length === 0 || carries.halts) &&
  changes.every(({ target }) => carries.changes.includes(target)) &&
  effects.every(({ kind }) => hasEffect(carries, kind))

/** Returns the hooks behind a verdict with their reasons, also of questions without a reason and of unnamed hooks. */
const voices = (verdict: Verdict.Verdict): ReadonlyArray<Verdict.Reason> => {
  const reasons = Verdict.reasonsOf(verdict)
  const asked = verdict._tag === "Ask" ? verdict.questions.map(({ by, prompt }) => ({ by, text: prompt })) : []
  const news = asked.filter(({ by, text }) => !reasons.some((reason) => reason.by === by && reason.text === text))
  return reasons.length + news.length === 0 ? [{ by: "unnamed", text: "" }] : [...reasons, ...news]
}

/** Creates the notices about parts that an event does not support. */
const noticeFor =
  (where: string) =>
  (level: Notice["level"], by: string, did: string, text = ""): Notice => ({
    by,
    level,
    text: `${by} ${did}, and ${where} does not support that${text === "" ? "" : `: ${text}`}`
  })

const wishes = {
  Deny: "wanted to block it",
  Ask: "wanted the user asked",
  Defer: "wanted the decision left to the host"
} as const

const objection = ({ by, text }: Verdict.Reason): Context => ({
  by,
  text: text === "" ? `${by} objects, without a reason` : text,
  role: "system",
  ephemeral: false,
  objection: true
})

/** The supported part of a verdict, and what its rest is converted to. */
interface Judged extends Pick<Outcome, "verdict" | "context" | "notices"> {
  readonly dropped: ReadonlyArray<Notice>
}

const judge = (carries: Capabilities, verdict: Verdict.Verdict, tell: ReturnType<typeof noticeFor>): Judged => {
  const passed: Judged = { verdict: Verdict.pass, context: [], notices: [], dropped: [] }
  if (verdict._tag === "Pass" || carries.verdicts.includes(verdict._tag)) return { ...passed, verdict }
  const heard = voices(verdict)
  if (verdict._tag === "Allow") return { ...passed, dropped: heard.map(({ by }) => tell("info", by, "allowed it")) }
  if (carries.verdicts.includes("Deny")) return { ...passed, verdict: { _tag: "Deny", reasons: heard } }
  // A question is for a person, even if the model is given the reason of a block.
  if (verdict._tag === "Deny" && carries.context && carries.blockBecomes === "context") {
    return { ...passed, context: heard.map(objection) }
  }
  const wish = wishes[verdict._tag]
  return { ...passed, notices: heard.map(({ by, text }) => tell("warning", by, wish, text)) }
}

/**
 * Divides an outcome into the supported parts and the others. `where` is the notices' name of the event.
 *
 * **Details**
 *
 * A denial is never weakened where one is supported: what is stricter than `Allow` and can't be expressed becomes one.
 * If none is supported its reasons stay in the outcome, as text for the model or messages for the user. An `Allow`
 * beside a change of the input that had to be dropped spoke for another input: it is dropped too.
 *
 * @category mapping
 * @since 0.1.0
 */
export const partition = (carries: Capabilities, where: string, outcome: Outcome): Partitioned => {
  if (fits(carries, outcome)) return { outcome, dropped: [] }
  const tell = noticeFor(where)
  const lost = outcome.changes.filter(({ target }) => !carries.changes.includes(target))
  const strange = outcome.effects.filter(({ kind }) => !hasEffect(carries, kind))
  const verdicts = lost.some(({ target }) => target === "input")
    ? carries.verdicts.filter((tag) => tag !== "Allow")
    : carries.verdicts
  const judged = judge({ ...carries, verdicts }, outcome.verdict, tell)
  return {
    outcome: {
      verdict: judged.verdict,
      changes: outcome.changes.filter((change) => !lost.includes(change)),
      context: [...(carries.context ? outcome.context : []), ...judged.context],
      notices: [...outcome.notices, ...judged.notices],
      halts: carries.halts ? outcome.halts : [],
      quiet: outcome.quiet,
      effects: outcome.effects.filter((effect) => !strange.includes(effect))
    },
    dropped: [
      ...judged.dropped,
      ...lost.map(({ by, target }) => tell("warning", by, `changed the ${target}`)),
      ...(carries.context ? [] : outcome.context).map(({ by, text }) =>
        tell("warning", by, "has a text for the model", text)
      ),
      ...(carries.halts ? [] : outcome.halts).map(({ by, reason }) =>
        tell("warning", by, "wanted to stop the agent", reason)
      ),
      ...strange.map(({ by, kind }) => tell("warning", by, `set ${kind}`))
    ]
  }
}

/**
 * An outcome within what its event supports, with everything that had to be dropped among its notices.
 *
 * @category mapping
 * @since 0.1.0
 */
export const toEvent = (carries: Capabilities, where: string, outcome: Outcome): Outcome => {
  if (fits(carries, outcome)) return outcome
  const { dropped, outcome: carried } = partition(carries, where, outcome)
  return dropped.length === 0 ? carried : { ...carried, notices: [...carried.notices, ...dropped] }
}
