/** The unit of timeouts in a dialect's files. */
import type { Rules } from "./rules.ts"

/** The rules for timeouts. */
export type TimeoutRules = Pick<Rules, "largeAreMillis" | "perSecond">

/** Converts a written timeout to milliseconds. */
export const toMillis = (written: number, { largeAreMillis, perSecond = 1 }: TimeoutRules): number =>
  largeAreMillis === true && written >= 1000 ? written : (written * 1000) / perSecond

/** Converts milliseconds to the number that is written. */
export const toWritten = (millis: number, { largeAreMillis, perSecond = 1 }: TimeoutRules): number => {
  const written = (millis * perSecond) / 1000
  return largeAreMillis === true && written >= 1000 ? millis : written
}
