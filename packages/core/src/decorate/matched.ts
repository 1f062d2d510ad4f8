/** The knowledge that an event has hooks, from one decorator to the next, so that the matcher is not asked again. */
import type { EmitOptions } from "../EmitOptions.ts"

/** Options between decorators. */
export interface MatchedOptions extends EmitOptions {
  /** True if the event is known to have hooks. It only saves the question: hooks that are gone since do not run. */
  readonly isMatched?: boolean
}

const onlyMatched: MatchedOptions = { isMatched: true }

/** Adds to options that the event has hooks. */
export const matched = (options: EmitOptions | undefined): MatchedOptions =>
  options === undefined ? onlyMatched : { ...options, isMatched: true }

/** Removes it from options, where another decorator has to ask. */
export const unmatched = (options: MatchedOptions | undefined): MatchedOptions | undefined =>
  options?.isMatched === true ? { ...options, isMatched: false } : options
