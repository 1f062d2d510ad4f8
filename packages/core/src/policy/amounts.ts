/**
 * Checks numbers and durations that a program gives to a policy. A wrong one stops the building with a sentence, because
 * hooks would wait for ever, fail each time, or run without the limit that was meant.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** JSON has no text for these. */
const isNoJson = (value: unknown): value is bigint | number | symbol | undefined =>
  ["bigint", "number", "symbol", "undefined"].includes(typeof value)

const shown = (value: unknown): string => {
  if (typeof value === "function") return "a function"
  return isNoJson(value) ? String(value) : JSON.stringify(value)
}

const refused = (what: string, wanted: string, value: unknown): Effect.Effect<never> =>
  Effect.die(new Error(`${what} takes ${wanted}, not ${shown(value)}`))

/**
 * Dies of a value of another kind. `wanted` is what belongs there, in words.
 *
 * @category checks
 * @since 0.1.0
 */
export const kind = (
  what: string,
  wanted: string,
  is: (value: unknown) => boolean,
  value: unknown
): Effect.Effect<void> => (is(value) ? Effect.void : refused(what, wanted, value))

/**
 * Returns a number of things of which there is at least one: a whole number, or `Infinity`.
 *
 * @category checks
 * @since 0.1.0
 */
export const count = (what: string, value: unknown): Effect.Effect<number> =>
  typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Infinity)
    ? Effect.succeed(value)
    : refused(what, "a whole number from 1 on, or Infinity", value)

/**
 * Returns a number of any size. Values of other types have no order, so that what is sorted by them is dropped.
 *
 * @category checks
 * @since 0.1.0
 */
export const numeric = (what: string, value: unknown): Effect.Effect<number> =>
  typeof value === "number" ? Effect.succeed(value) : refused(what, "a number", value)

/**
 * Returns the size of something that may be empty: a number from 0 on, or `Infinity`.
 *
 * @category checks
 * @since 0.1.0
 */
export const size = (what: string, value: unknown): Effect.Effect<number> =>
  typeof value === "number" && value >= 0
    ? Effect.succeed(value)
    : refused(what, "a number from 0 on, or Infinity", value)

/**
 * Returns the milliseconds of a duration, or `undefined` for a value that is no duration, `NaN` included.
 *
 * @category getters
 * @since 0.1.0
 */
export const millisOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value
  // The reader checks it: its type is for programs that pass the compiler.
  const duration = Duration.fromInput(value as Duration.Input)
  return duration._tag === "Some" ? Duration.toMillis(duration.value) : undefined
}

/**
 * Returns the milliseconds of a time limit: a duration of more than 0 ms, or `Infinity`.
 *
 * @category checks
 * @since 0.1.0
 */
export const limit = (what: string, value: unknown): Effect.Effect<number> => {
  const millis = millisOf(value)
  return millis !== undefined && millis > 0
    ? Effect.succeed(millis)
    : refused(what, "a duration of more than 0 ms, or Infinity", value)
}
