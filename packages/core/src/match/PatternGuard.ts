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

/**
 * The time of all patterns of a guard that may take long. Each of thousands of patterns within its own limit would take
 * minutes together, in which a host gives up on its guards. Beyond it, patterns count as aborted.
 *
 * @category models
 * @since 0.1.0
 */
export const totalMillis = 1500

/** The part of the time passing that is added to what is left of the total, so that a process can run for weeks. */
const refill = 0.25

/** The number of cached results. */
const remembered = 65_536

/** The length of a pattern from which on it is watched, because its compilation takes long, too. */
const longPattern = 2048

/** The number of cached patterns. */
const prepared = 8192

/** The maximum number of attempts of a pattern on one name. */
const attempts = 4

const answer = (matches: boolean): Tried => (matches ? "matches" : "differs")

const tryHarmless = (pattern: RegExp, name: string): Tried => {
  try {
    return answer(pattern.test(name))
  } catch {
    // A long pattern may be too large for the engine, which compiles it only here.
    return "stopped"
  }
}

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

/** The time that is left for the patterns of a guard. */
class TimeLeft {
  readonly #realm: Realm
  #left = totalMillis
  #at: number

  constructor(realm: Realm) {
    this.#realm = realm
    this.#at = realm.wallMillis()
  }

  /** Returns the time since the last call. */
  #pass(): number {
    const now = this.#realm.wallMillis()
    const passed = now - this.#at
    this.#at = now
    return passed
  }

  /** Checks whether there is no time left, after that which has passed was added. */
  get isUsedUp(): boolean {
    this.#left = Math.min(totalMillis, this.#left + this.#pass() * refill)
    return this.#left <= 0
  }

  /** Returns the result, and takes the time that it took, also where other processes had it: a host waits no longer. */
  spend<A>(run: () => A): A {
    const result = run()
    this.#left -= this.#pass()
    return result
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
  const known = new Memo<(name: string) => Tried>(prepared)
  const byPattern = new WeakMap<Pattern, (name: string) => Tried>()
  let left: TimeLeft | undefined
  let ids = 0

  const prepare = (pattern: Pattern): ((name: string) => Tried) => {
    const expression = compile(pattern)
    if (expression === undefined) return () => "stopped"
    const id = ids++
    const isHarmless = pattern.source.length < longPattern ? endsSoon(pattern.source) : () => false
    return (name) => {
      if (isHarmless(name.length)) return tryHarmless(expression, name)
      const key = `${id} ${name}`
      const tried = memo.get(key)
      if (tried !== undefined) return tried
      left ??= new TimeLeft(realm)
      // Not kept, because there is time again later.
      return left.isUsedUp
        ? "stopped"
        : memo.set(
            key,
            left.spend(() => tryWatched(realm, expression, name))
          )
    }
  }

  return {
    ready: (pattern) => {
      // A long source would otherwise be hashed for each name.
      const same = byPattern.get(pattern)
      if (same !== undefined) return same
      const key = `${pattern.ignoreCase ? "i" : ""}/${pattern.source}`
      const ready = known.get(key) ?? known.set(key, prepare(pattern))
      byPattern.set(pattern, ready)
      return ready
    }
  }
}
