/**
 * Combines the outcomes of all hooks of an event.
 *
 * @since 0.1.0
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

/**
 * The outcome of one hook, and the number of changes that it saw.
 *
 * @category models
 * @since 0.1.0
 */
export interface Contribution {
  readonly run: { readonly id: string }
  readonly outcome: Outcome.Outcome
  readonly sawChanges: number
}

/** The number of continuations after which an agent that does nothing but stop may stop. */
export const mostContinuations = 8

const inputChanges = (outcome: Outcome.Outcome): number =>
  outcome.changes.filter(({ target }) => target === "input").length

/**
 * An `Allow` speaks for the input that its hook saw. Where another hook of the event changes that input afterwards, or
 * at the same time, it counts for nothing, and that is reported.
 */
const forItsOwnInput = (spoken: ReadonlyArray<Contribution>): ReadonlyArray<Outcome.Outcome> => {
  if (!spoken.some(({ outcome }) => outcome.verdict._tag === "Allow")) return spoken.map(({ outcome }) => outcome)
  // How many changes had been made when each hook's own changes were.
  let made = 0
  const positions = spoken.map(({ outcome }) => {
    const position = made
    made += outcome.changes.length
    return position
  })
  return spoken.map(({ outcome, run, sawChanges }, own) => {
    if (outcome.verdict._tag !== "Allow") return outcome
    const unseen = spoken.find(
      (other, index) => index !== own && (positions[index] ?? 0) >= sawChanges && inputChanges(other.outcome) > 0
    )
    if (unseen === undefined) return outcome
    const text = `${run.id} allowed an input that ${unseen.run.id} changed, so that its grant does not count`
    return {
      ...outcome,
      verdict: Verdict.pass,
      notices: [...outcome.notices, { by: run.id, level: "warning" as const, text }]
    }
  })
}

/** Lets an agent stop that was made to go on again and again without doing anything. */
const letGo = (event: HookEvent, outcome: Outcome.Outcome, continuations: number): Outcome.Outcome => {
  const isEnd = event._tag === "Stop" || event._tag === "SubagentStop"
  if (!isEnd || continuations < mostContinuations || outcome.verdict._tag !== "Deny") return outcome
  const notices = Verdict.reasonsOf(outcome.verdict).map(({ by, text }) => ({
    by,
    level: "warning" as const,
    text: `${text} (the agent has gone on ${continuations} times without a tool call, and may stop now)`
  }))
  return { ...outcome, verdict: Verdict.pass, notices: [...outcome.notices, ...notices] }
}

const isEmpty = ({ outcome }: Contribution): boolean => outcome === Outcome.empty

const combined = (contributions: ReadonlyArray<Contribution>): Outcome.Outcome => {
  const [first, second] = contributions
  // A single outcome is the result, but for names that it repeats: its grant is for its own input.
  if (first !== undefined && second === undefined && first.outcome.quiet.length < 2) return first.outcome
  return Outcome.reducer.combineAll(forItsOwnInput(contributions))
}

/**
 * Combines the outcomes of an event's hooks, in order.
 *
 * **Details**
 *
 * A grant counts only for the input that its hook saw. `continuations` is the number of times that the agent was made to
 * continue: from eight on it may stop.
 *
 * @category combining
 * @since 0.1.0
 */
export const combine = (
  event: HookEvent,
  contributions: ReadonlyArray<Contribution>,
  continuations: number
): Outcome.Outcome => {
  // Most hooks have no answer, and an empty outcome costs as much to combine as any.
  if (contributions.every(isEmpty)) return Outcome.empty
  return letGo(event, combined(contributions.filter((one) => !isEmpty(one))), continuations)
}
