/** Numbers with their units, as users read them. */

/** Formats a count: `1 hook`, `2 hooks`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Formats a duration, with a digit after the point if it is short. */
export const inMillis = (millis: number): string => `${millis < 10 ? millis.toFixed(1) : millis.toFixed(0)} ms`
