/**
 * A JSON object with unknown keys.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export type Json = Readonly<Record<string, unknown>>

/**
 * Checks whether a value is a JSON object, whatever its prototype.
 *
 * @category guards
 * @since 0.1.0
 */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
