/** A clock for durations: it never goes back, and tests move it. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"

/** The clock of programs, unless a test replaces it. */
const live = Context.get(Context.empty(), Clock.Clock)

const sinceStart = (): number => performance.now()

/** Returns the clock in milliseconds. The live one is read as a number, which costs a fifth of a `bigint`. */
export const monotonic = (clock: Clock.Clock): (() => number) =>
  clock === live ? sinceStart : () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
