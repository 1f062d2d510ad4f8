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

/**
 * Checks whether an object has no class, so that its own fields are all of it.
 *
 * @category guards
 * @since 0.1.0
 */
export const isPlain = (value: object): value is Json => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
