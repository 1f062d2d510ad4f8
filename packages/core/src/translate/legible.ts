/**
 * Outcomes for a host, which shows their reasons and messages to a person, and gives their context to a model. What steers
 * a terminal, turns text around or can't be seen is removed from all of them. Changes and effects are data, and stay.
 */
import { legible } from "@hookline/schema/kit/shown/legible"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Outcome } from "@hookline/schema/Outcome"
import type * as Verdict from "@hookline/schema/Verdict"

/** Returns the list itself where each element is as it should be: most are. */
const each = <A>(list: ReadonlyArray<A>, clean: (one: A) => A): ReadonlyArray<A> => {
  let cleaned: Array<A> | undefined
  for (const [index, one] of list.entries()) {
    const now = clean(one)
    if (now !== one) (cleaned ??= [...list])[index] = now
  }
  return cleaned ?? list
}

/** Names of hooks are on one line, so that no name looks like a sentence of another hook. */
const text = <A extends { readonly by: string; readonly text: string }>(one: A): A => {
  const [by, cleaned] = [onOneLine(one.by), legible(one.text)]
  return by === one.by && cleaned === one.text ? one : { ...one, by, text: cleaned }
}

const halt = (one: Outcome["halts"][number]): Outcome["halts"][number] => {
  const [by, reason] = [onOneLine(one.by), legible(one.reason)]
  return by === one.by && reason === one.reason ? one : { by, reason }
}

/**
 * An option that only looks like "Allow" must not become that: what is hidden in options and scopes is written out, since
 * both are compared with others.
 */
const question = (one: Verdict.Question): Verdict.Question => {
  const [by, prompt] = [onOneLine(one.by), legible(one.prompt)]
  const options = one.options === undefined ? undefined : each(one.options, onOneLine)
  const scope = one.scope === undefined ? undefined : onOneLine(one.scope)
  const isSame = by === one.by && prompt === one.prompt && options === one.options && scope === one.scope
  if (isSame) return one
  return { ...one, by, prompt, ...(options !== undefined && { options }), ...(scope !== undefined && { scope }) }
}

const verdict = (one: Verdict.Verdict): Verdict.Verdict => {
  if (one._tag === "Pass") return one
  const reasons = each(one.reasons, text)
  const questions = one._tag === "Ask" ? each(one.questions, question) : []
  if (one._tag === "Ask" && questions !== one.questions) return { ...one, reasons, questions }
  return reasons === one.reasons ? one : { ...one, reasons }
}

/** Makes every text of an outcome legible. An outcome without anything hidden is returned itself. */
export const legibleOutcome = (outcome: Outcome): Outcome => {
  const [judged, context, notices, halts] = [
    verdict(outcome.verdict),
    each(outcome.context, text),
    each(outcome.notices, text),
    each(outcome.halts, halt)
  ]
  const isSame =
    judged === outcome.verdict && context === outcome.context && notices === outcome.notices && halts === outcome.halts
  return isSame ? outcome : { ...outcome, verdict: judged, context, notices, halts }
}
