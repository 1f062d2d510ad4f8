/**
 * Regular expressions that people wrote, held against names that come from anywhere: none of them takes for ever.
 *
 * @since 0.1.0
 */
import { createContext, Script } from "node:vm"
import { endsSoon } from "./internal/matching/effort.ts"
import { Memo } from "./internal/matching/Memo.ts"
import type { MatchRule } from "./MatchRule.ts"

/**
 * A pattern, as a rule says it.
 *
 * @category models
 * @since 0.1.0
 */
export type Pattern = Extract<MatchRule, { _tag: "Pattern" }>

/**
 * What trying a pattern came to. One that had to be stopped, or could not be run, has said nothing.
 *
 * @category models
 * @since 0.1.0
 */
export type Tried = "matches" | "differs" | "stopped"

/**
 * How long a pattern may take on one name.
 *
 * @category models
 * @since 0.1.0
 */
export const limitMillis = 20

/** How many answers are remembered. */
const remembered = 65_536

/** The one realm that all patterns are tried in: only code that is run in a realm can be stopped. */
let watched: ((pattern: RegExp, name: string) => unknown) | undefined

const watch = (): NonNullable<typeof watched> => {
  const script = new Script("pattern.test(name)")
  const realm: { pattern?: RegExp; name?: string } = {}
  const context = createContext(realm)
  return (pattern, name) => {
    realm.pattern = pattern
    realm.name = name
    const matches: unknown = script.runInContext(context, { timeout: limitMillis })
    return matches
  }
}

/** What this process has computed so far, in milliseconds. */
const computed = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** How often a pattern is tried on one name. */
const attempts = 4

const answer = (matches: unknown): Tried => (matches === true ? "matches" : "differs")

const tryOnce = (pattern: RegExp, name: string): Tried => {
  watched ??= watch()
  try {
    return answer(watched(pattern, name))
  } catch {
    // Out of time, or too much for the engine. Nobody knows whether it matches: that is told, and the hook runs.
    return "stopped"
  }
}

/** The limit is one of the clock. On a machine that let us compute next to nothing meanwhile, it says nothing of the pattern. */
const tryWatched = (pattern: RegExp, name: string): Tried => {
  for (let attempt = 1; ; attempt++) {
    const before = computed()
    const tried = tryOnce(pattern, name)
    const isStarved = tried === "stopped" && computed() - before < limitMillis / 2
    if (!isStarved || attempt === attempts) return tried
  }
}

const compile = ({ ignoreCase, source }: Pattern): RegExp | undefined => {
  try {
    return new RegExp(source, ignoreCase ? "i" : "")
  } catch {
    // A rule that was made by hand and is no regular expression: it is told as one that could not be run.
    return undefined
  }
}

/**
 * Tries patterns.
 *
 * @category models
 * @since 0.1.0
 */
export interface PatternGuard {
  /** The pattern, ready to be tried on names. On each name it is run once. */
  readonly ready: (pattern: Pattern) => (name: string) => Tried
}

/**
 * A guard with a memory of its own.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (): PatternGuard => {
  const memo = new Memo<Tried>(remembered)
  const known = new Map<string, (name: string) => Tried>()

  const prepare = (pattern: Pattern, id: number): ((name: string) => Tried) => {
    const expression = compile(pattern)
    if (expression === undefined) return () => "stopped"
    const isHarmless = endsSoon(pattern.source)
    return (name) => {
      if (isHarmless(name.length)) return answer(expression.test(name))
      const key = `${id} ${name}`
      return memo.get(key) ?? memo.set(key, tryWatched(expression, name))
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
