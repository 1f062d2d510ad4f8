// What has become slower than it was: a ratio that is worse than the committed one by more than both runs can't tell.
import type { Result } from "./Result.ts"

/** One run, as it is printed and kept. */
export interface Run {
  readonly version: 1
  /** The part of itself by which the machine differed meanwhile. */
  readonly noise: number
  readonly results: ReadonlyArray<Result>
}

export interface Compared {
  readonly name: string
  readonly was: number | undefined
  readonly is: number | undefined
  /** The most that it may be. */
  readonly most: number
  readonly change: "worse" | "better" | "same" | "new" | "gone"
}

/** What differs by less than this is the same on any machine. */
const least = 0.1

/** A figure that comes to next to nothing may double and still be next to nothing. */
const floor = 0.01

const changeOf = (was: number, is: number, share: number): Compared["change"] => {
  if (is > was * (1 + share) + floor) return "worse"
  return is < was / (1 + share) - floor ? "better" : "same"
}

/** Compares two runs, case by case. What is only there once is told, too: a case must not be lost. */
export const compare = (before: Run, now: Run): ReadonlyArray<Compared> => {
  const share = Math.max(least, before.noise + now.noise)
  const old = new Map(before.results.map((result) => [result.name, result]))
  const fresh = new Set(now.results.map(({ name }) => name))
  return [
    ...now.results.map(({ name, ratio: is }): Compared => {
      const was = old.get(name)?.ratio
      if (was === undefined) return { name, was, is, most: is, change: "new" }
      return { name, was, is, most: was * (1 + share) + floor, change: changeOf(was, is, share) }
    }),
    ...before.results.flatMap(({ name, ratio: was }): ReadonlyArray<Compared> =>
      fresh.has(name) ? [] : [{ name, was, is: undefined, most: was, change: "gone" }]
    )
  ]
}
