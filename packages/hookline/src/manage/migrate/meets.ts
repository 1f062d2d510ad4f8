/** Whether names meet rules that people wrote: the same answer however busy the machine is. */
import { type MatchRule, matches } from "@hookline/core/MatchRule"
import * as PatternGuard from "@hookline/core/kit/match/PatternGuard"

/** How often a pattern that had to be stopped is tried again: a busy machine may have been the reason. */
const attempts = 5

const first = PatternGuard.make()

/** Patterns that were stopped each time. */
const endless = new Set<string>()

/** Whether a pattern takes too long to be held against names. */
export const isEndless = (rule: MatchRule): boolean => rule._tag === "Pattern" && endless.has(rule.source)

/** Whether a rule is met. A pattern that takes too long counts as met, as it does when hooks run. */
export const meets = (rule: MatchRule, name: string): boolean => {
  if (rule._tag !== "Pattern") return matches(rule, name)
  if (endless.has(rule.source)) return true
  for (let attempt = 0; attempt < attempts; attempt++) {
    // A guard remembers what it had to stop.
    const tried = (attempt === 0 ? first : PatternGuard.make()).ready(rule)(name)
    if (tried !== "stopped") return tried === "matches"
  }
  endless.add(rule.source)
  return true
}
