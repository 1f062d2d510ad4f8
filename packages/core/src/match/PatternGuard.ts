/**
 * Bounded matching of regular expressions from configurations on names from anywhere.
 *
 * @since 0.1.0
 */
import { endsSoon } from "./internal/effort.ts"
import { Memo } from "./internal/Memo.ts"
import type { MatchRule } from "./MatchRule.ts"
import { here, type Realm } from "./PatternRealm.ts"

/**
 * A rule with a regular expression.
 *
 * @category models
 * @since 0.1.0
 */
export type Pattern = Extract<MatchRule, { _tag: "Pattern" }>

/**
 * The result of matching a pattern. An aborted or invalid pattern has neither matched nor differed.
 *
 * @category models
 * @since 0.1.0
 */
export type Tried = "matches" | "differs" | "stopped"

/**
 * The time limit of a pattern on one name.
 *
 * @category models
 * @since 0.1.0
 */
export const limitMillis = 20

/** The number of cached results. */
const remembered = 65_536

/** The maximum number of attempts of a pattern on one name. */
const attempts = 4

const answer = (matches: boolean): Tried => (matches ? "matches" : "differs")

const tryOnce = (realm: Realm, pattern: RegExp, name: string): Tried => {
  try {
    return answer(realm.test(pattern, name, limitMillis))
  } catch {
    // Timeout or stack overflow: the result is unknown. It is reported, and the hook runs.
    return "stopped"
  }
}

/** Matches with a time limit. The limit is wall-clock time, so an attempt that got hardly any CPU time is repeated. */
const tryWatched = (realm: Realm, pattern: RegExp, name: string): Tried => {
  for (let attempt = 1; ; attempt++) {
    const before = realm.cpuMillis()
    const tried = tryOnce(realm, pattern, name)
    const isStarved = tried === "stopped" && realm.cpuMillis() - before < limitMillis / 2
    if (!isStarved || attempt === attempts) return tried
  }
}

const compile = ({ ignoreCase, source }: Pattern): RegExp | undefined => {
  try {
    return new RegExp(source, ignoreCase ? "i" : "")
  } catch {
    // The rule was made by a program and is no regular expression. It is reported like an aborted one.
    return undefined
  }
}

/**
 * A matcher of patterns with a time limit.
 *
 * @category models
 * @since 0.1.0
 */
export interface PatternGuard {
  /** Prepares a pattern for matching names. Results are cached by name. */
  readonly ready: (pattern: Pattern) => (name: string) => Tried
}

/**
 * Creates a guard with its own cache.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (realm: Realm = here): PatternGuard => {
  const memo = new Memo<Tried>(remembered)
  const known = new Map<string, (name: string) => Tried>()

  const prepare = (pattern: Pattern, id: number): ((name: string) => Tried) => {
    const expression = compile(pattern)
    if (expression === undefined) return () => "stopped"
    const isHarmless = endsSoon(pattern.source)
    return (name) => {
      if (isHarmless(name.length)) return answer(expression.test(name))
      const key = `${id} ${name}`
      return memo.get(key) ?? memo.set(key, tryWatched(realm, expression, name))
    }
  }

  return {
    ready: (pattern) => {
      const key = `${pattern.ignoreCase ? "i" : ""}/${pattern.source}`
      const ready = known.get(key) ?? prepare(pattern, known.size)
      known.set(key, ready)
      return ready
    }
  }
}
