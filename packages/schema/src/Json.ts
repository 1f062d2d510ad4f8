/**
 * An object in the sense of JSON: its keys are somebody else's.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export type Json = Readonly<Record<string, unknown>>

/**
 * Whether a value is such an object, wherever its prototype comes from.
 *
 * @category guards
 * @since 0.1.0
 */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
