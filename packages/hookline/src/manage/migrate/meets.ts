/** Checks names against rules that people wrote, with the same answer however busy the machine is. */
import { type MatchRule, matches } from "@hookline/core/MatchRule"
import * as PatternGuard from "@hookline/core/kit/match/PatternGuard"

/** The number of tries of a pattern that had to be stopped, because a busy machine may have been the reason. */
const attempts = 5

const first = PatternGuard.make()

/** Patterns that were stopped each time. */
const endless = new Set<string>()

/** Checks whether a pattern takes too long to match. */
export const isEndless = (rule: MatchRule): boolean => rule._tag === "Pattern" && endless.has(rule.source)

/** Checks whether a rule matches. A pattern that takes too long counts as a match, as it does when hooks run. */
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
